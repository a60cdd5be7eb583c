/* fuzz_mesh.c - meshes and results of other programs: arbitrary text in each of their formats.
 *
 * The first byte says which: g Gmsh, a Abaqus, n NASTRAN, p its punch files, f its printed output, c Code_Aster. What
 * must hold: the file is refused with a message, or a deck (data of a modal body) comes of it. */
#include "base/text.h"
#include "fuzz/fuzz.h"
#include "mesh/mesh.h"
#include "mesh/modes.h"

static void read_mesh(fuzz_world *fuzz_world, const source *file, void (*read)(mesh *mesh, const source *file))
{
    mesh m = {.memory = fuzz_world->memory, .texts = fuzz_world->texts, .errors = fuzz_world->errors};
    static const mesh_asking ASKED[] = {{.kind = ASK_MATERIAL, .value = {1e9, 0.3, 1000.0}, .n = 3},
                                        {.kind = ASK_THICKNESS, .value = {0.1}, .n = 1}};
    text deck = {0};
    read(&m, file);
    if (diag_errors(fuzz_world->errors) == 0)
        mesh_resolve(&m);
    if (diag_errors(fuzz_world->errors) == 0) {
        mesh_apply(&m, ASKED, ARRAY_LEN(ASKED));
        mesh_raise(&m);
        mesh_check(&m, true);
    }
    if (diag_errors(fuzz_world->errors) == 0)
        mesh_resolve_pressures(&m);
    if (diag_errors(fuzz_world->errors) == 0)
        mesh_write(&m, "fuzz", &(deck_form){.time = 1.0, .time_step = 0.1}, &deck);
    if (diag_errors(fuzz_world->errors) == 0 && deck.n == 0)
        abort();
    text_free(&deck);
    mesh_free(&m);
}

/* The nodes of rows without a place stand at the origin, so that modes without a mesh come out. */
static void read_modes(fuzz_world *fuzz_world, const source *file, void (*read)(modes *modes, const source *file))
{
    modes m = {.memory = fuzz_world->memory, .texts = fuzz_world->texts, .errors = fuzz_world->errors};
    const modes_choice all = {.unit_masses = true};
    double *frequency;
    int *number;
    fem data;
    read(&m, file);
    for (int i = 0; i < m.nodes.n; i++)
        m.nodes.items[i].has_location = true;
    if (diag_errors(fuzz_world->errors) == 0 && modes_finish(&m, &all, &data, &frequency, &number) && data.n_modes == 0)
        abort();
    modes_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    fuzz_world fuzz_world = fuzz_begin();
    const source *file = sources_add(fuzz_world.texts, "fuzz", (const char *)data + 1, size - 1, (source_location){0});
    switch (data[0]) {
    case 'g':
        read_mesh(&fuzz_world, file, read_gmsh);
        break;
    case 'a':
        read_mesh(&fuzz_world, file, read_abaqus);
        break;
    case 'n':
        read_mesh(&fuzz_world, file, read_nastran);
        break;
    case 'p':
        read_modes(&fuzz_world, file, read_punch);
        break;
    case 'f':
        read_modes(&fuzz_world, file, read_f06);
        break;
    default:
        read_modes(&fuzz_world, file, read_aster);
    }
    fuzz_end(&fuzz_world);
    return 0;
}
