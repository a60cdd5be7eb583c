/* synonyms.h - words of the field and the topics of help that they mean: rows of synonyms.def. */
#pragma once

typedef struct {
    const char *words;          /* separated by commas */
    const char *kind, *keyword; /* of the topic */
    const char *use;            /* "": the summary of the topic says it */
} synonym;

/* Finds the first row after `from` (NULL: of all) that has this word; NULL if there is none. */
const synonym *synonym_next(const synonym *from, const char *word);
