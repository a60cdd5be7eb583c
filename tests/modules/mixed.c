/* mixed.c - what the examples leave out: a constraint with an own multiplier, laws and drives inside an element, a law
 * by differences that remembers, a drive that remembers.
 *
 *     user defined: LABEL, rail, NODE, HEIGHT;                 the height z of a node is that of a drive
 *     user defined: LABEL, law on dof, DOF, (law) 1D;          as a genel spring
 *     largest, K                                               stress = K (strain + largest strain so far)
 *     count                                                    steps so far */
#include "torsor/module.h"
#include <stddef.h>

static const torsor_host *torsor;

/* --- a constraint ------------------------------------------------------------------------------------------------- */

typedef struct {
    const torsor_node *node;
    const torsor_drive *height;
    int index, internal;
} rail;

static void read_rail(torsor_reader *reader, void *self)
{
    rail *rail = self;
    rail->node = torsor->read_point(reader, "node");
    rail->index = torsor->touch_node(reader, rail->node);
    rail->internal = torsor->internal(reader, 1, NULL);
    rail->height = torsor->read_drive(reader, "height");
}

static void eval_rail(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const rail *rail = self;
    torsor_motion motion;
    torsor->motion(instant, rail->node, &motion);
    out->r[rail->index + 2] += torsor->internal_value(instant, 0);
    out->r[rail->internal] += motion.x[2] - torsor->drive_value(instant, rail->height);
    if (out->J) {
        out->J[(rail->index + 2) * out->ld + rail->internal] += 1.0;
        out->J[rail->internal * out->ld + rail->index + 2] += instant->dvalue;
    }
}

static void rate_rail(const void *self, const torsor_instant *instant, double *internal_t)
{
    const rail *rail = self;
    internal_t[0] = -torsor->drive_derivative(instant, rail->height);
}

static void output_rail(const void *self, const torsor_instant *instant, torsor_record *out)
{
    const double f = torsor->internal_value(instant, 0);
    (void)self;
    torsor->put(out, "f", TORSOR_FORCE, "reaction", 1, &f);
}

static const char *const INTERNAL[] = {"reaction"};
static const torsor_element_type RAIL = {.keyword = "rail",
                                         .grammar = "user defined: LABEL, rail, NODE, HEIGHT",
                                         .size = sizeof(rail),
                                         .read = read_rail,
                                         .eval = eval_rail,
                                         .rate = rate_rail,
                                         .output = output_rail,
                                         .internal_names = INTERNAL};

/* --- a law inside an element -------------------------------------------------------------------------------------- */

typedef struct {
    const torsor_dof *dof;
    const torsor_law *law;
    int index;
} spring;

static void read_spring(torsor_reader *reader, void *self)
{
    spring *spring = self;
    spring->dof = torsor->read_dof(reader, "degree of freedom");
    spring->index = torsor->touch_dof(reader, spring->dof);
    spring->law = torsor->read_law(reader, 1, "law");
}

static void eval_spring(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const spring *spring = self;
    const double x = torsor->dof_value(instant, spring->dof), none = 0.0;
    double f, by_strain, by_rate;
    torsor_stress to = {&f, &by_strain, &by_rate};
    torsor->law(instant, spring->law, &x, &none, &to);
    out->r[spring->index] -= f;
    if (out->J)
        out->J[spring->index * out->ld + spring->index] -= by_strain * torsor->dof_weight(instant, spring->dof);
}

static void accept_spring(const void *self, const torsor_instant *instant, void *memory)
{
    const spring *spring = self;
    const double x = torsor->dof_value(instant, spring->dof), none = 0.0;
    (void)memory;
    torsor->law_accept(instant, spring->law, &x, &none);
}

static const torsor_element_type SPRING = {.keyword = "law on dof",
                                           .grammar = "user defined: LABEL, law on dof, DOF, LAW",
                                           .size = sizeof(spring),
                                           .read = read_spring,
                                           .eval = eval_spring,
                                           .accept = accept_spring};

/* --- a law by differences that remembers -------------------------------------------------------------------------- */

typedef struct {
    double k;
} largest;

static void read_largest(torsor_reader *reader, void *self, int dim)
{
    (void)dim;
    ((largest *)self)->k = torsor->read_positive(reader, "stiffness");
}

static void eval_largest(const void *self, const torsor_instant *instant, int dim, const double *strain,
                         const double *rate, torsor_stress *out)
{
    const largest *largest = self;
    const double *most = instant->memory;
    (void)rate;
    for (int i = 0; i < dim; i++)
        out->stress[i] = largest->k * (strain[i] + (most ? *most : 0.0));
}

static void accept_largest(const void *self, const torsor_instant *instant, int dim, const double *strain,
                           const double *rate, void *memory)
{
    double *most = memory;
    (void)self, (void)instant, (void)dim, (void)rate;
    *most = strain[0] > *most ? strain[0] : *most;
}

static const torsor_law_type LARGEST = {.keyword = "largest",
                                        .grammar = "largest, K",
                                        .flags = TORSOR_BY_DIFFERENCES,
                                        .dims = 1u << 1,
                                        .size = sizeof(largest),
                                        .read = read_largest,
                                        .eval = eval_largest,
                                        .memory = sizeof(double),
                                        .accept = accept_largest};

/* --- a drive that remembers --------------------------------------------------------------------------------------- */

static void read_count(torsor_reader *reader, void *self) { (void)reader, (void)self; }

static double value_count(const void *self, const torsor_instant *instant, double x)
{
    (void)self, (void)x;
    return instant->memory ? *(const double *)instant->memory : 0.0;
}

static void accept_count(const void *self, const torsor_instant *instant, void *memory)
{
    (void)self, (void)instant;
    *(double *)memory += 1.0;
}

static const torsor_drive_type COUNT = {.keyword = "count",
                                        .grammar = "count",
                                        .size = 1,
                                        .read = read_count,
                                        .value = value_count,
                                        .memory = sizeof(double),
                                        .accept = accept_count};

static const torsor_element_type *const ELEMENTS[] = {&RAIL, &SPRING, NULL};
static const torsor_law_type *const LAWS[] = {&LARGEST, NULL};
static const torsor_drive_type *const DRIVES[] = {&COUNT, NULL};

TORSOR_MODULE("mixed", .elements = ELEMENTS, .laws = LAWS, .drives = DRIVES)
