// A driver that takes commands as vectors and keeps them in its queue; its control function works on the queue.
#include <erl_driver.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  ErlDrvPort port;
  int mode;  // what outputv does: 'd' describe, 'e' echo, 'q' enqueue, 'f' push in front
  int skip;
  ErlDrvTermData watcher;
} State;

// Another port, through which a port says what happens while it closes.
static ErlDrvTermData listener;

static ErlDrvData start(ErlDrvPort port, char* command) {
  State* state = driver_alloc(sizeof *state);
  state->port = port;
  state->mode = 'd';
  state->skip = 0;
  if (strstr(command, "listener")) listener = driver_mk_port(port);
  state->watcher = driver_connected(port);
  return (ErlDrvData)state;
}


static void tell(State* state, char* what, int number) {
  ErlDrvTermData terms[] = {ERL_DRV_ATOM, driver_mk_atom(what), ERL_DRV_INT, (ErlDrvTermData)number, ERL_DRV_TUPLE, 2};
  erl_drv_send_term(listener, state->watcher, terms, sizeof terms / sizeof *terms);
}

static void stop(ErlDrvData data) {
  State* state = (State*)data;
  if (listener != driver_mk_port(state->port)) tell(state, "stop", (int)driver_sizeq(state->port));
  driver_free(data);
}

// "parts/bytes: size of each part, and b if it is a binary".
static void describe(State* state, ErlIOVec* vector) {
  char text[512];
  int size = snprintf(text, sizeof text, "%d/%d:", vector->vsize, (int)vector->size);
  for (int i = 0; i < vector->vsize && size < 480; ++i)
    size += snprintf(text + size, sizeof text - (size_t)size, " %d%s", (int)vector->iov[i].iov_len,
                     vector->binv[i] == NULL ? "" : "b");
  driver_output(state->port, text, (ErlDrvSizeT)size);
}

static void outputv(ErlDrvData data, ErlIOVec* vector) {
  State* state = (State*)data;
  ErlDrvSizeT skip = (ErlDrvSizeT)state->skip;
  switch (state->mode) {
    case 'd': describe(state, vector); break;
    case 'e': driver_outputv(state->port, "h", 1, vector, skip); break;
    case 'q': tell(state, "enqv", driver_enqv(state->port, vector, skip)); break;
    case 'f': tell(state, "pushqv", driver_pushqv(state->port, vector, skip)); break;
    default: driver_failure_atom(state->port, "unknown_mode"); break;
  }
}

// Everything in the queue, as one piece of memory.
static ErlDrvSSizeT contents(ErlDrvPort port, char** result) {
  ErlIOVec vector;
  ErlDrvSizeT size = driver_peekqv(port, &vector);
  *result = driver_alloc(size + 1);
  return (ErlDrvSSizeT)driver_vec_to_buf(&vector, *result, size);
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  ErlDrvPort port = state->port;
  switch (operation) {
    case 1: state->mode = bytes[0]; state->skip = size > 1 ? (unsigned char)bytes[1] : 0; return 0;
    case 2: return contents(port, result);
    case 3: return snprintf(*result, room, "%ld %ld", (long)driver_deq(port, (unsigned char)bytes[0]), (long)driver_sizeq(port));
    case 4: {
      int count;
      SysIOVec* parts = driver_peekq(port, &count);
      int length = snprintf(*result, room, "%d%s:", count, parts == NULL ? " none" : "");
      for (int i = 0; i < count && length < 56; ++i)
        length += snprintf(*result + length, room - (size_t)length, " %d", (int)parts[i].iov_len);
      return length;
    }
    case 5: {
      if (size == 0) return -1;
      // The binary's count while it is in the queue.
      ErlDrvBinary* binary = driver_alloc_binary(size);
      memcpy(binary->orig_bytes, bytes, size);
      long alone = driver_binary_get_refc(binary);
      driver_pushq_bin(port, binary, 0, size);
      driver_enq_bin(port, binary, 1, size - 1);
      long queued = driver_binary_get_refc(binary);
      driver_deq(port, size);
      int length = snprintf(*result, room, "%ld %ld %ld", alone, queued, (long)driver_binary_get_refc(binary));
      driver_free_binary(binary);
      return length;
    }
    case 6: {
      // Part of the vector only.
      ErlIOVec vector;
      driver_peekqv(port, &vector);
      return (ErlDrvSSizeT)driver_vec_to_buf(&vector, *result, (unsigned char)bytes[0]);
    }
    case 7: driver_enq(port, bytes, size); return 0;
    case 8: driver_pushq(port, bytes, size); return 0;
    default: return -1;
  }
}

// The queue is written in steps, one for each time-out.
static void flush(ErlDrvData data) {
  State* state = (State*)data;
  tell(state, "flush", (int)driver_sizeq(state->port));
  driver_set_timer(state->port, 1);
}

static void timed_out(ErlDrvData data) {
  State* state = (State*)data;
  ErlDrvSizeT left = driver_sizeq(state->port);
  tell(state, "left", (int)left);
  driver_deq(state->port, left < 3 ? left : 3);
  if (left > 3) driver_set_timer(state->port, 1);
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .driver_name = "drv_vector",
    .control = control,
    .timeout = timed_out,
    .outputv = outputv,
    .flush = flush,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
};

DRIVER_INIT(drv_vector) { return &entry; }
