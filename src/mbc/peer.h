/* peer.h - a peer that is connected before it is known what will be exchanged. */
#pragma once
#include "mbc/mbc_peer.h"
#include <stdbool.h>

mbc_peer *peer_create(void); /* NULL without memory */
/* Says what is exchanged from now on; false without memory. */
bool peer_exchanges(mbc_peer *peer, unsigned flags, unsigned n);
