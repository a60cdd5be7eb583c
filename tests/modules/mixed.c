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
    int index, own;
} rail;

static void read_rail(torsor_reader *r, void *self)
{
    rail *p = self;
    p->node = torsor->read_point(r, "node");
    p->index = torsor->touch_node(r, p->node);
    p->own = torsor->own(r, 1, NULL);
    p->height = torsor->read_drive(r, "height");
}

static void eval_rail(const void *self, const torsor_instant *s, torsor_rows *out)
{
    const rail *p = self;
    torsor_motion m;
    torsor->motion(s, p->node, &m);
    out->r[p->index + 2] += torsor->own_value(s, 0);
    out->r[p->own] += m.x[2] - torsor->drive_value(s, p->height);
    if (out->J) {
        out->J[(p->index + 2) * out->ld + p->own] += 1.0;
        out->J[p->own * out->ld + p->index + 2] += s->dvalue;
    }
}

static void rate_rail(const void *self, const torsor_instant *s, double *own_t)
{
    const rail *p = self;
    own_t[0] = -torsor->drive_slope(s, p->height);
}

static void output_rail(const void *self, const torsor_instant *s, torsor_record *out)
{
    const double f = torsor->own_value(s, 0);
    (void)self;
    torsor->put(out, "f", TORSOR_FORCE, "reaction", 1, &f);
}

static const char *const OWN[] = {"reaction"};
static const torsor_element_type RAIL = {.keyword = "rail",
                                         .grammar = "user defined: LABEL, rail, NODE, HEIGHT",
                                         .size = sizeof(rail),
                                         .read = read_rail,
                                         .eval = eval_rail,
                                         .rate = rate_rail,
                                         .output = output_rail,
                                         .own_names = OWN};

/* --- a law inside an element -------------------------------------------------------------------------------------- */

typedef struct {
    const torsor_dof *x;
    const torsor_law *law;
    int index;
} spring;

static void read_spring(torsor_reader *r, void *self)
{
    spring *p = self;
    p->x = torsor->read_dof(r, "degree of freedom");
    p->index = torsor->touch_dof(r, p->x);
    p->law = torsor->read_law(r, 1, "law");
}

static void eval_spring(const void *self, const torsor_instant *s, torsor_rows *out)
{
    const spring *p = self;
    const double x = torsor->dof_value(s, p->x), none = 0.0;
    double f, by_strain, by_rate;
    torsor_stress to = {&f, &by_strain, &by_rate};
    torsor->law(s, p->law, &x, &none, &to);
    out->r[p->index] -= f;
    if (out->J)
        out->J[p->index * out->ld + p->index] -= by_strain * torsor->dof_weight(s, p->x);
}

static void accept_spring(const void *self, const torsor_instant *s, void *memory)
{
    const spring *p = self;
    const double x = torsor->dof_value(s, p->x), none = 0.0;
    (void)memory;
    torsor->law_accept(s, p->law, &x, &none);
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

static void read_largest(torsor_reader *r, void *self, int dim)
{
    (void)dim;
    ((largest *)self)->k = torsor->read_positive(r, "stiffness");
}

static void eval_largest(const void *self, const torsor_instant *s, int dim, const double *strain, const double *rate,
                         torsor_stress *out)
{
    const largest *p = self;
    const double *most = s->memory;
    (void)rate;
    for (int i = 0; i < dim; i++)
        out->stress[i] = p->k * (strain[i] + (most ? *most : 0.0));
}

static void accept_largest(const void *self, const torsor_instant *s, int dim, const double *strain, const double *rate,
                           void *memory)
{
    double *most = memory;
    (void)self, (void)s, (void)dim, (void)rate;
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

static void read_count(torsor_reader *r, void *self) { (void)r, (void)self; }

static double value_count(const void *self, const torsor_instant *s, double x)
{
    (void)self, (void)x;
    return s->memory ? *(const double *)s->memory : 0.0;
}

static void accept_count(const void *self, const torsor_instant *s, void *memory)
{
    (void)self, (void)s;
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
