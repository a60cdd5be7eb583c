/* force_precice.c - a mesh of this participant in a preCICE coupling: it sends the motion of points and receives loads.
 *
 *     read     force f, moment m, stress (times the area of the vertex: f), values (private data only)
 *     write    displacement x - x0, position x, velocity v, rotation phi, angular velocity w, values of drives
 *
 * A datum has three components (in two dimensions, those of the plane), or one that the card specifies. Data read and
 * data written are each multiplied by a factor. The loads are applied by hidden elements of this type, one per node;
 * see coupling_mesh.h. The private data are the values read: "Force[2].x" is that of the second point. The run decides
 * when data are exchanged (contract/participant.h). */
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
    int n_values;  /* values per vertex, of the kind `values`; otherwise 0 */
    double factor;
    drive **drives; /* n_values per vertex, to be written */
    int memory;     /* index of the stored values, three numbers per vertex */
} datum;

typedef struct {
    const elem *main; /* main element of a hidden element; NULL: not hidden */
    int part;         /* of a hidden element: index of its node */
    const char *mesh;
    int axis[2];   /* of the plane, in two dimensions */
    bool is_plane; /* specified in the card */
    coupling_mesh coupling_mesh;
    int n_data;
    datum data[DATA_MOST];
    int loads; /* index of the stored loads, after the values read */
    int memory;
    size_t workspace; /* offset of its workspace in that of the participant */
} coupled_mesh;

static bool is_read(const datum *datum) { return datum->kind <= READ_VALUES; }

static const double *remembered_numbers(const state *state, const coupled_mesh *mesh)
{
    return remembered(state, mesh->memory);
}

/* --- data of the connection --------------------------------------------------------------------------------------- */

typedef struct {
    int dimensions;
    int of_data[DATA_MOST];
} mesh_head;

typedef struct {
    mesh_head *head;
    int *ids;
    double *numbers;        /* exchanged values, three per vertex */
    double *force, *moment; /* three per vertex: sums of the values read */
} mesh_workspace;

static size_t workspace_size(int n)
{
    const size_t ids = ((size_t)n * sizeof(int) + 7) / 8 * 8, head = (sizeof(mesh_head) + 7) / 8 * 8;
    return head + ids + 9 * (size_t)n * sizeof(double);
}

static mesh_workspace workspace_of(const state *state, const coupled_mesh *mesh)
{
    unsigned char *at = state->participant->workspace + mesh->workspace;
    const size_t ids = ((size_t)mesh->coupling_mesh.n * sizeof(int) + 7) / 8 * 8,
                 head = (sizeof(mesh_head) + 7) / 8 * 8;
    double *numbers = (double *)(void *)(at + head + ids);
    return (mesh_workspace){.head = (mesh_head *)(void *)at,
                            .ids = (int *)(void *)(at + head),
                            .numbers = numbers,
                            .force = numbers + 3 * (size_t)mesh->coupling_mesh.n,
                            .moment = numbers + 6 * (size_t)mesh->coupling_mesh.n};
}

static bool is_wrong(const state *state, const elem *element, const char *what, const char *name)
{
    state_fail(state, element->location, "force %u (precice): %s%s%s", element->label, what, name ? " " : "",
               name ? name : "");
    return false;
}

/* --- mesh --------------------------------------------------------------------------------------------------------- */

/* Stores the numbers of a vertex: all three, those of the plane, or one. */
static void force_precice_put(const coupled_mesh *mesh, int n, int component, vec3 v, double *to)
{
    for (int k = 0; k < n; k++)
        to[k] = vec3_get(v, n == 3 ? k : n == 2 ? mesh->axis[k] : component < 0 ? 0 : component);
}

static vec3 force_precice_take(const coupled_mesh *mesh, int n, int component, const double *from)
{
    double v[3] = {0};
    for (int k = 0; k < n; k++)
        v[n == 3 ? k : n == 2 ? mesh->axis[k] : component < 0 ? 0 : component] = from[k];
    return vec3_load(v);
}

static bool check_datum(const state *state, const elem *element, const datum *datum, int n, int dimensions)
{
    if (datum->n_values > 0 && n != datum->n_values)
        return is_wrong(state, element, "the configuration has a different number of values per vertex for",
                        datum->name);
    if (datum->n_values > 0)
        return true;
    if (datum->component >= 0 && n != 1)
        return is_wrong(state, element, "a component is given, but the configuration has a vector,", datum->name);
    if (datum->component < 0 && n == 1)
        return is_wrong(state, element, "the configuration has a scalar: name its component,", datum->name);
    return n == 1 || n == dimensions ||
           is_wrong(state, element, "the numbers of components do not match:", datum->name);
}

static precice_field field_of(const coupled_mesh *mesh, const datum *datum, int n_components, const int *ids)
{
    return (precice_field){.mesh = mesh->mesh,
                           .data = datum->name,
                           .n = mesh->coupling_mesh.n,
                           .ids = ids,
                           .n_values = n_components * mesh->coupling_mesh.n};
}

static void set_faces(precice *lib, const coupled_mesh *mesh, const int *ids)
{
    for (int i = 0; i < mesh->coupling_mesh.n_faces; i++) {
        const coupling_face *coupling_face = &mesh->coupling_mesh.faces[i];
        int at[4];
        for (int k = 0; k < coupling_face->n; k++)
            at[k] = ids[coupling_face->vertex[k]];
        precice_set_face(lib, mesh->mesh, coupling_face->n, at);
    }
}

static void define_mesh(const state *state, const elem *element)
{
    const coupled_mesh *mesh = element->self;
    precice *lib = &state->participant->library;
    const mesh_workspace to = workspace_of(state, mesh);
    const int n = to.head->dimensions = (int)precice_call(lib, PRECICE_getMeshDimensions, mesh->mesh, NULL, 0);
    if (n == 3 && mesh->is_plane) {
        is_wrong(state, element, "a plane is given, but the configuration has three dimensions for", mesh->mesh);
        return;
    }
    for (int i = 0; i < mesh->n_data; i++) {
        to.head->of_data[i] = (int)precice_call(lib, PRECICE_getDataDimensions, mesh->mesh, mesh->data[i].name, 0);
        if (precice_has_failed(lib) || !check_datum(state, element, &mesh->data[i], to.head->of_data[i], n))
            return;
    }
    for (int i = 0; i < mesh->coupling_mesh.n; i++)
        force_precice_put(mesh, n, -1, mesh->coupling_mesh.x[i], to.numbers + size_product(n, i));
    precice_set_vertices(lib, mesh->mesh, mesh->coupling_mesh.n, to.numbers, n * mesh->coupling_mesh.n, to.ids);
    if (mesh->coupling_mesh.n_faces > 0 &&
        precice_call(lib, PRECICE_requiresMeshConnectivityFor, mesh->mesh, NULL, 0) != 0)
        set_faces(lib, mesh, to.ids);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static vec3 quantity(const coupled_mesh *mesh, datum_kind kind, const coupling_motion *at, int i)
{
    switch (kind) {
    case WRITE_DISPLACEMENT:
        return vec3_sub(at->x, mesh->coupling_mesh.x[i]);
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

static void write_datum(const state *state, const coupled_mesh *mesh, const datum *datum, int n)
{
    const mesh_workspace to = workspace_of(state, mesh);
    for (int i = 0; i < mesh->coupling_mesh.n; i++) {
        double *at = to.numbers + size_product(n, i);
        if (datum->kind == WRITE_VALUES) {
            for (int k = 0; k < n; k++)
                at[k] = datum->factor * drive_now(datum->drives[n * i + k], state);
            continue;
        }
        const coupling_motion now = coupling_motion_of(state, &mesh->coupling_mesh, i);
        force_precice_put(mesh, n, datum->component, vec3_scale(datum->factor, quantity(mesh, datum->kind, &now, i)),
                          at);
    }
    const precice_field field = field_of(mesh, datum, n, to.ids);
    precice_write(&state->participant->library, &field, to.numbers);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool read_datum(const state *state, const elem *element, const datum *datum, int n, double *to)
{
    const coupled_mesh *mesh = element->self;
    const mesh_workspace from = workspace_of(state, mesh);
    const precice_field field = field_of(mesh, datum, n, from.ids);
    precice_read(&state->participant->library, &field, participant_time(state->participant, state), from.numbers);
    if (precice_has_failed(&state->participant->library))
        return false;
    for (int i = 0; i < mesh->coupling_mesh.n; i++) {
        const double *at = from.numbers + size_product(n, i);
        const vec3 v = datum->n_values > 0 ? (vec3){at[0], n > 1 ? at[1] : 0, n > 2 ? at[2] : 0}
                                           : force_precice_take(mesh, n, datum->component, at);
        vec3_store(to + 3 * (size_t)i, vec3_scale(datum->factor, v));
        if (!isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
            return is_wrong(state, element, "the value read is not a number:", datum->name);
    }
    return true;
}

static void add_loads(const coupled_mesh *mesh, const datum *datum, const double *from, double *force, double *moment)
{
    double *to = datum->kind == READ_MOMENT ? moment : force;
    for (int i = 0; datum->kind != READ_VALUES && i < mesh->coupling_mesh.n; i++) {
        const double area = datum->kind == READ_STRESS ? mesh->coupling_mesh.area[i] : 1;
        vec3_accumulate(to + 3 * (size_t)i, vec3_scale(area, vec3_load(from + 3 * (size_t)i)));
    }
}

static void force_precice_read_all(const state *state, const elem *element, double *numbers)
{
    const coupled_mesh *mesh = element->self;
    const mesh_workspace workspace = workspace_of(state, mesh);
    memset(workspace.force, 0, 6 * (size_t)mesh->coupling_mesh.n * sizeof *workspace.force);
    for (int i = 0; i < mesh->n_data; i++) {
        const datum *datum = &mesh->data[i];
        if (!is_read(datum))
            continue;
        if (!read_datum(state, element, datum, workspace.head->of_data[i], numbers + datum->memory))
            return;
        add_loads(mesh, datum, numbers + datum->memory, workspace.force, workspace.moment);
    }
    coupling_loads(&mesh->coupling_mesh, workspace.force, workspace.moment, numbers + mesh->loads);
}

static void couple(const state *state, const elem *element, memory_block *to, couple_point at)
{
    const coupled_mesh *mesh = element->self;
    if (at == COUPLE_MESH)
        define_mesh(state, element);
    else if (at == COUPLE_READ)
        force_precice_read_all(state, element, memory_at(to, mesh->memory));
    for (int i = 0; at == COUPLE_WRITE && i < mesh->n_data; i++)
        if (!is_read(&mesh->data[i]))
            write_datum(state, mesh, &mesh->data[i], workspace_of(state, mesh).head->of_data[i]);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

static void read_participant(reader *reader)
{
    model *all = model_of(reader);
    participant_plan plan = {.location = read_place(reader)};
    reader_allows(reader, "peers");
    plan.name = read_string(reader, "name of the participant");
    plan.configuration = read_filename(reader, "configuration of preCICE");
    if (read_keyword(reader, "library"))
        plan.library = read_filename(reader, "library of preCICE");
    if (!read_ok(reader))
        return;
    if (all->problem.excludes_coupling)
        read_error_last(reader, E_EXTERNAL, arena_printf(all->memory, "%s cannot be coupled", all->problem.keyword));
    if (!all->participant)
        all->participant = arena_copy(all->memory, &plan, sizeof plan);
    else if (strcmp(all->participant->name, plan.name) != 0 ||
             strcmp(all->participant->configuration, plan.configuration) != 0)
        read_error_last(reader, E_EXTERNAL,
                        "a model is one participant: all cards must name the same participant and configuration");
}

static void read_plane(reader *reader, coupled_mesh *mesh)
{
    static const char *const PLANES[] = {"xy", "xz", "yz", NULL};
    mesh->is_plane = read_keyword(reader, "plane");
    const int k = mesh->is_plane ? read_choice(reader, PLANES, "plane") : 0;
    mesh->axis[0] = k == 2;
    mesh->axis[1] = k == 0 ? 1 : 2;
}

static void force_precice_read_values(reader *reader, const coupled_mesh *mesh, datum *datum)
{
    datum->n_values = read_integer_in(reader, 1, 3, "numbers of a vertex");
    if (is_read(datum) || !read_ok(reader))
        return;
    const int n = read_limited(reader, datum->n_values, mesh->coupling_mesh.n, "values of the vertices");
    datum->drives = ARENA_ARRAY(reader_arena(reader), drive *, n);
    for (int i = 0; i < n && read_ok(reader); i++)
        datum->drives[i] = read_drive(reader, "value of a vertex");
}

static void check_areas(reader *reader, const coupled_mesh *mesh)
{
    for (int i = 0; read_ok(reader) && i < mesh->coupling_mesh.n; i++)
        if (!(mesh->coupling_mesh.area[i] > 0))
            read_error_last(reader, E_NO_AREA, i + 1);
}

static void read_exchanged(reader *reader, coupled_mesh *mesh, bool in)
{
    static const char *const IN[] = {"force", "moment", "stress", "traction", "values", NULL};
    static const datum_kind READ[] = {READ_FORCE, READ_MOMENT, READ_STRESS, READ_STRESS, READ_VALUES};
    static const char *const OUT[] = {"displacement",     "position", "velocity", "rotation",
                                      "angular velocity", "values",   NULL};
    static const char *const AXES[] = {"x", "y", "z", NULL};
    const int k = read_choice(reader, in ? IN : OUT, in ? "what is read" : "what is written");
    datum datum = {.kind = in ? READ[k < 0 ? 0 : k] : (datum_kind)(WRITE_DISPLACEMENT + (k < 0 ? 0 : k)),
                   .component = -1};
    datum.factor = 1;
    datum.name = read_string(reader, "name of the data");
    if (datum.kind == READ_VALUES || datum.kind == WRITE_VALUES)
        force_precice_read_values(reader, mesh, &datum);
    else if (read_keyword(reader, "component"))
        datum.component = read_choice(reader, AXES, "component");
    if (read_keyword(reader, "factor"))
        datum.factor = read_real(reader, "factor");
    if (datum.kind == READ_STRESS)
        check_areas(reader, mesh);
    if (read_ok(reader) && mesh->n_data == DATA_MOST)
        read_error_last(reader, E_EXTERNAL, "a mesh has at most 16 data");
    if (!read_ok(reader))
        return;
    datum.memory = mesh->loads;
    mesh->loads += in ? 3 * mesh->coupling_mesh.n : 0;
    mesh->data[mesh->n_data++] = datum;
}

/* Adds a hidden element per node, or one for a modal body. */
static void add_parts(reader *reader, const elem *element)
{
    const coupled_mesh *of = element->self;
    model *all = model_of(reader);
    for (int i = 0; i < (of->coupling_mesh.joint ? 1 : of->coupling_mesh.n_on); i++) {
        elem *part = ARENA_NEW(all->memory, elem);
        coupled_mesh *mesh = arena_copy(all->memory, of, sizeof *of);
        mesh->main = element;
        mesh->part = i;
        *part = (elem){.type = element->type,
                       .label = element->label,
                       .location = element->location,
                       .self = mesh,
                       .internal = -1,
                       .is_hidden = true,
                       .memory = MEMORY_NONE,
                       .switched = element->switched};
        array_push(&all->elems, part);
    }
}

static void force_precice_read(reader *reader, elem *element)
{
    coupled_mesh *mesh = element->self;
    *mesh = (coupled_mesh){.memory = MEMORY_NONE};
    read_participant(reader);
    if (!read_keyword(reader, "mesh"))
        read_error(reader, E_EXTERNAL, read_place(reader), "expected 'mesh' and its name");
    mesh->mesh = read_string(reader, "name of the mesh");
    read_plane(reader, mesh);
    read_coupling_mesh(reader, &mesh->coupling_mesh);
    while (read_ok(reader)) {
        const bool in = read_keyword(reader, "read");
        if (!in && !read_keyword(reader, "write"))
            break;
        read_exchanged(reader, mesh, in);
    }
    if (read_ok(reader) && mesh->n_data == 0)
        read_error(reader, E_EXTERNAL, read_place(reader), "expected 'read' or 'write'");
    if (!read_ok(reader))
        return;
    const int n = mesh->loads + coupling_load_count(&mesh->coupling_mesh);
    mesh->memory = element->memory =
        memory_reserve(model_of(reader)->plan, (memory_area){.size = (size_t)n * sizeof(double),
                                                             .self = mesh,
                                                             .owner = element->type->card->name,
                                                             .keyword = element->type->keyword,
                                                             .label = element->label});
    mesh->workspace = model_of(reader)->participant->workspace;
    model_of(reader)->participant->workspace += workspace_size(mesh->coupling_mesh.n);
    add_parts(reader, element);
}

/* --- equations and results ---------------------------------------------------------------------------------------- */

static void force_precice_connect(const elem *element, layout *layout)
{
    const coupled_mesh *mesh = element->self;
    if (mesh->main)
        coupling_connect(&mesh->coupling_mesh, mesh->part, layout);
}

static void force_precice_eval(int lanes, const state *state, const elem *element, local *out)
{
    const coupled_mesh *mesh = element->self;
    if (mesh->main)
        coupling_eval(lanes, state, &mesh->coupling_mesh, mesh->part, remembered_numbers(state, mesh) + mesh->loads,
                      out);
}

static void force_precice_output_row(const state *state, const elem *element, record *out)
{
    const coupled_mesh *mesh = element->self;
    const double *loads = remembered_numbers(state, mesh) + mesh->loads;
    const node *base = mesh->coupling_mesh.joint ? ((const modal *)mesh->coupling_mesh.joint->self)->frame.node : NULL;
    for (int i = 0; i < (mesh->coupling_mesh.joint ? base != NULL : mesh->coupling_mesh.n_on); i++) {
        const node *node = base ? base : mesh->coupling_mesh.nodes[i];
        vec3 F, M;
        coupling_resultant(state, node, loads + size_product(LOAD_NUMBERS, i), &F, &M);
        points_head(out, element->label, '@', node->label);
        record_name_numbered(out, "F", (int)node->label, QUANTITY_FORCE, "force on the node, global axes");
        record_vec3(out, F);
        record_name_numbered(out, "M", (int)node->label, QUANTITY_MOMENT, "moment about the node, global axes");
        record_vec3(out, M);
        record_end(out);
    }
}

static const char *const NAMES[] = {"NAME[POINT]", "NAME[POINT].x", "NAME[POINT].y", "NAME[POINT].z", NULL};

/* Parses "NAME[POINT]" or "NAME[POINT].x". */
static int force_precice_private_index(const elem *element, const char *name)
{
    const coupled_mesh *mesh = element->self;
    for (int i = 0; i < mesh->n_data; i++) {
        const datum *datum = &mesh->data[i];
        const size_t length = strlen(datum->name);
        if (!is_read(datum) || strncmp(name, datum->name, length) != 0 || name[length] != '[')
            continue;
        char *end;
        const long point = strtol(name + length + 1, &end, 10);
        if (*end != ']' || point < 1 || point > mesh->coupling_mesh.n)
            return 0;
        const int axis = end[1] == '.' ? end[2] - 'x' : 0;
        const bool is_whole = end[1] == 0 || (end[1] == '.' && axis >= 0 && axis < 3 && end[3] == 0);
        return is_whole ? datum->memory + 3 * (int)(point - 1) + axis + 1 : 0;
    }
    return 0;
}

static bool force_precice_has_private(const elem *element, int index)
{
    return index >= 1 && index <= ((const coupled_mesh *)element->self)->loads;
}

static double force_precice_private_value(const state *state, const elem *element, int index)
{
    return remembered_numbers(state, element->self)[index - 1];
}

static void begin_sample(const void *self, void *memory)
{
    const coupled_mesh *mesh = self;
    double *to = memory;
    for (int i = 0; i < coupling_load_count(&mesh->coupling_mesh); i++)
        to[i] = 1.5 - 0.7 * (i % 7);
}

static void force_precice_sample(sampler *from, elem *element)
{
    coupled_mesh *mesh = element->self;
    *mesh = (coupled_mesh){.main = element};
    if (sample_integer(from, 0, 1) == 1)
        mesh->coupling_mesh.joint = from->modal;
    mesh->coupling_mesh.n_on = 1;
    mesh->coupling_mesh.nodes = ARENA_ARRAY(from->memory, const node *, 1);
    mesh->coupling_mesh.nodes[0] = sample_integer(from, 0, 1) == 1 ? sample_structural(from, 0) : sample_point(from, 0);
    mesh->memory = element->memory = memory_reserve(
        from->plan, (memory_area){.size = (size_t)coupling_load_count(&mesh->coupling_mesh) * sizeof(double),
                                  .self = mesh,
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
