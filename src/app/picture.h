/* picture.h - a picture of a scene for documents, as SVG: successive positions drawn over each other. */
#pragma once
#include "app/scene.h"

typedef struct {
    int positions;
    const char *plane; /* xy, xz, yz, iso; NULL: the plane of the motion */
    const char *trace; /* labels of nodes, separated by commas; NULL: none */
    const char *title; /* NULL: none */
} picture_options;

picture_options picture_defaults(void);
bool picture_plane(const char *word, picture_options *options); /* returns false if there is no plane of this name */
bool picture_write(const scene *scene, const picture_options *options, const char *path);
