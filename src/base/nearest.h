/* nearest.h - "did you mean": the known word closest to one that is not known. */
#pragma once

/* The word of the list with the smallest edit distance, or NULL when none is near enough. Case and blanks do not
 * count. */
const char *nearest_word(const char *wrong, const char *const *words, int n);
/* 1 when the two words are near enough to offer one for the other; smaller `*distance` is nearer. */
int nearest_distance(const char *wrong, const char *word, int *distance);
