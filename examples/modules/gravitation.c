/* gravitation.c - an element: two points attract each other.
 *
 *     user defined: LABEL, gravitation, NODE, NODE, MU;
 *
 *     F = mu / d^2 along the line between the nodes
 *
 * The derivatives come from jets. It prints the force on the first node and the distance. */
#include "torsor/module_jet.h"

static const torsor_host *torsor;

typedef struct {
    const torsor_node *node[2];
    int indices[2]; /* local index of each */
    double mu;
} pair;

static void read(torsor_reader *reader, void *self)
{
    pair *pair = self;
    for (int i = 0; i < 2; i++) {
        pair->node[i] = torsor->read_node(reader, i == 0 ? "first node" : "second node");
        pair->indices[i] = torsor->touch_node(reader, pair->node[i]);
    }
    pair->mu = torsor->read_positive(reader, "mu");
}

/* The force on the first node. */
static tj3 force(const pair *pair, const torsor_instant *instant, tj *distance)
{
    torsor_motion m[2];
    tj3 x[2];
    for (int i = 0; i < 2; i++) {
        torsor->motion(instant, pair->node[i], &m[i]);
        x[i] = tj_position(instant, &m[i], pair->indices[i]);
    }
    const tj3 d = tj3_sub(&x[1], &x[0]);
    *distance = tj3_norm(&d);
    const tj cube = tj_pow(distance, -3.0), f = tj_scale(pair->mu, &cube);
    return tj3_mul(&f, &d);
}

static void eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const pair *pair = self;
    tj distance;
    const tj3 F = force(pair, instant, &distance);
    tj_put3(out, pair->indices[0], 1.0, &F);
    tj_put3(out, pair->indices[1], -1.0, &F);
}

static void output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    tj distance;
    const tj3 F = force(self, instant, &distance);
    const double f[3] = {F.c[0].v, F.c[1].v, F.c[2].v};
    torsor->put(out, "F", TORSOR_FORCE, "force on the first node", 3, f);
    torsor->put(out, "d", TORSOR_LENGTH, "distance", 1, &distance.v);
}

static double private_value(const void *self, const torsor_instant *instant, int index)
{
    tj distance;
    (void)index;
    force(self, instant, &distance);
    return distance.v;
}

static void draw(const void *self, torsor_canvas *canvas)
{
    static const double AT[2][3] = {{0}};
    const pair *pair = self;
    torsor->line(canvas, 2, pair->node, AT);
    torsor->arrow(canvas, pair->node[0], AT[0], "F");
}

static const char *const NAMES[] = {"d", NULL};
static const torsor_element_type GRAVITATION = {
    .keyword = "gravitation",
    .grammar = "user defined: LABEL, gravitation, NODE, NODE, MU",
    .summary = "Two nodes attract each other.",
    .size = sizeof(pair),
    .read = read,
    .eval = eval,
    .output = output,
    .private_names = NAMES,
    .private_value = private_value,
    .draw = draw,
};
static const torsor_element_type *const ELEMENTS[] = {&GRAVITATION, NULL};

TORSOR_MODULE("gravitation", .elements = ELEMENTS)
