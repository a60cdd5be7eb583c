/* inertia.c - the inertia of a set of elements as one rigid body.
 *
 *     m, s, J              sums about the origin of the global frame
 *     Xcg = s / m          Jcg = J + m Xcg x Xcg x
 *     Vcg = beta / m       gamma_cg = gamma - Xcg x beta       Wcg = Jcg^-1 gamma_cg
 *     J(X) = Jcg - m (Xcg - X) x (Xcg - X) x
 *     Jcg = Rp diag(Jp) Rp'
 *
 * Jp is in ascending order; the first two axes of Rp are oriented such that their last component is negative, unless
 * they are axes of the frame. */
#include "base/array.h"
#include "math/rotation.h"
#include "math/symmetric3.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <string.h>

typedef struct {
    vec3 X;
    mat3 R;
    const elem **elements;
    int n;
    bool log, print, always;
    const model *m;
} inertia;

typedef struct {
    inertia_sum sum;
    vec3 Xcg, Vcg, Wcg, gamma, Jp;
    mat3 Jcg, JX, Rp;
} properties;

static vec3 directed(vec3 axis)
{
    const double tip = axis.z != 0 ? axis.z : axis.y;
    const bool is_alone = (axis.x != 0) + (axis.y != 0) + (axis.z != 0) == 1;
    return tip > 0 && !is_alone ? vec3_neg(axis) : axis;
}

static void principal(const mat3 *J, vec3 *Jp, mat3 *Rp)
{
    vec3 values;
    mat3 axes;
    int order[] = {0, 1, 2};
    symmetric3_principal(J, &values, &axes);
    for (int i = 1; i < 3; i++)
        for (int k = i; k > 0 && vec3_get(values, order[k]) < vec3_get(values, order[k - 1]); k--) {
            const int later = order[k - 1];
            order[k - 1] = order[k];
            order[k] = later;
        }
    *Jp = (vec3){vec3_get(values, order[0]), vec3_get(values, order[1]), vec3_get(values, order[2])};
    const vec3 first = directed(mat3_col(&axes, order[0])), second = directed(mat3_col(&axes, order[1]));
    *Rp = mat3_from_cols(first, second, vec3_cross(first, second));
}

static properties compute(const state *s, const inertia *in)
{
    properties p = {0};
    for (int i = 0; i < in->n; i++)
        in->elements[i]->type->inertia->add(s, in->elements[i], &p.sum);
    const double m = p.sum.mass;
    p.Jcg = p.sum.J;
    if (m != 0) {
        p.Xcg = vec3_scale(1 / m, p.sum.s);
        p.Vcg = vec3_scale(1 / m, p.sum.beta);
        p.Jcg = inertia_moved(&p.sum.J, -m, p.Xcg);
    }
    p.gamma = vec3_sub(p.sum.gamma, vec3_cross(p.Xcg, p.sum.beta));
    if (mat3_det(&p.Jcg) != 0) {
        const mat3 inverse = mat3_inverse(&p.Jcg);
        p.Wcg = mat3_mulv(&inverse, p.gamma);
    }
    p.JX = inertia_moved(&p.Jcg, m, vec3_sub(p.Xcg, in->X));
    principal(&p.Jcg, &p.Jp, &p.Rp);
    return p;
}

static mat3 inertia_type_turned(const mat3 *R, const mat3 *J)
{
    const mat3 left = mat3_tmul(R, J);
    return mat3_mul(&left, R);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef ARRAY(const elem *) elem_list;

static void inertia_add(reader *r, elem_list *list, const elem *e)
{
    for (int i = 0; i < list->n; i++)
        if (list->items[i] == e) {
            read_error_last(r, E_ELEMENT_LISTED_TWICE, e->type->card->name, e->label);
            return;
        }
    array_push(list, e);
}

static void read_labels(reader *r, elem_list *list, const elem_card *card)
{
    const model *m = model_of(r);
    if (read_keyword(r, "all")) {
        for (int i = 0; i < m->elems.n; i++)
            if (m->elems.items[i]->type->card->class == card->class && m->elems.items[i]->type->inertia)
                array_push(list, m->elems.items[i]);
        return;
    }
    do {
        const unsigned label = read_label(r, "label of an element");
        const elem *e = read_known_elem(r, card, label);
        if (read_ok(r) && !e)
            read_error_last(r, E_NO_ELEMENT, card->name, label);
        else if (e && e->type->inertia)
            inertia_add(r, list, e);
    } while (read_ok(r) && read_more(r) && !read_peek_word(r));
}

static void read_outputs(reader *r, inertia *in)
{
    static const char *const WORDS[] = {"no", "yes", "log", "both", "always", NULL};
    in->log = false;
    for (int word; read_ok(r) && read_more(r) && (word = read_try_choice(r, WORDS)) >= 0;) {
        in->print = in->print || word == 1 || word == 3;
        in->log = in->log || word >= 2;
        in->always = in->always || word == 4;
    }
}

static void read_frame(reader *r, inertia *in)
{
    in->R = MAT3_EYE;
    if (read_keyword(r, "position"))
        in->X = read_position_abs(r, NULL, "reference position");
    if (read_keyword(r, "orientation"))
        in->R = read_orientation_abs(r, NULL, "reference orientation");
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void line(record *out, const char *name)
{
    record_end(out);
    text_printf(out->text, "    %-13s", name);
    out->text->n--; /* numbers bring their blank */
}

static void write_log(const properties *p, const inertia *in, const elem *e, record *out)
{
    const vec3 d = vec3_sub(p->Xcg, in->X);
    const mat3 JR = inertia_type_turned(&in->R, &p->JX);
    record_word(out, "inertia:");
    record_unsigned(out, e->label);
    if (e->name)
        text_printf(out->text, " \"%s\"", e->name);
    line(out, "mass:"), record_real(out, p->sum.mass);
    line(out, "J:"), record_mat3(out, &p->sum.J);
    line(out, "Xcg:"), record_vec3(out, p->Xcg);
    line(out, "Jcg:"), record_mat3(out, &p->Jcg);
    line(out, "Vcg:"), record_vec3(out, p->Vcg);
    line(out, "Wcg:"), record_vec3(out, p->Wcg);
    line(out, "Xcg-X:"), record_vec3(out, d);
    line(out, "R^T*(Xcg-X):"), record_vec3(out, mat3_tmulv(&in->R, d));
    line(out, "J(X):"), record_mat3(out, &p->JX);
    line(out, "R^T*J(X)*R:"), record_mat3(out, &JR);
    line(out, "Rp:"), record_mat3(out, &p->Rp);
    line(out, "Thetap:"), record_vec3(out, rotation_log(&p->Rp));
    line(out, "Jp:"), record_vec3(out, p->Jp);
    line(out, "beta:"), record_vec3(out, p->sum.beta);
    line(out, "gamma:"), record_vec3(out, p->gamma);
    record_end(out);
}

/* The model's nodes where the deck puts them: nothing has been solved when this is written. */
static void write_initial(const elem *e, record *out)
{
    const inertia *in = e->self;
    if (diag_errors(in->m->errors) > 0)
        return; /* a body may be without its node */
    pose *at = heap_resize(NULL, ((size_t)in->m->n_poses + 1) * sizeof *at);
    for (int i = 0; i < in->m->nodes.n; i++) {
        const node *n = in->m->nodes.items[i];
        if (n->pose >= 0)
            at[n->pose] = (pose){.x = n->initial->x, .v = n->initial->v, .w = n->initial->w, .R = n->initial->R};
    }
    const state s = {.poses = at};
    const properties p = compute(&s, in);
    write_log(&p, in, e, out);
    free(at);
}

static void inertia_log_line(const elem *e, record *out)
{
    if (((const inertia *)e->self)->log)
        write_initial(e, out);
}

static void print(const reader *r, const elem *e)
{
    text words = {0};
    record out = {.text = &words, .general = true};
    write_initial(e, &out);
    text_char(&words, '\0');
    reader_print(r, words.data);
    text_free(&words);
}

static void inertia_output_row(const state *s, const elem *e, record *out)
{
    const inertia *in = e->self;
    const properties p = compute(s, in);
    const vec3 d = vec3_sub(p.Xcg, in->X);
    const mat3 JR = inertia_type_turned(&in->R, &p.JX);
    record_type(out, "inertia");
    record_begin(out, e->label);
    record_name(out, "B", QUANTITY_MOMENTUM, "total momentum (x, y, z) w.r.t. global frame");
    record_vec3(out, p.sum.beta);
    record_name(out, "G_cm", QUANTITY_MOMENTA_MOMENT,
                "total momenta moment (x, y, z) at center of mass w.r.t. global frame");
    record_vec3(out, p.gamma);
    record_name(out, "M", QUANTITY_MASS, "total mass");
    record_real(out, p.sum.mass);
    record_name(out, "X_cm", QUANTITY_LENGTH, "position of center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, p.Xcg);
    record_name(out, "V_cm", QUANTITY_VELOCITY, "velocity of center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, p.Vcg);
    record_name(out, "Omega_cm", QUANTITY_ANGULAR_VELOCITY,
                "angular velocity around center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, p.Wcg);
    record_name(out, "DX", QUANTITY_LENGTH, "relative center of mass position, global frame (x, y, z)");
    record_vec3(out, d);
    record_name(out, "dx", QUANTITY_LENGTH, "relative center of mass position, local frame (x, y, z)");
    record_vec3(out, mat3_tmulv(&in->R, d));
    record_name(out, "Jp", QUANTITY_INERTIA, "principal moments of inertia");
    record_vec3(out, p.Jp);
    record_name(out, "Phip", QUANTITY_DIMENSIONLESS, "orientation vector of principal axes, global frame");
    record_vec3(out, rotation_log(&p.Rp));
    record_name(out, "J_cm", QUANTITY_INERTIA, "matrix of inertia at center of mass w.r.t. global frame");
    record_mat3(out, &p.Jcg);
    record_name(out, "J0", QUANTITY_INERTIA,
                "total inertia matrix with respect to reference position and reference orientation");
    record_mat3(out, &JR);
    record_end(out);
}

static void inertia_read(reader *r, elem *e)
{
    static const char *const TYPES[] = {"body", "joint", "solid", "loadable", NULL};
    inertia *in = e->self;
    elem_list list = {0};
    in->log = true;
    in->m = model_of(r);
    read_frame(r, in);
    do {
        if (read_keyword(r, "output")) {
            read_outputs(r, in);
            continue;
        }
        const int type = read_choice(r, TYPES, "type of elements");
        if (type >= 0)
            read_labels(r, &list, elem_card_find(TYPES[type]));
    } while (read_ok(r) && read_more(r));
    in->n = list.n;
    in->elements = list.n ? arena_copy(reader_arena(r), list.items, (size_t)list.n * sizeof *list.items) : NULL;
    array_free(&list);
    e->output = e->output && in->always;
    if (in->print && read_ok(r))
        print(r, e);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static const char *const names[] = {
    "X[1]",      "X[2]",      "X[3]",      "Phi[1]",    "Phi[2]",    "Phi[3]",    "V[1]",      "V[2]",      "V[3]",
    "Omega[1]",  "Omega[2]",  "Omega[3]",  "J[1][1]",   "J[1][2]",   "J[1][3]",   "J[2][1]",   "J[2][2]",   "J[2][3]",
    "J[3][1]",   "J[3][2]",   "J[3][3]",   "Jcg[1][1]", "Jcg[1][2]", "Jcg[1][3]", "Jcg[2][1]", "Jcg[2][2]", "Jcg[2][3]",
    "Jcg[3][1]", "Jcg[3][2]", "Jcg[3][3]", "JP[1]",     "JP[2]",     "JP[3]",     "m",         "beta[1]",   "beta[2]",
    "beta[3]",   "gamma[1]",  "gamma[2]",  "gamma[3]",  NULL};

/* "J[1,1]" is another spelling of "J[1][1]". */
static int inertia_private_index(const elem *e, const char *name)
{
    char plain[32];
    int n = 0;
    if (!((const inertia *)e->self)->always)
        return 0;
    for (const char *c = name; *c && n < (int)sizeof plain - 3; c++) {
        if (*c == ',')
            plain[n++] = ']', plain[n++] = '[';
        else
            plain[n++] = *c;
    }
    plain[n] = 0;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], plain) == 0)
            return i + 1;
    return 0;
}

static double inertia_private_value(const state *s, const elem *e, int index)
{
    const inertia *in = e->self;
    const properties p = compute(s, in);
    const mat3 JR = inertia_type_turned(&in->R, &p.JX);
    const vec3 phi = rotation_log(&p.Rp);
    const int k = index - 1;
    if (k < 12) {
        const vec3 v[] = {p.Xcg, phi, p.Vcg, p.Wcg};
        return vec3_get(v[k / 3], k % 3);
    }
    if (k < 21)
        return JR.e[(k - 12) / 3][(k - 12) % 3];
    if (k < 30)
        return p.Jcg.e[(k - 21) / 3][(k - 21) % 3];
    if (k < 33)
        return vec3_get(p.Jp, k - 30);
    if (k == 33)
        return p.sum.mass;
    return vec3_get(k < 37 ? p.sum.beta : p.gamma, (k - 34) % 3);
}

static void inertia_sample(sampler *from, elem *e)
{
    inertia *in = e->self;
    in->X = sample_vec3(from, 1);
    in->R = sample_rotation(from);
}

const elem_type inertia_type = {
    .card = &elem_cards[CARD_INERTIA],
    .grammar = "inertia: LABEL [, position, X] [, orientation, R], { body | joint | solid | loadable }, { all | LABEL "
               "[, ...] } [, ...] "
               "[, output, { no | yes | log | both | always } [, ...]]",
    .summary = "The inertia of a set of elements as one body, for the log file and as private data.",
    .size = sizeof(inertia),
    .read = inertia_read,
    .log = inertia_log_line,
    .output = inertia_output_row,
    .private_names = names,
    .private_index = inertia_private_index,
    .private_value = inertia_private_value,
    .sample = inertia_sample,
};
