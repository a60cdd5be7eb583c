/* nearest.h - "did you mean": the known word closest to an unknown one. */
#pragma once

/* Returns the word with the smallest edit distance, or NULL if none is near enough. Ignores case and blanks. */
const char *nearest_word(const char *wrong, const char *const *words, int n);
/* Returns 1 if the words are near enough to suggest one for the other; a smaller `*distance` is nearer. */
int nearest_distance(const char *wrong, const char *word, int *distance);
