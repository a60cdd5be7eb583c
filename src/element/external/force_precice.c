/* force_precice.c - a mesh of this participant in a preCICE coupling: it sends the motion of points and receives loads.
 *
 *     read     force f, moment m, stress (times the area of the vertex: f), values (private data alone)
 *     write    displacement x - x0, position x, velocity v, rotation phi, angular velocity w, values of drives
 *
 * A datum has three components (in two dimensions, those of the plane), or one that the card names. Data read and data
 * written are each multiplied by a factor. The loads are applied by hidden elements of this type, one per node; see
 * coupling_mesh.h. The private data are the values read: "Force[2].x" is that of the second point. The run decides when
 * data are exchanged (contract/participant.h). */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/external/coupling_mesh.h"
#include "element/external/points.h"
#include "element/modal/modal.h"
#include "model/reading.h"
#include <stdlib.h>
#include <string.h>

typedef enum {
    READ_FORCE,
    READ_MOMENT,
    READ_STRESS,
    READ_VALUES,
    WRITE_DISPLACEMENT,
    WRITE_POSITION,
    WRITE_VELOCITY,
    WRITE_ROTATION,
    WRITE_ANGULAR_VELOCITY,
    WRITE_VALUES
} datum_kind;

enum { DATA_MOST = 16 };

typedef struct {
    datum_kind kind;
    const char *name;
    int component; /* 0-2; -1: all */
    int n_values;  /* of a vertex, of values; else 0 */
    double factor;
    drive **drives; /* n_values a vertex, to be written */
    int memory;     /* where what was read is remembered, three numbers a vertex */
} datum;

typedef struct {
    const elem *main; /* of a hidden element; NULL: it is that itself */
    int part;         /* of a hidden element: which of the nodes */
    const char *mesh;
    int axis[2];   /* of the plane, in two dimensions */
    bool is_plane; /* the card names one */
    coupling_mesh coupling_mesh;
    int n_data;
    datum data[DATA_MOST];
    int loads; /* where they are remembered, behind what was read */
    int memory;
    size_t room; /* where its room is in that of the participant */
} coupled_mesh;

static bool is_read(const datum *d) { return d->kind <= READ_VALUES; }

static const double *remembered_numbers(const state *s, const coupled_mesh *m) { return remembered(s, m->memory); }

/* --- what belongs to the connection ------------------------------------------------------------------------------- */

typedef struct {
    int dimensions;
    int of_data[DATA_MOST];
} mesh_head;

typedef struct {
    mesh_head *head;
    int *ids;
    double *numbers;        /* three a vertex: what is exchanged */
    double *force, *moment; /* the same: sums of what was read */
} mesh_room;

static size_t room_size(int n)
{
    const size_t ids = ((size_t)n * sizeof(int) + 7) / 8 * 8, head = (sizeof(mesh_head) + 7) / 8 * 8;
    return head + ids + 9 * (size_t)n * sizeof(double);
}

static mesh_room room_of(const state *s, const coupled_mesh *m)
{
    unsigned char *at = s->participant->room + m->room;
    const size_t ids = ((size_t)m->coupling_mesh.n * sizeof(int) + 7) / 8 * 8, head = (sizeof(mesh_head) + 7) / 8 * 8;
    double *numbers = (double *)(void *)(at + head + ids);
    return (mesh_room){.head = (mesh_head *)(void *)at,
                       .ids = (int *)(void *)(at + head),
                       .numbers = numbers,
                       .force = numbers + 3 * (size_t)m->coupling_mesh.n,
                       .moment = numbers + 6 * (size_t)m->coupling_mesh.n};
}

static bool is_wrong(const state *s, const elem *e, const char *what, const char *name)
{
    state_fail(s, e->where, "force %u (precice): %s%s%s", e->label, what, name ? " " : "", name ? name : "");
    return false;
}

/* --- mesh --------------------------------------------------------------------------------------------------------- */

/* Numbers of a vertex: all three, those of the plane, or one. */
static void force_precice_put(const coupled_mesh *m, int n, int component, vec3 v, double *to)
{
    for (int k = 0; k < n; k++)
        to[k] = vec3_get(v, n == 3 ? k : n == 2 ? m->axis[k] : component < 0 ? 0 : component);
}

static vec3 force_precice_take(const coupled_mesh *m, int n, int component, const double *from)
{
    double v[3] = {0};
    for (int k = 0; k < n; k++)
        v[n == 3 ? k : n == 2 ? m->axis[k] : component < 0 ? 0 : component] = from[k];
    return vec3_load(v);
}

static bool check_datum(const state *s, const elem *e, const datum *d, int n, int dimensions)
{
    if (d->n_values > 0 && n != d->n_values)
        return is_wrong(s, e, "the configuration has another number of values a vertex for", d->name);
    if (d->n_values > 0)
        return true;
    if (d->component >= 0 && n != 1)
        return is_wrong(s, e, "a component is named of what the configuration has as a vector,", d->name);
    if (d->component < 0 && n == 1)
        return is_wrong(s, e, "the configuration has a scalar: name its component,", d->name);
    return n == 1 || n == dimensions || is_wrong(s, e, "the numbers of components do not fit:", d->name);
}

static precice_field field_of(const coupled_mesh *m, const datum *d, int n_components, const int *ids)
{
    return (precice_field){.mesh = m->mesh,
                           .data = d->name,
                           .n = m->coupling_mesh.n,
                           .ids = ids,
                           .n_values = n_components * m->coupling_mesh.n};
}

static void set_faces(precice *lib, const coupled_mesh *m, const int *ids)
{
    for (int i = 0; i < m->coupling_mesh.n_faces; i++) {
        const coupling_face *f = &m->coupling_mesh.faces[i];
        int at[4];
        for (int k = 0; k < f->n; k++)
            at[k] = ids[f->vertex[k]];
        precice_set_face(lib, m->mesh, f->n, at);
    }
}

static void define_mesh(const state *s, const elem *e)
{
    const coupled_mesh *m = e->self;
    precice *lib = &s->participant->library;
    const mesh_room to = room_of(s, m);
    const int n = to.head->dimensions = (int)precice_call(lib, PRECICE_getMeshDimensions, m->mesh, NULL, 0);
    if (n == 3 && m->is_plane) {
        is_wrong(s, e, "a plane is named, but the configuration has three dimensions for", m->mesh);
        return;
    }
    for (int i = 0; i < m->n_data; i++) {
        to.head->of_data[i] = (int)precice_call(lib, PRECICE_getDataDimensions, m->mesh, m->data[i].name, 0);
        if (precice_has_failed(lib) || !check_datum(s, e, &m->data[i], to.head->of_data[i], n))
            return;
    }
    for (int i = 0; i < m->coupling_mesh.n; i++)
        force_precice_put(m, n, -1, m->coupling_mesh.x[i], to.numbers + (size_t)(n * i));
    precice_set_vertices(lib, m->mesh, m->coupling_mesh.n, to.numbers, n * m->coupling_mesh.n, to.ids);
    if (m->coupling_mesh.n_faces > 0 && precice_call(lib, PRECICE_requiresMeshConnectivityFor, m->mesh, NULL, 0) != 0)
        set_faces(lib, m, to.ids);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static vec3 quantity(const coupled_mesh *m, datum_kind kind, const coupling_motion *at, int i)
{
    switch (kind) {
    case WRITE_DISPLACEMENT:
        return vec3_sub(at->x, m->coupling_mesh.x[i]);
    case WRITE_POSITION:
        return at->x;
    case WRITE_VELOCITY:
        return at->v;
    case WRITE_ROTATION:
        return at->phi;
    default:
        return at->w;
    }
}

static void write_datum(const state *s, const coupled_mesh *m, const datum *d, int n)
{
    const mesh_room to = room_of(s, m);
    for (int i = 0; i < m->coupling_mesh.n; i++) {
        double *at = to.numbers + (size_t)(n * i);
        if (d->kind == WRITE_VALUES) {
            for (int k = 0; k < n; k++)
                at[k] = d->factor * drive_now(d->drives[n * i + k], s);
            continue;
        }
        const coupling_motion now = coupling_motion_of(s, &m->coupling_mesh, i);
        force_precice_put(m, n, d->component, vec3_scale(d->factor, quantity(m, d->kind, &now, i)), at);
    }
    const precice_field field = field_of(m, d, n, to.ids);
    precice_write(&s->participant->library, &field, to.numbers);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool read_datum(const state *s, const elem *e, const datum *d, int n, double *to)
{
    const coupled_mesh *m = e->self;
    const mesh_room from = room_of(s, m);
    const precice_field field = field_of(m, d, n, from.ids);
    precice_read(&s->participant->library, &field, participant_time(s->participant, s), from.numbers);
    if (precice_has_failed(&s->participant->library))
        return false;
    for (int i = 0; i < m->coupling_mesh.n; i++) {
        const double *at = from.numbers + (size_t)(n * i);
        const vec3 v = d->n_values > 0 ? (vec3){at[0], n > 1 ? at[1] : 0, n > 2 ? at[2] : 0}
                                       : force_precice_take(m, n, d->component, at);
        vec3_store(to + 3 * (size_t)i, vec3_scale(d->factor, v));
        if (!isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
            return is_wrong(s, e, "what was read is no number:", d->name);
    }
    return true;
}

static void add_loads(const coupled_mesh *m, const datum *d, const double *from, double *force, double *moment)
{
    double *to = d->kind == READ_MOMENT ? moment : force;
    for (int i = 0; d->kind != READ_VALUES && i < m->coupling_mesh.n; i++) {
        const double area = d->kind == READ_STRESS ? m->coupling_mesh.area[i] : 1;
        vec3_accumulate(to + 3 * (size_t)i, vec3_scale(area, vec3_load(from + 3 * (size_t)i)));
    }
}

static void force_precice_read_all(const state *s, const elem *e, double *numbers)
{
    const coupled_mesh *m = e->self;
    const mesh_room room = room_of(s, m);
    memset(room.force, 0, 6 * (size_t)m->coupling_mesh.n * sizeof *room.force);
    for (int i = 0; i < m->n_data; i++) {
        const datum *d = &m->data[i];
        if (!is_read(d))
            continue;
        if (!read_datum(s, e, d, room.head->of_data[i], numbers + d->memory))
            return;
        add_loads(m, d, numbers + d->memory, room.force, room.moment);
    }
    coupling_loads(&m->coupling_mesh, room.force, room.moment, numbers + m->loads);
}

static void couple(const state *s, const elem *e, memory_block *to, couple_point at)
{
    const coupled_mesh *m = e->self;
    if (at == COUPLE_MESH)
        define_mesh(s, e);
    else if (at == COUPLE_READ)
        force_precice_read_all(s, e, memory_at(to, m->memory));
    for (int i = 0; at == COUPLE_WRITE && i < m->n_data; i++)
        if (!is_read(&m->data[i]))
            write_datum(s, m, &m->data[i], room_of(s, m).head->of_data[i]);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

static void read_participant(reader *r)
{
    model *all = model_of(r);
    participant_plan p = {.where = read_place(r)};
    reader_allows(r, "peers");
    p.name = read_string(r, "name of the participant");
    p.configuration = read_filename(r, "configuration of preCICE");
    if (read_keyword(r, "library"))
        p.library = read_filename(r, "library of preCICE");
    if (!read_ok(r))
        return;
    if (all->problem.excludes_coupling)
        read_error_last(r, E_EXTERNAL, arena_printf(all->memory, "%s cannot be coupled", all->problem.keyword));
    if (!all->participant)
        all->participant = arena_copy(all->memory, &p, sizeof p);
    else if (strcmp(all->participant->name, p.name) != 0 ||
             strcmp(all->participant->configuration, p.configuration) != 0)
        read_error_last(r, E_EXTERNAL, "a model is one participant: all cards name the same, with its configuration");
}

static void read_plane(reader *r, coupled_mesh *m)
{
    static const char *const PLANES[] = {"xy", "xz", "yz", NULL};
    m->is_plane = read_keyword(r, "plane");
    const int k = m->is_plane ? read_choice(r, PLANES, "plane") : 0;
    m->axis[0] = k == 2;
    m->axis[1] = k == 0 ? 1 : 2;
}

static void force_precice_read_values(reader *r, const coupled_mesh *m, datum *d)
{
    d->n_values = read_integer_in(r, 1, 3, "numbers of a vertex");
    if (is_read(d) || !read_ok(r))
        return;
    d->drives = ARENA_ARRAY(reader_arena(r), drive *, d->n_values * m->coupling_mesh.n);
    for (int i = 0; i < d->n_values * m->coupling_mesh.n && read_ok(r); i++)
        d->drives[i] = read_drive(r, "value of a vertex");
}

static void check_areas(reader *r, const coupled_mesh *m)
{
    for (int i = 0; read_ok(r) && i < m->coupling_mesh.n; i++)
        if (!(m->coupling_mesh.area[i] > 0))
            read_error_last(r, E_NO_AREA, i + 1);
}

static void read_exchanged(reader *r, coupled_mesh *m, bool in)
{
    static const char *const IN[] = {"force", "moment", "stress", "traction", "values", NULL};
    static const datum_kind READ[] = {READ_FORCE, READ_MOMENT, READ_STRESS, READ_STRESS, READ_VALUES};
    static const char *const OUT[] = {"displacement",     "position", "velocity", "rotation",
                                      "angular velocity", "values",   NULL};
    static const char *const AXES[] = {"x", "y", "z", NULL};
    const int k = read_choice(r, in ? IN : OUT, in ? "what is read" : "what is written");
    datum d = {.kind = in ? READ[k < 0 ? 0 : k] : (datum_kind)(WRITE_DISPLACEMENT + (k < 0 ? 0 : k)), .component = -1};
    d.factor = 1;
    d.name = read_string(r, "name of the data");
    if (d.kind == READ_VALUES || d.kind == WRITE_VALUES)
        force_precice_read_values(r, m, &d);
    else if (read_keyword(r, "component"))
        d.component = read_choice(r, AXES, "component");
    if (read_keyword(r, "factor"))
        d.factor = read_real(r, "factor");
    if (d.kind == READ_STRESS)
        check_areas(r, m);
    if (read_ok(r) && m->n_data == DATA_MOST)
        read_error_last(r, E_EXTERNAL, "a mesh has at most 16 data");
    if (!read_ok(r))
        return;
    d.memory = m->loads;
    m->loads += in ? 3 * m->coupling_mesh.n : 0;
    m->data[m->n_data++] = d;
}

/* A hidden element a node, or one for a modal body. */
static void add_parts(reader *r, const elem *e)
{
    const coupled_mesh *of = e->self;
    model *all = model_of(r);
    for (int i = 0; i < (of->coupling_mesh.joint ? 1 : of->coupling_mesh.n_on); i++) {
        elem *part = ARENA_NEW(all->memory, elem);
        coupled_mesh *m = arena_copy(all->memory, of, sizeof *of);
        m->main = e;
        m->part = i;
        *part = (elem){.type = e->type,
                       .label = e->label,
                       .where = e->where,
                       .self = m,
                       .own = -1,
                       .is_hidden = true,
                       .memory = MEMORY_NONE,
                       .switched = e->switched};
        array_push(&all->elems, part);
    }
}

static void force_precice_read(reader *r, elem *e)
{
    coupled_mesh *m = e->self;
    *m = (coupled_mesh){.memory = MEMORY_NONE};
    read_participant(r);
    if (!read_keyword(r, "mesh"))
        read_error(r, E_EXTERNAL, read_place(r), "'mesh' and its name must follow");
    m->mesh = read_string(r, "name of the mesh");
    read_plane(r, m);
    read_coupling_mesh(r, &m->coupling_mesh);
    while (read_ok(r)) {
        const bool in = read_keyword(r, "read");
        if (!in && !read_keyword(r, "write"))
            break;
        read_exchanged(r, m, in);
    }
    if (read_ok(r) && m->n_data == 0)
        read_error(r, E_EXTERNAL, read_place(r), "'read' or 'write' must follow");
    if (!read_ok(r))
        return;
    const int n = m->loads + coupling_load_count(&m->coupling_mesh);
    m->memory = e->memory = memory_reserve(model_of(r)->plan, (memory_area){.size = (size_t)n * sizeof(double),
                                                                            .self = m,
                                                                            .owner = e->type->card->name,
                                                                            .keyword = e->type->keyword,
                                                                            .label = e->label});
    m->room = model_of(r)->participant->room;
    model_of(r)->participant->room += room_size(m->coupling_mesh.n);
    add_parts(r, e);
}

/* --- equations and results ---------------------------------------------------------------------------------------- */

static void force_precice_connect(const elem *e, layout *l)
{
    const coupled_mesh *m = e->self;
    if (m->main)
        coupling_connect(&m->coupling_mesh, m->part, l);
}

static void force_precice_eval(int n, const state *s, const elem *e, local *out)
{
    const coupled_mesh *m = e->self;
    if (m->main)
        coupling_eval(n, s, &m->coupling_mesh, m->part, remembered_numbers(s, m) + m->loads, out);
}

static void force_precice_output_row(const state *s, const elem *e, record *out)
{
    const coupled_mesh *m = e->self;
    const double *loads = remembered_numbers(s, m) + m->loads;
    const node *base = m->coupling_mesh.joint ? ((const modal *)m->coupling_mesh.joint->self)->frame.node : NULL;
    for (int i = 0; i < (m->coupling_mesh.joint ? base != NULL : m->coupling_mesh.n_on); i++) {
        const node *n = base ? base : m->coupling_mesh.nodes[i];
        vec3 F, M;
        coupling_resultant(s, n, loads + (size_t)(LOAD_NUMBERS * i), &F, &M);
        points_head(out, e->label, '@', n->label);
        record_name_numbered(out, "F", (int)n->label, QUANTITY_FORCE, "force on the node, global axes");
        record_vec3(out, F);
        record_name_numbered(out, "M", (int)n->label, QUANTITY_MOMENT, "moment about the node, global axes");
        record_vec3(out, M);
        record_end(out);
    }
}

static const char *const NAMES[] = {"NAME[POINT]", "NAME[POINT].x", "NAME[POINT].y", "NAME[POINT].z", NULL};

/* "NAME[POINT]" or "NAME[POINT].x". */
static int force_precice_private_index(const elem *e, const char *name)
{
    const coupled_mesh *m = e->self;
    for (int i = 0; i < m->n_data; i++) {
        const datum *d = &m->data[i];
        const size_t length = strlen(d->name);
        if (!is_read(d) || strncmp(name, d->name, length) != 0 || name[length] != '[')
            continue;
        char *end;
        const long point = strtol(name + length + 1, &end, 10);
        if (*end != ']' || point < 1 || point > m->coupling_mesh.n)
            return 0;
        const int axis = end[1] == '.' ? end[2] - 'x' : 0;
        const bool is_whole = end[1] == 0 || (end[1] == '.' && axis >= 0 && axis < 3 && end[3] == 0);
        return is_whole ? d->memory + 3 * (int)(point - 1) + axis + 1 : 0;
    }
    return 0;
}

static bool force_precice_has_private(const elem *e, int index)
{
    return index >= 1 && index <= ((const coupled_mesh *)e->self)->loads;
}

static double force_precice_private_value(const state *s, const elem *e, int index)
{
    return remembered_numbers(s, e->self)[index - 1];
}

static void begin_sample(const void *self, void *memory)
{
    const coupled_mesh *m = self;
    double *to = memory;
    for (int i = 0; i < coupling_load_count(&m->coupling_mesh); i++)
        to[i] = 1.5 - 0.7 * (i % 7);
}

static void force_precice_sample(sampler *from, elem *e)
{
    coupled_mesh *m = e->self;
    *m = (coupled_mesh){.main = e};
    if (sample_integer(from, 0, 1) == 1)
        m->coupling_mesh.joint = from->modal;
    m->coupling_mesh.n_on = 1;
    m->coupling_mesh.nodes = ARENA_ARRAY(from->memory, const node *, 1);
    m->coupling_mesh.nodes[0] = sample_integer(from, 0, 1) == 1 ? sample_structural(from, 0) : sample_point(from, 0);
    m->memory = e->memory = memory_reserve(
        from->plan, (memory_area){.size = (size_t)coupling_load_count(&m->coupling_mesh) * sizeof(double),
                                  .self = m,
                                  .begin = begin_sample});
}

const elem_type force_precice_type = {
    .card = &elem_cards[CARD_FORCE],
    .keyword = "precice",
    .grammar =
        "force: LABEL, precice, \"PARTICIPANT\", \"CONFIGURATION\" [, library, \"FILE\"], mesh, \"MESH\", [plane, "
        "{xy | xz | yz},] {nodes, N, NODE [, offset, F], ... | cloud, \"FILE\", onto, N, {node, NODE | CARD, "
        "LABEL}, ... | modal, MODAL JOINT [, nodes, N, FEM NODE, ...] | points, N, F, ...} [, faces, \"FILE\"] {, "
        "read, {{force | moment | stress | traction}, \"DATA\" [, component, {x | y | z}] | values, \"DATA\", N} [, "
        "factor, REAL] | , write, {{displacement | position | velocity | rotation | angular velocity}, \"DATA\" [, "
        "component, {x | y | z}] | values, \"DATA\", N, (drive) VALUE, ...} [, factor, REAL]} [, ...]",
    .summary = "A mesh of this participant in a preCICE coupling: it sends the motion of points and receives loads.",
    .size = sizeof(coupled_mesh),
    .read = force_precice_read,
    .connect = force_precice_connect,
    .eval = force_precice_eval,
    .exchange = &(const elem_exchange){.couple = couple},
    .output = force_precice_output_row,
    .private_names = NAMES,
    .private_index = force_precice_private_index,
    .has_private = force_precice_has_private,
    .private_value = force_precice_private_value,
    .sample = force_precice_sample,
    .assembly = &(const elem_assembly){.force = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
