/* fuzz_semantic.c - whole decks, changed in what they mean (meanings.h).
 *
 * A deck that is accepted is solved for a few steps. sweep.c tries many more, without coverage. */
#include "fuzz/meanings.h"
#include "fuzz/whole_deck.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return change_meaning(data, size, most, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_deck(data, size, 1000);
    return 0;
}
