/* cardano.c - the constraint of a Cardano (universal, Hooke's) joint.
 *
 *     phi = -e3(H1) . e2(H2)       moment -M (e3(H1) x e2(H2)) on side 2, the opposite on side 1 */
#include "element/joint/cardano.h"

void part_cardano(const joint_work *work, int internal, double M)
{
    part_normal(work, internal, -1.0, mat3_col(&work->m[0].H, 2), mat3_col(&work->m[1].H, 1), M);
}

vec3 cardano_moment(const side_motion m[2], double M)
{
    return vec3_scale(-M, vec3_cross(mat3_col(&m[0].H, 2), mat3_col(&m[1].H, 1)));
}

void cardano_connect(const elem *element, layout *layout)
{
    const cardano *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    part_point_layout(layout, &at, at.internal);
    part_normal_layout(layout, &at, at.internal + 3);
}

void cardano_eval(int lanes, const state *state, const elem *element, local *out)
{
    const cardano *joint = element->self;
    const joint_work work = joint_begin(lanes, state, joint->side, out);
    part_point(&work, work.rows.internal, vec3_load(state->y + element->internal));
    part_cardano(&work, work.rows.internal + 3, state->y[element->internal + 3]);
}

void cardano_output(const mat3 *A, const mat3 *B, orientation_kind description, orientation_kind named, record *out)
{
    const mat3 relative = mat3_tmul(A, B);
    record_name(out, "", QUANTITY_ORIENTATION, "relative");
    record_orientation(out, &relative, out->named ? named : description);
    record_end(out);
}
