/* pod_table.h - proper orthogonal modes and identified motions as readable tables. */
#pragma once
#include "base/text.h"
#include "linalg/pod.h"
#include "output/history.h"

void pod_table(const history *history, const pod *pod, int n_modes, text *to);
void motions_table(const history *history, const pod_motions *pod_motions, text *to);
