/* structure.c - the model's unknowns, equations and connections in words, as the `print` card asks for them.
 *
 *     Initial assembly dof stats, Regular steps dof stats       who owns how many unknowns, and which, from 1
 *     Structural(1): 12 1->12
 *             1->3: position [px,py,pz]                         dof description
 *             1->3: momentum definition [Bx,By,Bz]              equation description
 *     Element connections                                       the nodes each element acts on
 *     Joint(3) connecting
 *             Structural(1)
 *     Node connections                                          the elements that act on each node
 *     Structural(1) connected to
 *             Joint(3) */
#include "base/array.h"
#include "output/output.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef ARRAY(const elem *) elem_list;

/* --- names -------------------------------------------------------------------------------------------------------- */

static void capitalised(const char *words, text *to)
{
    for (const char *c = words; *c; c++)
        text_char(to, c == words || c[-1] == ' ' ? (char)toupper((unsigned char)*c) : *c);
}

static void name_node(const node *n, text *to)
{
    capitalised(n->type->keyword, to);
    text_printf(to, "(%u)", n->label);
}

static void name_elem(const elem *e, text *to)
{
    if (e->type->card->class->title)
        text_string(to, e->type->card->class->title);
    else
        capitalised(e->type->card->name, to);
    text_printf(to, "(%u)", e->label);
}

/* --- unknowns ----------------------------------------------------------------------------------------------------- */

/* Three unknowns or equations of a structural node, in the order of its numbers. */
typedef struct {
    const char *dof, *equation;
    bool rotates;
} triple;

static const triple ASSEMBLY[] = {
    {"position [px,py,pz]", "position [Px,Py,Pz]", false},
    {"orientation parameters [gx,gy,gz]", "orientation [gx,gy,gz]", true},
    {"linear velocity [vx,vy,vz]", "linear velocity [vx,vy,vz]", false},
    {"angular velocity [wx,wy,wz]", "angular velocity [wx,wy,wz]", true},
};
static const triple DYNAMIC[] = {
    {"position [px,py,pz]", "momentum definition [Bx,By,Bz]", false},
    {"orientation parameters [gx,gy,gz]", "momenta moment definition [Gx,Gy,Gz]", true},
    {"momentum [Bx,By,Bz]", "force equilibrium [Fx,Fy,Fz]", false},
    {"momenta moment [Gx,Gy,Gz]", "moment equilibrium [Mx,My,Mz]", true},
};
static const triple STATIC[] = {
    {"position [px,py,pz]", "force equilibrium [Fx,Fy,Fz]", false},
    {"orientation parameters [gx,gy,gz]", "moment equilibrium [Mx,My,Mz]", true},
};

/* A walk over the owners of unknowns. */
typedef struct {
    const model *m;
    bool assembly;
    int next; /* number of the next unknown, from 0 */
    text *text;
} walk;

static void range(int n, int first, text *to)
{
    if (n == 1)
        text_printf(to, "%d", first + 1);
    else
        text_printf(to, "%d->%d", first + 1, first + n);
}

static void list_triples(const walk *w, const node *n, int first, bool rows)
{
    const triple *of = w->assembly ? ASSEMBLY : n->momentum >= 0 ? DYNAMIC : STATIC;
    const int count = w->assembly ? ARRAY_LEN(ASSEMBLY) : n->momentum >= 0 ? ARRAY_LEN(DYNAMIC) : ARRAY_LEN(STATIC);
    for (int i = 0; i < count; i++) {
        if (of[i].rotates && !n->has_rotation)
            continue;
        text_string(w->text, "        ");
        range(3, first, w->text);
        text_printf(w->text, ": %s\n", rows ? of[i].equation : of[i].dof);
        first += 3;
    }
}

/* Unknowns from `first` on, which are those of the model from `at` on, one a line. */
static void list_single(const walk *w, int first, int at, int n, bool rows)
{
    for (int i = 0; i < n; i++) {
        char words[256];
        place where;
        (rows ? model_describe_row : model_describe_unknown)(w->m, at + i, words, sizeof words, &where);
        text_printf(w->text, "        %d: %s\n", first + i + 1, words);
    }
}

static void owner_line(walk *w, int n)
{
    text_printf(w->text, ": %d ", n);
    range(n, w->next, w->text);
    text_char(w->text, '\n');
}

static void list_node(walk *w, const node *n)
{
    const int turns = n->has_rotation ? 6 : 3, count = w->assembly ? 2 * turns : n->n_dof;
    const int first = w->assembly ? w->next : n->dof;
    if (n->n_dof == 0 || (w->assembly && n->pose < 0))
        return;
    w->next = first;
    name_node(n, w->text);
    owner_line(w, count);
    for (int rows = 0; rows < 2; rows++) {
        if (!(w->m->options.print & (rows ? PRINT_EQUATION : PRINT_DOF)))
            continue;
        if (n->pose >= 0)
            list_triples(w, n, first, rows);
        else
            list_single(w, first, n->dof, count, rows);
    }
    w->next += count;
}

/* In the initial assembly a constraint on positions has a rate, too; other states are no part of it. */
static int count_own(const elem *e, bool assembly)
{
    if (!assembly)
        return e->n_own;
    const bool is_left_out = elem_assembly_of(e->type).never;
    int n = 0;
    for (int k = 0; k < e->n_own && !is_left_out; k++)
        switch (e->kinds ? e->kinds[k] : OWN_CONSTRAINT) {
        case OWN_CONSTRAINT:
        case OWN_PLAIN_CONSTRAINT:
        case OWN_COORDINATE:
            n += 2;
            break;
        case OWN_VELOCITY_CONSTRAINT:
            n++;
            break;
        case OWN_ALGEBRAIC:
        case OWN_SUM:
        case OWN_CONTINUED:
        case OWN_DIFFERENTIAL:
            break;
        }
    return n;
}

static void list_own(const walk *w, const elem *e, int n, bool rows)
{
    own_words d = {.text = w->text, .next = w->next + 1, .of_rows = rows, .of_assembly = w->assembly};
    if (e->type->describe)
        e->type->describe(e, &d);
    else if (!w->assembly)
        list_single(w, e->own, e->own, n, rows);
}

static void list_elem(walk *w, const elem *e)
{
    const int n = count_own(e, w->assembly);
    if (n == 0)
        return;
    w->next = w->assembly ? w->next : e->own;
    name_elem(e, w->text);
    owner_line(w, n);
    for (int rows = 0; rows < 2; rows++)
        if (w->m->options.print & (rows ? PRINT_EQUATION : PRINT_DOF))
            list_own(w, e, n, rows);
    w->next += n;
}

/* --- connections -------------------------------------------------------------------------------------------------- */

/* The node (index) of every row, -1 for rows of elements. */
static int *map_rows(const model *m)
{
    int *node_of = heap_resize(NULL, ((size_t)m->n_unknowns + 1) * sizeof *node_of);
    for (int i = 0; i < m->n_unknowns; i++)
        node_of[i] = -1;
    for (int i = 0; i < m->nodes.n; i++)
        for (int k = 0; k < m->nodes.items[i]->n_dof; k++)
            node_of[m->nodes.items[i]->dof + k] = i;
    return node_of;
}

static bool acts_on(const elem *e, const int *node_of, int which)
{
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0 && node_of[e->row[k]] == which)
            return true;
    return false;
}

static void list_nodes_of(const model *m, const elem *e, const int *node_of, text *to)
{
    name_elem(e, to);
    int last = -1;
    for (int k = 0; k < e->n; k++) {
        const int which = e->row[k] < 0 ? -1 : node_of[e->row[k]];
        if (which < 0 || which == last)
            continue;
        text_string(to, last < 0 ? " connecting\n        " : "        ");
        last = which;
        name_node(m->nodes.items[which], to);
        text_char(to, '\n');
    }
    if (last < 0)
        text_string(to, " not connected\n");
}

static void list_elements_on(const model *m, const elem_list *order, int which, const int *node_of, text *to)
{
    name_node(m->nodes.items[which], to);
    text_string(to, " connected to\n");
    for (int i = 0; i < order->n; i++) {
        if (!acts_on(order->items[i], node_of, which))
            continue;
        text_string(to, "        ");
        name_elem(order->items[i], to);
        text_char(to, '\n');
    }
}

static bool is_acted_on(const elem_list *order, int which, const int *node_of)
{
    for (int i = 0; i < order->n; i++)
        if (acts_on(order->items[i], node_of, which))
            return true;
    return false;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Inertia of nodes first, then as in the deck; bindings belong to their nodes. */
static elem_list order_elements(const model *m)
{
    elem_list order = {0};
    for (int later = 0; later < 2; later++)
        for (int i = 0; i < m->elems.n; i++) {
            const elem_type *t = m->elems.items[i]->type;
            if (later == !t->companion && t->card != &elem_cards[CARD_BIND])
                array_push(&order, m->elems.items[i]);
        }
    return order;
}

static void list_owners(const model *m, const elem_list *order, bool assembly, text *to)
{
    walk w = {.m = m, .assembly = assembly, .text = to};
    text_string(to, assembly ? "Initial assembly dof stats\n" : "Regular steps dof stats\n");
    for (int i = 0; i < m->nodes.n; i++)
        list_node(&w, m->nodes.items[i]);
    for (int i = 0; i < order->n; i++)
        list_elem(&w, order->items[i]);
}

static bool has_assembly(const model *m)
{
    for (int i = 0; i < m->elems.n; i++)
        if (m->elems.items[i]->type->card->class->flags & CLASS_MAKES_ASSEMBLY)
            return true;
    return false;
}

void output_structure(const model *m, text *to)
{
    const unsigned print = m->options.print;
    int *node_of = map_rows(m);
    elem_list order = order_elements(m);
    if (print & (PRINT_DOF_STATS | PRINT_DOF | PRINT_EQUATION)) {
        if (has_assembly(m) && !m->options.skip_assembly)
            list_owners(m, &order, true, to);
        list_owners(m, &order, false, to);
    }
    if (print & PRINT_ELEMENT_CONNECTION)
        text_string(to, "Element connections\n");
    for (int i = 0; (print & PRINT_ELEMENT_CONNECTION) && i < order.n; i++)
        list_nodes_of(m, order.items[i], node_of, to);
    if (print & PRINT_NODE_CONNECTION)
        text_string(to, "Node connections\n");
    for (int i = 0; (print & PRINT_NODE_CONNECTION) && i < m->nodes.n; i++)
        if (is_acted_on(&order, i, node_of))
            list_elements_on(m, &order, i, node_of, to);
    array_free(&order);
    free(node_of);
}
