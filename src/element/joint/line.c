/* line.c - what inline joints share. */
#include "element/joint/line.h"
#include "deck/named_values.h"
#include <math.h>

static void line_read_end(reader *r, joint_side *j, const joint_side *other, const char *word)
{
    read_word(r, word);
    j->Rh = MAT3_EYE;
    read_side_node(r, j, other);
    if (read_keyword(r, "offset"))
        j->f = read_side_position(r, j, other, "offset");
}

void read_line(reader *r, elem *e)
{
    joint_side *side = ((total *)e->self)->side;
    line_read_end(r, &side[0], NULL, "node1");
    if (read_orientation_word(r))
        side[0].Rh = read_side_orientation(r, &side[0], NULL, "hinge");
    const mat3 R = side[0].Rh;
    side[0].Rh = mat3_from_cols(mat3_col(&R, 1), mat3_col(&R, 2), mat3_col(&R, 0));
    line_read_end(r, &side[1], &side[0], "node2");
}

void line_set(elem *e, arena *memory, int more, own_kind kind)
{
    total_set(e->self, e, memory, "pp----");
    if (more == 0)
        return;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 2 + more);
    for (int i = 0; i < more; i++)
        kinds[2 + i] = kind;
    e->kinds = kinds;
    e->n_own = 2 + more;
}

void sample_line(sampler *from, elem *e) { sample_sides(from, ((total *)e->self)->side); }

void line_begin(int n, const state *s, const elem *e, line_work *k)
{
    const total *t = e->self;
    const double *l = s->y + e->own, N = hypot(l[0], l[1]);
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &t->side[i], 6 * i);
    jet_side_axis(n, &k->axis, &k->side[0], 2);
    jet3_add(n, &k->arm, &k->side[1].p, -1.0, &k->side[0].node.x);
    jet1_const(n, &k->normal, N);
    if (N > 0.0)
        k->normal.d[LINE_OWN] = l[0] / N, k->normal.d[LINE_OWN + 1] = l[1] / N;
}

void line_speed(int n, const line_work *k, jet1 *v)
{
    jet3 second, spun, u;
    jet_side_velocity(n, &second, &k->side[1]);
    jet3_cross(n, &spun, &k->side[0].node.w, &k->arm);
    jet3_add(n, &u, &second, -1.0, &k->side[0].node.v);
    jet3_add_to(n, &u, -1.0, &spun);
    jet3_dot(n, v, &k->axis, &u);
}

void line_record(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_name(out, "lambda1", QUANTITY_FORCE, "reaction along axis 2 of the hinge");
    record_real(out, s->y[e->own]);
    record_name(out, "lambda2", QUANTITY_FORCE, "reaction along axis 3 of the hinge");
    record_real(out, s->y[e->own + 1]);
}

void line_describe(const elem *e, own_words *d)
{
    describe(d, 2, "reaction forces [lambda1, lambda2]", "position constraints [c1, c2]");
    if (d->of_assembly)
        describe(d, 2, "reaction force derivatives [lambdaP1, lambdaP2]", "velocity constraints [cP1, cP2]");
    else
        describe(d, e->n_own - 2, "stiction state [z]", "stick slip transition [Phi]");
}
