/* mpc.c - C x = u(t): linear constraints on the positions of nodes, one multiplier each.
 *
 *     sum_j C_ij x_j - u_i = 0;    node: +C' lambda                                                              */
#include "element/elem_drives.h"
#include "element/numbered.h"
#include "deck/named_values.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    int n;
    const node **nodes;
    elem_drives elem_drives;
    double *C; /* u.n rows of 3 n entries */
} mpc;

static void mpc_read(reader *reader, elem *element)
{
    mpc *joint = element->self;
    read_word(reader, "nodes");
    const int n = read_count(reader, 1, "number of nodes");
    joint->nodes = ARENA_ARRAY(reader_arena(reader), const node *, n);
    for (joint->n = 0; read_ok(reader) && joint->n < n; joint->n++)
        joint->nodes[joint->n] = read_point_node(reader, "node");
    read_word(reader, "constraints");
    read_elem_drives(reader, &joint->elem_drives, "constraint");
    read_word(reader, "constraint matrix");
    const int columns = read_limited(reader, 3, joint->n, "columns of the constraint matrix");
    const int entries = read_limited(reader, joint->elem_drives.n, columns, "entries of the constraint matrix");
    joint->C = ARENA_ARRAY(reader_arena(reader), double, entries);
    for (int i = 0; read_ok(reader) && i < entries; i++)
        joint->C[i] = read_real(reader, "constraint matrix");
    element->n_internal = joint->elem_drives.n;
}

static int node_rows(const node *node) { return node->has_rotation ? 6 : 3; }

static void mpc_connect(const elem *element, layout *layout)
{
    const mpc *joint = element->self;
    int rows = 0;
    for (int i = 0; i < joint->n; i++) {
        layout_node(layout, joint->nodes[i]);
        rows += node_rows(joint->nodes[i]);
    }
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, rows, rows, joint->elem_drives.n);
    layout_full(layout, rows, joint->elem_drives.n, 0, rows);
}

static int first_internal(const mpc *joint)
{
    int rows = 0;
    for (int i = 0; i < joint->n; i++)
        rows += node_rows(joint->nodes[i]);
    return rows;
}

/* Adds the contribution of coefficients c of a node to the rows of the node and of a constraint. */
static void mpc_add_node(int lanes, const state *state, const double *c, const node *at, double lambda,
                         const int rows[2], local *out)
{
    for (int k = 0; k < 3; k++) {
        const int row = rows[0] + k, internal = rows[1];
        out->r[row] += c[k] * lambda;
        out->r[internal] += c[k] * vec3_get(state->poses[at->pose].x, k);
        if (lanes == 0)
            continue;
        out->J[row * out->ld + internal] += c[k];
        out->J[internal * out->ld + row] += c[k] * state->dvalue;
    }
}

static void mpc_eval(int lanes, const state *state, const elem *element, local *out)
{
    const mpc *joint = element->self;
    const int internal = first_internal(joint);
    const double *c = joint->C;
    for (int i = 0; i < joint->elem_drives.n; i++) {
        out->r[internal + i] -= drive_now(joint->elem_drives.drives[i], state);
        for (int j = 0, row = 0; j < joint->n; row += node_rows(joint->nodes[j++]), c += 3)
            mpc_add_node(lanes, state, c, joint->nodes[j], state->y[element->internal + i],
                         (const int[2]){row, internal + i}, out);
    }
}

static void mpc_rate(const state *state, const elem *element, double *phi_t)
{
    const mpc *joint = element->self;
    for (int i = 0; i < joint->elem_drives.n; i++)
        phi_t[i] = -drive_derivative(joint->elem_drives.drives[i], state, state->t);
}

static const char *const NAMES[] = {"lambda[N]", NULL};

static int mpc_private_index(const elem *element, const char *name)
{
    return numbered_name(name, "lambda[", "]", element->n_internal);
}

static bool mpc_has_private(const elem *element, int index) { return index <= element->n_internal; }

static double mpc_private_value(const state *state, const elem *element, int index)
{
    return state->y[element->internal + index - 1];
}

static void mpc_output_row(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    for (int i = 0; i < element->n_internal; i++) {
        record_name_numbered(out, "lambda", i + 1, QUANTITY_FORCE, "multiplier");
        record_real(out, state->y[element->internal + i]);
    }
    record_end(out);
}

static const char *mpc_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "multiplier";
}

static void mpc_sample(sampler *from, elem *element)
{
    mpc *joint = element->self;
    joint->n = 2;
    joint->nodes = ARENA_ARRAY(from->memory, const node *, 2);
    joint->nodes[0] = sample_point(from, 0);
    joint->nodes[1] = sample_structural(from, 0);
    joint->elem_drives = (elem_drives){.n = 1, .drives = ARENA_ARRAY(from->memory, const drive *, 1)};
    joint->elem_drives.drives[0] = sample_drive(from);
    joint->C = ARENA_ARRAY(from->memory, double, 6);
    for (int i = 0; i < 6; i++)
        joint->C[i] = sample_real(from, 1, 2);
    element->n_internal = 1;
}

const elem_type mpc_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "mpc",
    .grammar = "user defined: LABEL, mpc, nodes, N, NODE, ..., constraints, M, (DRIVE) U 1, ..., constraint matrix, C "
               "1 1, C 1 2, ...",
    .summary = "Linear constraints on the positions of nodes.",
    .module = MODULE_MPC,
    .size = sizeof(mpc),
    .read = mpc_read,
    .connect = mpc_connect,
    .eval = mpc_eval,
    .rate = mpc_rate,
    .output = mpc_output_row,
    .private_names = NAMES,
    .private_index = mpc_private_index,
    .has_private = mpc_has_private,
    .private_value = mpc_private_value,
    .internal_name = mpc_internal_name,
    .sample = mpc_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
};
