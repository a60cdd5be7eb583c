/* user_expressions.c - functions of users' modules in expressions, NAMESPACE::NAME(X, ...).
 *
 *     df/dx_k = (f(x + h e_k) - f(x - h e_k)) / 2h,   h = eps^(1/3) max(1, |x_k|)       without a function for it
 *
 * A namespace is created by the first function in it; several modules may share one. */
#include "base/array.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/user/inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

static void arguments(const value *args, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = args[i].r;
}

static bool call_user_expression(void *self, const expr_run *run, const value *args, int n, value *result,
                                 const char **why)
{
    const torsor_expression_type *by = self;
    double x[FUNCTION_MOST_ARGUMENTS];
    const char *reason = NULL;
    (void)run;
    arguments(args, n, x);
    *result = value_real(by->value(x, n, &reason));
    *why = reason;
    return !reason;
}

static double by_differences(const torsor_expression_type *by, double *x, int n, int which)
{
    const char *why = NULL;
    const double at = x[which], h = cbrt(DBL_EPSILON) * fmax(1.0, fabs(at));
    x[which] = at + h;
    const double up = by->value(x, n, &why);
    x[which] = at - h;
    return (up - by->value(x, n, &why)) / (2.0 * h);
}

static double user_expression_derivative(void *self, const expr_run *run, const value *args, int n, int which)
{
    const torsor_expression_type *by = self;
    double x[FUNCTION_MOST_ARGUMENTS];
    (void)run;
    arguments(args, n, x);
    return by->derivative ? by->derivative(x, n, which) : by_differences(by, x, n, which);
}

static const function *user_resolve(void *self, const char *name, size_t length)
{
    const user_space *space = self;
    for (int i = 0; i < space->functions.n; i++) {
        const function *function = space->functions.items[i];
        if (strlen(function->name) == length && memcmp(function->name, name, length) == 0)
            return function;
    }
    return NULL;
}

static void user_list(void *self, void (*each)(void *to, const char *name), void *to)
{
    const user_space *space = self;
    for (int i = 0; i < space->functions.n; i++)
        each(to, space->functions.items[i]->name);
}

/* Returns the namespace of modules with this name, a new one if there is none; NULL if it is a built-in one. */
static user_space *space_of(model *model, const char *name)
{
    user_types *user_types = &model->user;
    for (int i = 0; i < user_types->spaces.n; i++)
        if (strcmp(user_types->spaces.items[i]->name, name) == 0)
            return user_types->spaces.items[i];
    if (symbols_namespace(model->names, name, strlen(name)))
        return NULL;
    user_space *space = ARENA_NEW(model->memory, user_space);
    space->name = name;
    array_push(&user_types->spaces, space);
    symbols_add_namespace(model->names,
                          &(name_space){.name = name, .self = space, .resolve = user_resolve, .list = user_list});
    return space;
}

static function *user_expression(arena *memory, const torsor_expression_type *by)
{
    static const value_type REAL[] = {TYPE_REAL};
    function *f = ARENA_NEW(memory, function);
    *f = (function){.name = by->name,
                    .result = TYPE_REAL,
                    .n_min = by->least,
                    .n_max = by->most,
                    .args = REAL,
                    .n_types = 1,
                    .pure = true,
                    .call = call_user_expression,
                    .derivative = user_expression_derivative,
                    .self = (void *)(uintptr_t)by,
                    .summary = by->summary};
    return f;
}

const char *user_expression_add(model *model, const torsor_module *module, const torsor_expression_type *by)
{
    const char *name = by->name_space ? by->name_space : module->name;
    if (!by->name || !*by->name || !name || !*name)
        return "has no name or no namespace";
    if (!by->value || by->least < 0 || by->most < by->least || by->most > FUNCTION_MOST_ARGUMENTS)
        return "lacks its function, or has a wrong number of arguments";
    user_space *space = space_of(model, name);
    if (!space || user_resolve(space, by->name, strlen(by->name)))
        return "has a name that is already in use";
    array_push(&space->functions, user_expression(model->memory, by));
    return NULL;
}
