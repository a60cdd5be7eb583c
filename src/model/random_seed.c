/* random_seed.c - the seed of `boost random`, given with its module or in a file.
 *
 *     [ { seed , S | seed input file name , "NAME" } ] [ , seed output file name , "NAME" ]
 *
 * The seed in a file is a hash of its text, so that files in the format of the Boost library can be read as well. The
 * file that is written contains the next seed: a deck that reads it continues with other numbers. It is written when
 * the deck is read, unless nothing may be written. */
#include "model/random_seed.h"
#include "deck/diag_rows.h"
#include "model/model.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a. */
static uint64_t hash_file(FILE *from)
{
    uint64_t hash = 14695981039346656037u;
    for (int c; (c = getc(from)) != EOF;)
        hash = (hash ^ (unsigned char)c) * 1099511628211u;
    return hash;
}

static void read_seed_file(reader *reader)
{
    const char *path = read_filename(reader, "file of the seed");
    if (!read_ok(reader))
        return;
    FILE *from = fopen(path, "r");
    if (!from) {
        read_error_last(reader, E_NO_FILE, path, strerror(errno));
        return;
    }
    model_of(reader)->random_seed = hash_file(from);
    if (ferror(from))
        read_error_last(reader, E_NO_FILE, path, strerror(errno));
    fclose(from);
}

/* Returns NULL, or the reason for a failure. */
static const char *write_seed(const char *path, uint64_t seed)
{
    FILE *to = fopen(path, "w");
    if (!to)
        return strerror(errno);
    const bool ok = fprintf(to, "%" PRIu64 "\n", seed) > 0;
    return fclose(to) == 0 && ok ? NULL : strerror(errno);
}

static void write_next_seed(reader *reader, const char *path)
{
    const sources *files = reader_texts(reader);
    if (!read_ok(reader) || !reader_allows(reader, "a file of a seed") || sources_rules(files) & FILES_UNWRITTEN)
        return;
    const uint64_t next = model_of(reader)->random_seed * 6364136223846793005u + 1442695040888963407u;
    const char *why = sources_has_file(files, path) ? "it is a file of the deck" : write_seed(path, next);
    if (why)
        read_error_last(reader, E_NO_OUTPUT_FILE, path, why);
}

void read_random_seed(reader *reader)
{
    if (read_keyword(reader, "seed"))
        model_of(reader)->random_seed = (uint64_t)(int64_t)read_integer(reader, "seed");
    else if (read_keyword(reader, "seed input file name"))
        read_seed_file(reader);
    if (read_keyword(reader, "seed output file name"))
        write_next_seed(reader, read_filename(reader, "file of the next seed"));
}
