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
    const model *model;
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

static properties compute(const state *state, const inertia *in)
{
    properties properties = {0};
    for (int i = 0; i < in->n; i++)
        in->elements[i]->type->inertia->add(state, in->elements[i], &properties.sum);
    const double m = properties.sum.mass;
    properties.Jcg = properties.sum.J;
    if (m != 0) {
        properties.Xcg = vec3_scale(1 / m, properties.sum.s);
        properties.Vcg = vec3_scale(1 / m, properties.sum.beta);
        properties.Jcg = inertia_moved(&properties.sum.J, -m, properties.Xcg);
    }
    properties.gamma = vec3_sub(properties.sum.gamma, vec3_cross(properties.Xcg, properties.sum.beta));
    if (mat3_det(&properties.Jcg) != 0) {
        const mat3 inverse = mat3_inverse(&properties.Jcg);
        properties.Wcg = mat3_mulv(&inverse, properties.gamma);
    }
    properties.JX = inertia_moved(&properties.Jcg, m, vec3_sub(properties.Xcg, in->X));
    principal(&properties.Jcg, &properties.Jp, &properties.Rp);
    return properties;
}

static mat3 inertia_type_rotated(const mat3 *R, const mat3 *J)
{
    const mat3 left = mat3_tmul(R, J);
    return mat3_mul(&left, R);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef ARRAY(const elem *) elem_list;

static void inertia_add(reader *reader, elem_list *list, const elem *element)
{
    for (int i = 0; i < list->n; i++)
        if (list->items[i] == element) {
            read_error_last(reader, E_ELEMENT_LISTED_TWICE, element->type->card->name, element->label);
            return;
        }
    array_push(list, element);
}

static void read_labels(reader *reader, elem_list *list, const elem_card *card)
{
    const model *model = model_of(reader);
    if (read_keyword(reader, "all")) {
        for (int i = 0; i < model->elems.n; i++)
            if (model->elems.items[i]->type->card->class == card->class && model->elems.items[i]->type->inertia)
                array_push(list, model->elems.items[i]);
        return;
    }
    do {
        const unsigned label = read_label(reader, "label of an element");
        const elem *element = read_known_elem(reader, card, label);
        if (read_ok(reader) && !element)
            read_error_last(reader, E_NO_ELEMENT, card->name, label);
        else if (element && element->type->inertia)
            inertia_add(reader, list, element);
    } while (read_ok(reader) && read_more(reader) && !read_peek_word(reader));
}

static void read_outputs(reader *reader, inertia *in)
{
    static const char *const WORDS[] = {"no", "yes", "log", "both", "always", NULL};
    in->log = false;
    for (int word; read_ok(reader) && read_more(reader) && (word = read_try_choice(reader, WORDS)) >= 0;) {
        in->print = in->print || word == 1 || word == 3;
        in->log = in->log || word >= 2;
        in->always = in->always || word == 4;
    }
}

static void read_frame(reader *reader, inertia *in)
{
    in->R = MAT3_EYE;
    if (read_keyword(reader, "position"))
        in->X = read_position_abs(reader, NULL, "reference position");
    if (read_keyword(reader, "orientation"))
        in->R = read_orientation_abs(reader, NULL, "reference orientation");
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void line(record *out, const char *name)
{
    record_end(out);
    text_printf(out->text, "    %-13s", name);
    out->text->n--; /* numbers are written with a leading blank */
}

static void write_log(const properties *properties, const inertia *in, const elem *element, record *out)
{
    const vec3 d = vec3_sub(properties->Xcg, in->X);
    const mat3 JR = inertia_type_rotated(&in->R, &properties->JX);
    record_word(out, "inertia:");
    record_unsigned(out, element->label);
    if (element->name)
        text_printf(out->text, " \"%s\"", element->name);
    line(out, "mass:"), record_real(out, properties->sum.mass);
    line(out, "J:"), record_mat3(out, &properties->sum.J);
    line(out, "Xcg:"), record_vec3(out, properties->Xcg);
    line(out, "Jcg:"), record_mat3(out, &properties->Jcg);
    line(out, "Vcg:"), record_vec3(out, properties->Vcg);
    line(out, "Wcg:"), record_vec3(out, properties->Wcg);
    line(out, "Xcg-X:"), record_vec3(out, d);
    line(out, "R^T*(Xcg-X):"), record_vec3(out, mat3_tmulv(&in->R, d));
    line(out, "J(X):"), record_mat3(out, &properties->JX);
    line(out, "R^T*J(X)*R:"), record_mat3(out, &JR);
    line(out, "Rp:"), record_mat3(out, &properties->Rp);
    line(out, "Thetap:"), record_vec3(out, rotation_log(&properties->Rp));
    line(out, "Jp:"), record_vec3(out, properties->Jp);
    line(out, "beta:"), record_vec3(out, properties->sum.beta);
    line(out, "gamma:"), record_vec3(out, properties->gamma);
    record_end(out);
}

/* Uses the nodes in the positions given in the deck: nothing has been solved yet when this is written. */
static void write_initial(const elem *element, record *out)
{
    const inertia *in = element->self;
    if (diag_errors(in->model->errors) > 0)
        return; /* a body may lack its node */
    pose *at = heap_resize(NULL, ((size_t)in->model->n_poses + 1) * sizeof *at);
    for (int i = 0; i < in->model->nodes.n; i++) {
        const node *node = in->model->nodes.items[i];
        if (node->pose >= 0)
            at[node->pose] =
                (pose){.x = node->initial->x, .v = node->initial->v, .w = node->initial->w, .R = node->initial->R};
    }
    const state state = {.poses = at};
    const properties properties = compute(&state, in);
    write_log(&properties, in, element, out);
    free(at);
}

static void inertia_log_line(const elem *element, record *out)
{
    if (((const inertia *)element->self)->log)
        write_initial(element, out);
}

static void print(const reader *reader, const elem *element)
{
    text words = {0};
    record out = {.text = &words, .general = true};
    write_initial(element, &out);
    text_char(&words, '\0');
    reader_print(reader, words.data);
    text_free(&words);
}

static void inertia_output_row(const state *state, const elem *element, record *out)
{
    const inertia *in = element->self;
    const properties properties = compute(state, in);
    const vec3 d = vec3_sub(properties.Xcg, in->X);
    const mat3 JR = inertia_type_rotated(&in->R, &properties.JX);
    record_type(out, "inertia");
    record_begin(out, element->label);
    record_name(out, "B", QUANTITY_MOMENTUM, "total momentum (x, y, z) w.r.t. global frame");
    record_vec3(out, properties.sum.beta);
    record_name(out, "G_cm", QUANTITY_MOMENTA_MOMENT,
                "total momenta moment (x, y, z) at center of mass w.r.t. global frame");
    record_vec3(out, properties.gamma);
    record_name(out, "M", QUANTITY_MASS, "total mass");
    record_real(out, properties.sum.mass);
    record_name(out, "X_cm", QUANTITY_LENGTH, "position of center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, properties.Xcg);
    record_name(out, "V_cm", QUANTITY_VELOCITY, "velocity of center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, properties.Vcg);
    record_name(out, "Omega_cm", QUANTITY_ANGULAR_VELOCITY,
                "angular velocity around center of mass (x, y, z) w.r.t. global frame");
    record_vec3(out, properties.Wcg);
    record_name(out, "DX", QUANTITY_LENGTH, "relative center of mass position, global frame (x, y, z)");
    record_vec3(out, d);
    record_name(out, "dx", QUANTITY_LENGTH, "relative center of mass position, local frame (x, y, z)");
    record_vec3(out, mat3_tmulv(&in->R, d));
    record_name(out, "Jp", QUANTITY_INERTIA, "principal moments of inertia");
    record_vec3(out, properties.Jp);
    record_name(out, "Phip", QUANTITY_DIMENSIONLESS, "orientation vector of principal axes, global frame");
    record_vec3(out, rotation_log(&properties.Rp));
    record_name(out, "J_cm", QUANTITY_INERTIA, "matrix of inertia at center of mass w.r.t. global frame");
    record_mat3(out, &properties.Jcg);
    record_name(out, "J0", QUANTITY_INERTIA,
                "total inertia matrix with respect to reference position and reference orientation");
    record_mat3(out, &JR);
    record_end(out);
}

static void inertia_read(reader *reader, elem *element)
{
    static const char *const TYPES[] = {"body", "joint", "solid", "loadable", NULL};
    inertia *in = element->self;
    elem_list list = {0};
    in->log = true;
    in->model = model_of(reader);
    read_frame(reader, in);
    do {
        if (read_keyword(reader, "output")) {
            read_outputs(reader, in);
            continue;
        }
        const int type = read_choice(reader, TYPES, "type of elements");
        if (type >= 0)
            read_labels(reader, &list, elem_card_find(TYPES[type]));
    } while (read_ok(reader) && read_more(reader));
    in->n = list.n;
    in->elements = list.n ? arena_copy(reader_arena(reader), list.items, (size_t)list.n * sizeof *list.items) : NULL;
    array_free(&list);
    element->output = element->output && in->always;
    if (in->print && read_ok(reader))
        print(reader, element);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static const char *const names[] = {
    "X[1]",      "X[2]",      "X[3]",      "Phi[1]",    "Phi[2]",    "Phi[3]",    "V[1]",      "V[2]",      "V[3]",
    "Omega[1]",  "Omega[2]",  "Omega[3]",  "J[1][1]",   "J[1][2]",   "J[1][3]",   "J[2][1]",   "J[2][2]",   "J[2][3]",
    "J[3][1]",   "J[3][2]",   "J[3][3]",   "Jcg[1][1]", "Jcg[1][2]", "Jcg[1][3]", "Jcg[2][1]", "Jcg[2][2]", "Jcg[2][3]",
    "Jcg[3][1]", "Jcg[3][2]", "Jcg[3][3]", "JP[1]",     "JP[2]",     "JP[3]",     "m",         "beta[1]",   "beta[2]",
    "beta[3]",   "gamma[1]",  "gamma[2]",  "gamma[3]",  NULL};

/* "J[1,1]" is an alternative spelling of "J[1][1]". */
static int inertia_private_index(const elem *element, const char *name)
{
    char plain[32];
    int n = 0;
    if (!((const inertia *)element->self)->always)
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

static double inertia_private_value(const state *state, const elem *element, int index)
{
    const inertia *in = element->self;
    const properties properties = compute(state, in);
    const mat3 JR = inertia_type_rotated(&in->R, &properties.JX);
    const vec3 phi = rotation_log(&properties.Rp);
    const int k = index - 1;
    if (k < 12) {
        const vec3 v[] = {properties.Xcg, phi, properties.Vcg, properties.Wcg};
        return vec3_get(v[k / 3], k % 3);
    }
    if (k < 21)
        return JR.e[(k - 12) / 3][(k - 12) % 3];
    if (k < 30)
        return properties.Jcg.e[(k - 21) / 3][(k - 21) % 3];
    if (k < 33)
        return vec3_get(properties.Jp, k - 30);
    if (k == 33)
        return properties.sum.mass;
    return vec3_get(k < 37 ? properties.sum.beta : properties.gamma, (k - 34) % 3);
}

static void inertia_sample(sampler *from, elem *element)
{
    inertia *in = element->self;
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
