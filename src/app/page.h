/* page.h - the page that shows a scene: one HTML file with the viewer and all data in it. */
#pragma once
#include "app/scene.h"

/* False after a message. */
bool page_write(const scene *scene, const char *path);
