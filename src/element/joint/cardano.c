/* cardano.c - the constraint of a Cardano (universal, Hooke's) joint.
 *
 *     phi = -e3(H1) . e2(H2)       couple  -M (e3(H1) x e2(H2))  on side 2, minus it on side 1 */
#include "element/joint/cardano.h"

void part_cardano(const joint_work *k, int own, double M)
{
    part_normal(k, own, -1.0, mat3_col(&k->m[0].H, 2), mat3_col(&k->m[1].H, 1), M);
}

vec3 cardano_couple(const side_motion m[2], double M)
{
    return vec3_scale(-M, vec3_cross(mat3_col(&m[0].H, 2), mat3_col(&m[1].H, 1)));
}

void cardano_connect(const elem *e, layout *l)
{
    const cardano *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_point_layout(l, &at, at.own);
    part_normal_layout(l, &at, at.own + 3);
}

void cardano_eval(int n, const state *s, const elem *e, local *out)
{
    const cardano *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_point(&k, k.rows.own, vec3_load(s->y + e->own));
    part_cardano(&k, k.rows.own + 3, s->y[e->own + 3]);
}

void cardano_output(const mat3 *A, const mat3 *B, orientation_kind description, orientation_kind named, record *out)
{
    const mat3 relative = mat3_tmul(A, B);
    record_name(out, "", QUANTITY_ORIENTATION, "relative");
    record_orientation(out, &relative, out->named ? named : description);
    record_end(out);
}
