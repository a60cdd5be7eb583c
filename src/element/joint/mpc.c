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
    elem_drives u;
    double *C; /* u.n rows of 3 n */
} mpc;

static void mpc_read(reader *r, elem *e)
{
    mpc *p = e->self;
    read_word(r, "nodes");
    const int n = read_count(r, 1, "number of nodes");
    p->nodes = ARENA_ARRAY(reader_arena(r), const node *, n);
    for (p->n = 0; read_ok(r) && p->n < n; p->n++)
        p->nodes[p->n] = read_point_node(r, "node");
    read_word(r, "constraints");
    read_elem_drives(r, &p->u, "constraint");
    read_word(r, "constraint matrix");
    p->C = ARENA_ARRAY(reader_arena(r), double, 3 * p->n * p->u.n);
    for (int i = 0; read_ok(r) && i < 3 * p->n * p->u.n; i++)
        p->C[i] = read_real(r, "constraint matrix");
    e->n_own = p->u.n;
}

static int node_rows(const node *n) { return n->has_rotation ? 6 : 3; }

static void mpc_connect(const elem *e, layout *l)
{
    const mpc *p = e->self;
    int rows = 0;
    for (int i = 0; i < p->n; i++) {
        layout_node(l, p->nodes[i]);
        rows += node_rows(p->nodes[i]);
    }
    layout_own(l);
    layout_clear(l);
    layout_full(l, 0, rows, rows, p->u.n);
    layout_full(l, rows, p->u.n, 0, rows);
}

static int first_own(const mpc *p)
{
    int rows = 0;
    for (int i = 0; i < p->n; i++)
        rows += node_rows(p->nodes[i]);
    return rows;
}

/* What coefficients c of a node do in the rows of the node and of a constraint. */
static void mpc_add_node(int n, const state *s, const double *c, const node *at, double lambda, const int rows[2],
                         local *out)
{
    for (int k = 0; k < 3; k++) {
        const int row = rows[0] + k, own = rows[1];
        out->r[row] += c[k] * lambda;
        out->r[own] += c[k] * vec3_get(s->poses[at->pose].x, k);
        if (n == 0)
            continue;
        out->J[row * out->ld + own] += c[k];
        out->J[own * out->ld + row] += c[k] * s->dvalue;
    }
}

static void mpc_eval(int n, const state *s, const elem *e, local *out)
{
    const mpc *p = e->self;
    const int own = first_own(p);
    const double *c = p->C;
    for (int i = 0; i < p->u.n; i++) {
        out->r[own + i] -= drive_now(p->u.drives[i], s);
        for (int j = 0, row = 0; j < p->n; row += node_rows(p->nodes[j++]), c += 3)
            mpc_add_node(n, s, c, p->nodes[j], s->y[e->own + i], (const int[2]){row, own + i}, out);
    }
}

static void mpc_rate(const state *s, const elem *e, double *phi_t)
{
    const mpc *p = e->self;
    for (int i = 0; i < p->u.n; i++)
        phi_t[i] = -drive_slope(p->u.drives[i], s, s->t);
}

static const char *const NAMES[] = {"lambda[N]", NULL};

static int mpc_private_index(const elem *e, const char *name) { return numbered_name(name, "lambda[", "]", e->n_own); }

static bool mpc_has_private(const elem *e, int index) { return index <= e->n_own; }

static double mpc_private_value(const state *s, const elem *e, int index) { return s->y[e->own + index - 1]; }

static void mpc_output_row(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    for (int i = 0; i < e->n_own; i++) {
        record_name_numbered(out, "lambda", i + 1, QUANTITY_FORCE, "multiplier");
        record_real(out, s->y[e->own + i]);
    }
    record_end(out);
}

static const char *mpc_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "multiplier";
}

static void mpc_sample(sampler *from, elem *e)
{
    mpc *p = e->self;
    p->n = 2;
    p->nodes = ARENA_ARRAY(from->memory, const node *, 2);
    p->nodes[0] = sample_point(from, 0);
    p->nodes[1] = sample_structural(from, 0);
    p->u = (elem_drives){.n = 1, .drives = ARENA_ARRAY(from->memory, const drive *, 1)};
    p->u.drives[0] = sample_drive(from);
    p->C = ARENA_ARRAY(from->memory, double, 6);
    for (int i = 0; i < 6; i++)
        p->C[i] = sample_real(from, 1, 2);
    e->n_own = 1;
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
    .own_name = mpc_own_name,
    .sample = mpc_sample,
    .expectations = &(const elem_expectations){.external_forces = true},
};
