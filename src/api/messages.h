/* messages.h - messages as data, with their strings. */
#pragma once
#include "base/array.h"
#include "base/diag.h"
#include "torsor/torsor.h"

typedef struct {
    arena *memory;
    ARRAY(torsor_message) at;
    void (*on_message)(void *to, const torsor_message *message); /* may be NULL */
    void *context;
} message_list;

void messages_open(message_list *list, diag *from);
void messages_close(message_list *list);
