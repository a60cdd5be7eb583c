/* study_plot.h - plots of statistics over the cases of a study, as SVG inside of a page. */
#pragma once
#include "study/study_summary.h"

/* Words with the characters that HTML reserves replaced. */
void plot_words(text *to, const char *words);
/* The colors of the groups; nothing without groups. */
void plot_legend(const study_arrays *arrays, text *to);
/* Plots of a column of the statistics. Without cases they write nothing. */
void plot_histogram(const study_arrays *arrays, int column, const char *label, text *to);
void plot_exceedance(const study_arrays *arrays, int column, const char *label, text *to);
void plot_scatter(const study_arrays *arrays, int column, int variable, const char *label, text *to);
