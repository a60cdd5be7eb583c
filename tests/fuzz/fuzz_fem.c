/* fuzz_fem.c - files of modal data: arbitrary text, or a binary copy damaged behind a checksum that is right.
 *
 * Input that begins with '!' is a list of edits to the binary copy of a small file; else it is text. What must hold:
 * the file is refused, or what was read can be written and read again. */
#include "fem/fem.h"
#include "fuzz/edits.h"
#include "fuzz/fuzz.h"
#include <stdio.h>
#include <unistd.h>

static const char SMALL[] =
    "** MODAL DATA\n** RECORD GROUP 1, HEADER\n** REVISION, NODE, NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.\n"
    "REV0 2 2 0 0 0\n**\n** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n1 2\n**\n** RECORD GROUP 3, INITIAL MODAL "
    "DISPLACEMENTS\n0. 0.\n**\n** RECORD GROUP 4, INITIAL MODAL VELOCITIES\n0. 0.\n**\n** RECORD GROUP 5, NODAL X "
    "COORDINATES\n0. 1.\n**\n** RECORD GROUP 6, NODAL Y COORDINATES\n0. 0.\n**\n** RECORD GROUP 7, NODAL Z "
    "COORDINATES\n0. "
    "0.\n**\n** RECORD GROUP 8, MODE SHAPES\n** NORMAL MODE SHAPE # 1\n0 0 0 0 0 0\n0 1 0 0 0 1\n** NORMAL MODE SHAPE "
    "# "
    "2\n0 0 0 0 0 0\n0 0 1 0 1 0\n**\n** RECORD GROUP 9, MODAL MASS MATRIX\n1. 0.\n0. 1.\n**\n** RECORD GROUP 10, "
    "MODAL "
    "STIFFNESS MATRIX\n10. 0.\n0. 20.\n**\n** RECORD GROUP 11, DIAGONAL OF LUMPED MASS MATRIX\n1 1 1 0 0 0\n1 1 1 0 0 "
    "0\n**\n** END OF FILE\n";

static char path[64], *good;
static size_t n_good;

static bool read_text(const char *words, size_t n, fuzz_world *fuzz_world, fem *fem)
{
    reader *reader = reader_create(fuzz_world->memory, fuzz_world->texts, fuzz_world->errors, fuzz_world->names, NULL);
    reader_open_text(reader, "fuzz", "joint: 1;", 9);
    reader_card(reader);
    const source *file = sources_add(fuzz_world->texts, "fuzz.fem", words, n, (source_location){0});
    const bool ok = fem_read_text(reader, file, fem);
    reader_destroy(reader);
    return ok;
}

static void prepare(void)
{
    fuzz_world fuzz_world = fuzz_begin();
    fem fem = {0};
    snprintf(path, sizeof path, "/tmp/torsor-fuzz-%ld.fem.bin", (long)getpid());
    if (!read_text(SMALL, sizeof SMALL - 1, &fuzz_world, &fem) || fem_write_binary(&fem, path))
        abort();
    FILE *file = fopen(path, "rb");
    good = malloc(1 << 16);
    n_good = file ? fread(good, 1, 1 << 16, file) : 0;
    if (file)
        fclose(file);
    unlink(path);
    fuzz_end(&fuzz_world);
}

static void read_damaged(const uint8_t *data, size_t size, fuzz_world *fuzz_world)
{
    enum { SUM = 8 };
    fem fem;
    char *bytes = malloc(n_good);
    memcpy(bytes, good, n_good);
    edit(bytes, n_good - SUM, data, size);
    const uint64_t sum = fem_checksum(bytes, n_good - SUM);
    memcpy(bytes + n_good - SUM, &sum, SUM);
    FILE *file = fopen(path, "wb");
    if (file && fwrite(bytes, 1, n_good, file) == n_good && fclose(file) == 0)
        fem_read_binary(fuzz_world->memory, path, &fem);
    unlink(path);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fem fem, again;
    if (!good)
        prepare();
    fuzz_world fuzz_world = fuzz_begin();
    if (size > 0 && data[0] == '!') {
        read_damaged(data + 1, size - 1, &fuzz_world);
    } else if (read_text((const char *)data, size, &fuzz_world, &fem) && !fem_write_binary(&fem, path)) {
        if (fem_read_binary(fuzz_world.memory, path, &again))
            abort();
        unlink(path);
    }
    fuzz_end(&fuzz_world);
    return 0;
}
