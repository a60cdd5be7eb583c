/* line.c - common parts of the inline joints. */
#include "element/joint/line.h"
#include "deck/named_values.h"
#include <math.h>

static void line_read_end(reader *reader, joint_side *side, const joint_side *other, const char *word)
{
    read_word(reader, word);
    side->Rh = MAT3_EYE;
    read_side_node(reader, side, other);
    if (read_keyword(reader, "offset"))
        side->f = read_side_position(reader, side, other, "offset");
}

void read_line(reader *reader, elem *element)
{
    joint_side *side = ((total *)element->self)->side;
    line_read_end(reader, &side[0], NULL, "node1");
    if (read_orientation_word(reader))
        side[0].Rh = read_side_orientation(reader, &side[0], NULL, "hinge");
    const mat3 R = side[0].Rh;
    side[0].Rh = mat3_from_cols(mat3_col(&R, 1), mat3_col(&R, 2), mat3_col(&R, 0));
    line_read_end(reader, &side[1], &side[0], "node2");
}

void line_set(elem *element, arena *memory, int more, internal_kind kind)
{
    total_set(element->self, element, memory, "pp----");
    if (more == 0)
        return;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, 2 + more);
    for (int i = 0; i < more; i++)
        kinds[2 + i] = kind;
    element->kinds = kinds;
    element->n_internal = 2 + more;
}

void sample_line(sampler *from, elem *element) { sample_sides(from, ((total *)element->self)->side); }

void line_begin(int n, const state *state, const elem *element, line_work *work)
{
    const total *joint = element->self;
    const double *l = state->y + element->internal, N = hypot(l[0], l[1]);
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &work->side[i], state, &joint->side[i], 6 * i);
    jet_side_axis(n, &work->axis, &work->side[0], 2);
    jet3_add(n, &work->arm, &work->side[1].p, -1.0, &work->side[0].node.x);
    jet1_const(n, &work->normal, N);
    if (N > 0.0)
        work->normal.d[LINE_INTERNAL] = l[0] / N, work->normal.d[LINE_INTERNAL + 1] = l[1] / N;
}

void line_speed(int lanes, const line_work *work, jet1 *v)
{
    jet3 second, spun, u;
    jet_side_velocity(lanes, &second, &work->side[1]);
    jet3_cross(lanes, &spun, &work->side[0].node.w, &work->arm);
    jet3_add(lanes, &u, &second, -1.0, &work->side[0].node.v);
    jet3_add_to(lanes, &u, -1.0, &spun);
    jet3_dot(lanes, v, &work->axis, &u);
}

void line_record(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_name(out, "lambda1", QUANTITY_FORCE, "reaction along axis 2 of the hinge");
    record_real(out, state->y[element->internal]);
    record_name(out, "lambda2", QUANTITY_FORCE, "reaction along axis 3 of the hinge");
    record_real(out, state->y[element->internal + 1]);
}

void line_describe(internal_words *words)
{
    describe(words, 2, "reaction forces [lambda1, lambda2]", "position constraints [c1, c2]");
    if (words->of_assembly)
        describe(words, 2, "reaction force derivatives [lambdaP1, lambdaP2]", "velocity constraints [cP1, cP2]");
}
