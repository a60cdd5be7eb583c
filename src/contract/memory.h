/* memory.h - memory of instances from step to step: bytes of the solution, never of the model.
 *
 * A type declares the size of the memory of an instance and its initial content. The plan belongs to the model: it
 * gives each instance an offset in one block, of which every solution has its own copy. Memory is plain data without
 * pointers, so that copying the block copies everything, and flags are int, since every byte pattern in a file is a
 * valid int. Equations read it through the state (remembered); only the slots that begin, predict and accept a step
 * receive a memory to write to (memory_at). */
#pragma once
#include "base/array.h"
#include "contract/state.h"

/* Initializes the memory of an instance, which is zero before; checks whether loaded bytes are usable: numbers that
 * serve as an index or a choice are within their limits. */
typedef void memory_begin(const void *self, void *memory);
typedef bool memory_valid(const void *self, const void *memory);

enum { MEMORY_NONE = -1 };

typedef struct {
    int offset; /* in units of eight bytes */
    size_t size;
    const void *self;
    memory_begin *begin; /* NULL: zeros */
    memory_valid *valid; /* NULL: always valid */
    const char *owner;   /* "joint", "drive" ... and keyword and label of the instance, for messages */
    const char *keyword;
    unsigned label;
    const struct elem *within; /* the element that contains the instance; NULL: none */
} memory_area;

typedef struct {
    ARRAY(memory_area) areas;
    int size;            /* in units of eight bytes */
    ARRAY(double) first; /* initial content, for queries while the deck is read */
    int n_begun;         /* number of areas in it */
} memory_plan;

/* Reserves space for the area and returns its offset; MEMORY_NONE for an area of no bytes. */
int memory_reserve(memory_plan *plan, memory_area area);
/* Assigns the areas from the given one on to the element, except those of elements within it. */
void memory_belongs(memory_plan *plan, int first, const struct elem *element);
void memory_plan_free(memory_plan *plan);
/* Fills a block with the initial content. */
void memory_start(const memory_plan *plan, memory_block *memory);
/* Returns the initial content of all areas planned so far; valid until another one is reserved. */
const memory_block *memory_first(memory_plan *plan);

static inline void *memory_at(memory_block *memory, int at) { return (double *)memory + at; }
static inline const void *remembered(const state *state, int at) { return (const double *)state->memory + at; }
