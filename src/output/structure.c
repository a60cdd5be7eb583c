/* structure.c - descriptions of the unknowns, equations and connections of the model, as requested by the `print` card.
 *
 *     Initial assembly dof stats, Regular steps dof stats       number and range of the unknowns of each owner, from 1
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

static void name_node(const node *node, text *to)
{
    capitalised(node->type->keyword, to);
    text_printf(to, "(%u)", node->label);
}

static void name_elem(const elem *element, text *to)
{
    if (element->type->card->class->title)
        text_string(to, element->type->card->class->title);
    else
        capitalised(element->type->card->name, to);
    text_printf(to, "(%u)", element->label);
}

/* --- unknowns ----------------------------------------------------------------------------------------------------- */

/* Three unknowns or equations of a structural node, in the order of their indices. */
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

/* State of the iteration over the owners of unknowns. */
typedef struct {
    const model *model;
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

static void list_triples(const walk *walk, const node *node, int first, bool rows)
{
    const triple *of = walk->assembly ? ASSEMBLY : node->momentum >= 0 ? DYNAMIC : STATIC;
    const int count = walk->assembly        ? ARRAY_LEN(ASSEMBLY)
                      : node->momentum >= 0 ? ARRAY_LEN(DYNAMIC)
                                            : ARRAY_LEN(STATIC);
    for (int i = 0; i < count; i++) {
        if (of[i].rotates && !node->has_rotation)
            continue;
        text_string(walk->text, "        ");
        range(3, first, walk->text);
        text_printf(walk->text, ": %s\n", rows ? of[i].equation : of[i].dof);
        first += 3;
    }
}

/* Lists n unknowns numbered from `first`, which are those of the model from `at` on, one per line. */
static void list_single(const walk *walk, int first, int at, int n, bool rows)
{
    for (int i = 0; i < n; i++) {
        char words[256];
        source_location location;
        (rows ? model_describe_row : model_describe_unknown)(walk->model, at + i, words, sizeof words, &location);
        text_printf(walk->text, "        %d: %s\n", first + i + 1, words);
    }
}

static void owner_line(walk *walk, int n)
{
    text_printf(walk->text, ": %d ", n);
    range(n, walk->next, walk->text);
    text_char(walk->text, '\n');
}

static void list_node(walk *walk, const node *node)
{
    const int freedoms = node->has_rotation ? 6 : 3, count = walk->assembly ? 2 * freedoms : node->n_dof;
    const int first = walk->assembly ? walk->next : node->dof;
    if (node->n_dof == 0 || (walk->assembly && node->pose < 0))
        return;
    walk->next = first;
    name_node(node, walk->text);
    owner_line(walk, count);
    for (int rows = 0; rows < 2; rows++) {
        if (!(walk->model->options.print & (rows ? PRINT_EQUATION : PRINT_DOF)))
            continue;
        if (node->pose >= 0)
            list_triples(walk, node, first, rows);
        else
            list_single(walk, first, node->dof, count, rows);
    }
    walk->next += count;
}

/* In the initial assembly, a position constraint also has a row for its rate; other states do not take part. */
static int count_internal(const elem *element, bool assembly)
{
    if (!assembly)
        return element->n_internal;
    const bool is_left_out = elem_assembly_of(element->type).never;
    int n = 0;
    for (int k = 0; k < element->n_internal && !is_left_out; k++)
        switch (element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT) {
        case INTERNAL_CONSTRAINT:
        case INTERNAL_PLAIN_CONSTRAINT:
        case INTERNAL_COORDINATE:
            n += 2;
            break;
        case INTERNAL_VELOCITY_CONSTRAINT:
            n++;
            break;
        case INTERNAL_ALGEBRAIC:
        case INTERNAL_SUM:
        case INTERNAL_CONTINUED:
        case INTERNAL_DIFFERENTIAL:
            break;
        }
    return n;
}

static void list_internal(const walk *walk, const elem *element, int n, bool rows)
{
    internal_words words = {.text = walk->text, .next = walk->next + 1, .of_rows = rows, .of_assembly = walk->assembly};
    if (element->type->describe)
        element->type->describe(element, &words);
    else if (!walk->assembly)
        list_single(walk, element->internal, element->internal, n, rows);
}

static void list_elem(walk *walk, const elem *element)
{
    const int n = count_internal(element, walk->assembly);
    if (n == 0)
        return;
    walk->next = walk->assembly ? walk->next : element->internal;
    name_elem(element, walk->text);
    owner_line(walk, n);
    for (int rows = 0; rows < 2; rows++)
        if (walk->model->options.print & (rows ? PRINT_EQUATION : PRINT_DOF))
            list_internal(walk, element, n, rows);
    walk->next += n;
}

/* --- connections -------------------------------------------------------------------------------------------------- */

/* Returns the node (index) of every row, -1 for rows of elements. */
static int *map_rows(const model *model)
{
    int *node_of = heap_resize(NULL, ((size_t)model->n_unknowns + 1) * sizeof *node_of);
    for (int i = 0; i < model->n_unknowns; i++)
        node_of[i] = -1;
    for (int i = 0; i < model->nodes.n; i++)
        for (int k = 0; k < model->nodes.items[i]->n_dof; k++)
            node_of[model->nodes.items[i]->dof + k] = i;
    return node_of;
}

static bool acts_on(const elem *element, const int *node_of, int which)
{
    for (int k = 0; k < element->n; k++)
        if (element->row[k] >= 0 && node_of[element->row[k]] == which)
            return true;
    return false;
}

static void list_nodes_of(const model *model, const elem *element, const int *node_of, text *to)
{
    name_elem(element, to);
    int last = -1;
    for (int k = 0; k < element->n; k++) {
        const int which = element->row[k] < 0 ? -1 : node_of[element->row[k]];
        if (which < 0 || which == last)
            continue;
        text_string(to, last < 0 ? " connecting\n        " : "        ");
        last = which;
        name_node(model->nodes.items[which], to);
        text_char(to, '\n');
    }
    if (last < 0)
        text_string(to, " not connected\n");
}

static void list_elements_on(const model *model, const elem_list *order, int which, const int *node_of, text *to)
{
    name_node(model->nodes.items[which], to);
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

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Returns the inertia elements of nodes first, then the others in deck order; bindings belong to their nodes. */
static elem_list order_elements(const model *model)
{
    elem_list order = {0};
    for (int later = 0; later < 2; later++)
        for (int i = 0; i < model->elems.n; i++) {
            const elem_type *type = model->elems.items[i]->type;
            if (later == !type->companion && type->card != &elem_cards[CARD_BIND])
                array_push(&order, model->elems.items[i]);
        }
    return order;
}

static void list_owners(const model *model, const elem_list *order, bool assembly, text *to)
{
    walk walk = {.model = model, .assembly = assembly, .text = to};
    text_string(to, assembly ? "Initial assembly dof stats\n" : "Regular steps dof stats\n");
    for (int i = 0; i < model->nodes.n; i++)
        list_node(&walk, model->nodes.items[i]);
    for (int i = 0; i < order->n; i++)
        list_elem(&walk, order->items[i]);
}

static bool has_assembly(const model *model)
{
    for (int i = 0; i < model->elems.n; i++)
        if (model->elems.items[i]->type->card->class->flags & CLASS_MAKES_ASSEMBLY)
            return true;
    return false;
}

void output_structure(const model *model, text *to)
{
    const unsigned print = model->options.print;
    int *node_of = map_rows(model);
    elem_list order = order_elements(model);
    if (print & (PRINT_DOF_STATS | PRINT_DOF | PRINT_EQUATION)) {
        if (has_assembly(model) && !model->options.skip_assembly)
            list_owners(model, &order, true, to);
        list_owners(model, &order, false, to);
    }
    if (print & PRINT_ELEMENT_CONNECTION)
        text_string(to, "Element connections\n");
    for (int i = 0; (print & PRINT_ELEMENT_CONNECTION) && i < order.n; i++)
        list_nodes_of(model, order.items[i], node_of, to);
    if (print & PRINT_NODE_CONNECTION)
        text_string(to, "Node connections\n");
    for (int i = 0; (print & PRINT_NODE_CONNECTION) && i < model->nodes.n; i++)
        if (is_acted_on(&order, i, node_of))
            list_elements_on(model, &order, i, node_of, to);
    array_free(&order);
    free(node_of);
}
