/* page.h - the page that shows a scene: one HTML file that contains the viewer and all data. */
#pragma once
#include "app/scene.h"

/* Returns false after a message. */
bool page_write(const scene *scene, const char *path);
