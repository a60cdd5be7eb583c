/* nodes.c - the table of node types. */
#include "base/array.h"
#include "contract/node.h"

#define NODE(name) extern const node_type node_##name##_type;
#include "node/nodes.def"
#undef NODE

const node_type *const node_types[] = {
#define NODE(name) &node_##name##_type,
#include "node/nodes.def"
#undef NODE
};
const int node_type_count = ARRAY_LEN(node_types);
