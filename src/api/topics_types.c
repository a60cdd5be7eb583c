/* topics_types.c - the types of the tables as topics of help. */
#include "api/topics.h"
#include "element/aero/airfoil.h"
#include "contract/element.h"
#include "contract/file_driver.h"
#include "contract/fluid.h"
#include "element/aero/gust.h"
#include "contract/scalar_function.h"
#include "integrator/integrator.h"
#include "law/friction_model.h"
#include "linalg/linear_solver.h"
#include "nonlinear/nonlinear.h"
#include "problem/problem.h"

static void add_type(topics *topics, const char *kind, const char *keyword, const char *grammar, const char *summary)
{
    topics_add(topics, (topic){.kind = kind, .keyword = keyword, .grammar = grammar, .summary = summary});
}

static const char *module_of(module_id is) { return is == MODULE_NONE ? NULL : module_name(is); }

static void collect_model(topics *topics)
{
    for (int i = 0; i < node_type_count; i++)
        add_type(topics, "node", node_types[i]->keyword, node_types[i]->grammar, node_types[i]->summary);
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *type = elem_types[i];
        topics_add(topics, (topic){type->card->name, type->keyword ? type->keyword : type->card->name, type->grammar,
                                   type->summary, module_of(type->module)});
    }
    for (int i = 0; i < drive_type_count; i++) {
        const drive_type *d = drive_types[i];
        topics_add(topics, (topic){"drive caller", d->keyword, d->grammar, d->summary, module_of(d->module)});
    }
    for (int i = 0; i < scalar_function_type_count; i++)
        add_type(topics, "scalar function", scalar_function_types[i]->keyword, scalar_function_types[i]->grammar,
                 scalar_function_types[i]->summary);
    for (int i = 0; i < law_type_count; i++) {
        const law_type *l = law_types[i];
        topics_add(topics, (topic){"constitutive law", l->keyword, l->grammar, l->summary, module_of(l->module)});
    }
}

static void collect_parts(topics *topics)
{
    for (int i = 0; i < friction_model_count; i++)
        add_type(topics, "friction model", friction_models[i]->keyword, friction_models[i]->grammar,
                 friction_models[i]->summary);
    for (int i = 0; i < airfoil_type_count; i++)
        add_type(topics, "airfoil", airfoil_types[i]->keyword, airfoil_types[i]->grammar, airfoil_types[i]->summary);
    for (int i = 0; i < gust_type_count; i++)
        add_type(topics, "gust model", gust_types[i]->keyword, gust_types[i]->grammar, gust_types[i]->summary);
    for (int i = 0; i < fluid_type_count; i++)
        add_type(topics, "fluid", fluid_types[i]->keyword, fluid_types[i]->grammar, fluid_types[i]->summary);
    for (int i = 0; i < file_driver_type_count; i++)
        add_type(topics, "file driver", file_driver_types[i]->keyword, file_driver_types[i]->grammar,
                 file_driver_types[i]->summary);
}

static void collect_solvers(topics *topics)
{
    for (int i = 0; i < integrator_type_count; i++)
        add_type(topics, "method", integrator_types[i]->keyword, integrator_types[i]->grammar,
                 integrator_types[i]->summary);
    for (int i = 0; i < nonlinear_type_count; i++)
        add_type(topics, "nonlinear solver", nonlinear_types[i]->keyword, nonlinear_types[i]->grammar,
                 nonlinear_types[i]->summary);
    for (int i = 0; i < linear_backend_count; i++)
        add_type(topics, "linear solver", linear_backends[i]->keyword, linear_backends[i]->grammar,
                 linear_backends[i]->summary);
}

static void collect_problems(topics *topics)
{
    for (int i = 0; i < problem_type_count; i++) {
        const problem_type *type = problem_types[i];
        add_type(topics, "problem", type->keyword, type->grammar, type->summary);
        for (const problem_card *card = type->cards; card && card->keyword; card++)
            add_type(topics, type->keyword, card->keyword, card->grammar, card->summary);
    }
}

void topics_collect_types(topics *topics)
{
    collect_problems(topics);
    collect_model(topics);
    collect_parts(topics);
    collect_solvers(topics);
}
