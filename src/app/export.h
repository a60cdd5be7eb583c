/* export.h - scenes and results in the formats of other programs. Each function returns false after a message. */
#pragma once
#include "app/scene.h"

bool export_vtk(const scene *scene, const char *path);  /* PATH is .pvd; its .vtp files are in a folder next to it */
bool export_gltf(const scene *scene, const char *path); /* binary glTF 2.0, animated */
bool export_csv(const scene *scene, const char *path);
