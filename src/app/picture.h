/* picture.h - a picture of a scene for documents: positions one over the other, as SVG. */
#pragma once
#include "app/scene.h"

typedef struct {
    int positions;
    const char *plane; /* xy, xz, yz, iso; NULL: where it moves most */
    const char *trace; /* labels of nodes, with commas between them; NULL: none */
    const char *title; /* NULL: none */
} picture_options;

picture_options picture_defaults(void);
bool picture_plane(const char *word, picture_options *options); /* false: there is none of this name */
bool picture_write(const scene *scene, const picture_options *options, const char *path);
