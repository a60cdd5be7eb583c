/* beam_output.c - rows of the .act file and private data of beams.
 *
 *     beam3:  LABEL F_I M_I F_II M_II [ nu_I nu_II ] [ k_I k_II ] [ nu'_I nu'_II k'_I k'_II ]
 *     beam2:  LABEL F M                                                                                         */
#include "element/beam/beam.h"
#include "math/rotation.h"
#include <string.h>

static void point_now(const state *s, const beam *b, int which, beam_motion *m, law_result *f)
{
    beam_shape q;
    beam_shape_now(b, s, &q);
    beam_motion_set(b, &q, &b->point[which], m);
    beam_law(b, s, &b->point[which], m, f);
}

static void record_part(record *out, const beam_motion *m, int n, bool of_rates, int first)
{
    for (int i = 0; i < n; i++)
        record_vec3(out, vec3_load((of_rates ? m[i].rate : m[i].strain) + first));
}

void beam_output(const state *s, const elem *e, record *out)
{
    const beam *b = e->self;
    const unsigned rates = OUTPUT_LINEAR_STRAIN_RATE | OUTPUT_ANGULAR_STRAIN_RATE;
    beam_motion m[BEAM_POINTS];
    record_begin(out, e->label);
    for (int i = 0; i < b->n_points; i++) {
        law_result f;
        point_now(s, b, i, &m[i], &f);
        record_vec3(out, vec3_load(f.stress));
        record_vec3(out, vec3_load(f.stress + 3));
    }
    if (b->n_points == 2) {
        if (b->output & OUTPUT_LINEAR_STRAIN)
            record_part(out, m, 2, false, 0);
        if (b->output & OUTPUT_ANGULAR_STRAIN)
            record_part(out, m, 2, false, 3);
        if (b->output & rates && b->has_rates) {
            record_part(out, m, 2, true, 0);
            record_part(out, m, 2, true, 3);
        }
    }
    record_end(out);
}

/* Groups of three, in the order of their indices. */
static const char *const GROUPS[] = {"e", "k", "F", "M", "X", "Phi", "Omega", "eP", "kP"};

enum { OF_NU, OF_K, OF_FORCE, OF_MOMENT, OF_POSITION, OF_ORIENTATION, OF_ANGULAR_VELOCITY, OF_NU_RATE, OF_K_RATE };

int beam_private_index(const elem *e, const char *name)
{
    const beam *b = e->self;
    int which = 0;
    if (b->n_points == 2) {
        if (strncmp(name, "pI.", 3) == 0)
            name += 3;
        else if (strncmp(name, "pII.", 4) == 0)
            name += 4, which = 1;
        else
            return 0;
    }
    for (int i = 0; i < ARRAY_LEN(GROUPS); i++) {
        const size_t n = strlen(GROUPS[i]);
        if (strncmp(name, GROUPS[i], n) == 0 && name[n] >= 'x' && name[n] <= 'z' && !name[n + 1])
            return 1 + 27 * which + 3 * i + name[n] - 'x';
    }
    return 0;
}

/* Of an elastic beam, which does without the section's own. */
static vec3 angular_velocity(const state *s, const beam *b, const beam_point *k)
{
    vec3 w = {0, 0, 0};
    for (int i = 0; i < b->n_nodes; i++)
        w = vec3_axpy(w, k->N[i], s->at[b->node[i]->pose].w);
    return w;
}

double beam_private_value(const state *s, const elem *e, int index)
{
    const beam *b = e->self;
    const int which = (index - 1) / 27, group = (index - 1) % 27 / 3, i = (index - 1) % 3;
    beam_motion m;
    law_result f;
    point_now(s, b, which, &m, &f);
    switch (group) {
    case OF_NU:
        return m.strain[i];
    case OF_K:
        return m.strain[3 + i];
    case OF_FORCE:
        return f.stress[i];
    case OF_MOMENT:
        return f.stress[3 + i];
    case OF_POSITION:
        return vec3_get(m.p, i);
    case OF_ORIENTATION:
        return vec3_get(rotation_log(&m.R), i);
    case OF_ANGULAR_VELOCITY:
        return vec3_get(b->has_rates ? m.w : angular_velocity(s, b, &b->point[which]), i);
    case OF_NU_RATE:
        return b->has_rates ? m.rate[i] : 0.0;
    default:
        return b->has_rates ? m.rate[3 + i] : 0.0;
    }
}
