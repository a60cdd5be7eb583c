/* joint_output.c - rows of the .jnt file and lines of the .log file.
 *
 *     LABEL  force (3) and moment (3) in a local frame  force (3) and moment (3) in the global one  ...
 *     NAME: LABEL  NODE f (3) Rh (9)  NODE f (3) Rh (9) */
#include "element/joint/joint.h"

void joint_output(record *out, const elem *element, vec3 F_local, vec3 M_local, vec3 F, vec3 M)
{
    record_begin(out, element->label);
    if (out->named && !out->named->type)
        record_type(out, element->type->words ? element->type->words : element->type->keyword);
    record_name(out, "f", QUANTITY_FORCE, "local reaction force (fx, fy, fz)");
    record_vec3(out, F_local);
    record_name(out, "m", QUANTITY_MOMENT, "local reaction moment (mx, my, mz)");
    record_vec3(out, M_local);
    record_name(out, "F", QUANTITY_FORCE, "global reaction force (FX, FY, FZ)");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "global reaction moment (MX, MY, MZ)");
    record_vec3(out, M);
}

void joint_output_in(record *out, const elem *element, const mat3 *R, wrench wrench)
{
    joint_output(out, element, mat3_tmulv(R, wrench.F), mat3_tmulv(R, wrench.M), wrench.F, wrench.M);
}

void joint_log_begin(record *out, const elem *element, const char *name)
{
    record_word(out, name);
    record_unsigned(out, element->label);
}

void joint_log_side(record *out, const node *node, vec3 f, const mat3 *Rh)
{
    record_unsigned(out, node->label);
    record_vec3(out, f);
    record_mat3(out, Rh);
}

void joint_log(record *out, const elem *element, const char *name)
{
    const joint_side *side = element->self;
    joint_log_begin(out, element, name);
    joint_log_side(out, side[0].node, side[0].f, &side[0].Rh);
    joint_log_side(out, side[1].node, side[1].f, &side[1].Rh);
    record_end(out);
}

void joint_log_rotation(record *out, const elem *element, const char *name)
{
    const joint_side *side = element->self;
    const vec3 zero = {0, 0, 0};
    joint_log_begin(out, element, name);
    joint_log_side(out, side[0].node, zero, &side[0].Rh);
    joint_log_side(out, side[1].node, zero, &side[1].Rh);
    record_end(out);
}

void joint_log_pin(record *out, const elem *element, const char *name)
{
    const joint_side *ground = element->self, *side = ground + 1;
    const frame *at = side->node->initial;
    const mat3 R = mat3_mult(&ground->Rh, &at->R);
    joint_log_begin(out, element, name);
    joint_log_side(out, side->node, side->f, &side->Rh);
    joint_log_side(out, side->node, mat3_tmulv(&at->R, vec3_sub(ground->f, at->x)), &R);
    record_end(out);
}

static const char *const NAMES[] = {"reaction force x",  "reaction force y",  "reaction force z",
                                    "reaction moment x", "reaction moment y", "reaction moment z"};

const char *joint_internal_name(const elem *element, int index)
{
    (void)element;
    return index < 6 ? NAMES[index] : "friction state";
}

const char *joint_moment_name(const elem *element, int index)
{
    (void)element;
    return index < 3 ? NAMES[3 + index] : "friction state";
}

void joint_describe(internal_words *d, const bool on[6], const component_words words[8])
{
    for (int i = 0; i < (d->of_assembly ? 4 : 2); i++)
        describe_components(d, on + i % 2 * 3, words[2 * i], words[2 * i + 1]);
}

const char *const joint_both_frames_names[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz", "fx",
                                               "fy", "fz", "mx", "my", "mz", NULL};

double joint_both_frames(const mat3 *R, wrench wrench, int index)
{
    const vec3 data[] = {mat3_tmulv(R, wrench.F), mat3_tmulv(R, wrench.M), wrench.F, wrench.M};
    return vec3_get(data[(index - 1) / 3], (index - 1) % 3);
}
