/* fuzz.h - what every fuzz target needs: texts, messages that are rendered and thrown away, and symbols. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/symbols.h"
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
} fuzz_world;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Messages are rendered as for a user, into a buffer that may be too small. */
static inline void fuzz_sink(void *to, const diag *d, const diag_message *m)
{
    (void)to;
    char shown[256];
    diag_render(d, m, shown, sizeof shown);
}

static inline fuzz_world fuzz_begin(void)
{
    fuzz_world w = {.memory = arena_create(), .texts = sources_create()};
    w.errors = diag_create(w.texts);
    diag_set_sink(w.errors, fuzz_sink, NULL);
    w.names = symbols_create(w.memory);
    static const char *const names[] = {"Time", "Var", "x"};
    for (int i = 0; i < 3; i++) {
        symbol *v = symbols_declare(w.names, names[i], i < 2 ? 3 + (i == 0) : 1, TYPE_REAL, (place){0});
        if (v)
            v->now = value_real(0.25);
    }
    return w;
}

static inline void fuzz_end(fuzz_world *w)
{
    diag_flush(w->errors);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
}
