// A driver whose control function calls what its operation says: output, ends, queue, terms.
#include <erl_driver.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  ErlDrvPort port;
} State;

static ErlDrvData start(ErlDrvPort port, char* command) {
  if (strstr(command, "badarg")) return ERL_DRV_ERROR_BADARG;
  if (strstr(command, "general")) return ERL_DRV_ERROR_GENERAL;
  if (strstr(command, "errno")) {
    errno = EACCES;
    return ERL_DRV_ERROR_ERRNO;
  }
  State* state = driver_alloc(sizeof *state);
  state->port = port;
  if (strstr(command, "hello")) driver_output(port, command, strlen(command));
  return (ErlDrvData)state;
}

static void stop(ErlDrvData data) { driver_free(data); }

// Commands come back.
static void output(ErlDrvData data, char* bytes, ErlDrvSizeT size) {
  driver_output(((State*)data)->port, bytes, size);
}

static ErlDrvBinary* binary_of(const char* bytes, size_t size) {
  ErlDrvBinary* binary = driver_alloc_binary(size);
  memcpy(binary->orig_bytes, bytes, size);
  return binary;
}

// The queue as one piece of memory.
static ErlDrvSSizeT contents(ErlDrvPort port, char** result) {
  ErlIOVec vector;
  ErlDrvSizeT size = driver_peekqv(port, &vector);
  *result = driver_alloc(size + 1);
  return (ErlDrvSSizeT)driver_vec_to_buf(&vector, *result, size);
}

static ErlDrvSSizeT queue(ErlDrvPort port, unsigned operation, char* bytes, ErlDrvSizeT size, char** result) {
  ErlDrvBinary* binary;
  ErlIOVec vector;
  SysIOVec parts[2];
  ErlDrvBinary* binaries[2] = {NULL, NULL};
  switch (operation) {
    case 20: driver_enq(port, bytes, size); break;
    case 21: driver_pushq(port, bytes, size); break;
    case 22: driver_deq(port, (unsigned char)bytes[0]); break;
    case 23:
    case 24:
      binary = binary_of(bytes, size);
      if (operation == 23)
        driver_enq_bin(port, binary, 1, size - 1);
      else
        driver_pushq_bin(port, binary, 1, size - 1);
      driver_free_binary(binary);
      break;
    case 25:
    case 26:
      binary = binary_of(bytes, size);
      parts[0].iov_base = "abc";
      parts[0].iov_len = 3;
      parts[1].iov_base = binary->orig_bytes;
      parts[1].iov_len = size;
      binaries[1] = binary;
      vector.vsize = 2;
      vector.size = 3 + size;
      vector.iov = parts;
      vector.binv = binaries;
      if (operation == 25)
        driver_enqv(port, &vector, 2);
      else
        driver_pushqv(port, &vector, 4);
      driver_free_binary(binary);
      break;
    case 27: {
      int count;
      driver_peekq(port, &count);
      (*result)[0] = (char)count;
      (*result)[1] = (char)driver_sizeq(port);
      return 2;
    }
    default: break;
  }
  return contents(port, result);
}

static ErlDrvSSizeT binaries(ErlDrvSizeT size, char* bytes, char* result) {
  ErlDrvBinary* binary = binary_of(bytes, size);
  result[0] = (char)driver_binary_get_refc(binary);
  result[1] = (char)driver_binary_inc_refc(binary);
  result[2] = (char)driver_binary_dec_refc(binary);
  binary = driver_realloc_binary(binary, size + 1);
  result[3] = (char)binary->orig_size;
  result[4] = binary->orig_bytes[0];
  driver_free_binary(binary);
  return 5;
}

static void send_all(State* state, char* bytes, ErlDrvSizeT size) {
  ErlDrvPort port = state->port;
  double number = 1.5;
  ErlDrvSInt64 low = INT64_MIN;
  ErlDrvUInt64 high = UINT64_MAX;
  unsigned char external[] = {131, 104, 2, 97, 1, 97, 2};
  ErlDrvBinary* binary = binary_of(bytes, size);
  ErlDrvTermData terms[] = {
      ERL_DRV_ATOM, driver_mk_atom("all"),
      ERL_DRV_NIL,
      ERL_DRV_INT, (ErlDrvTermData)-5,
      ERL_DRV_INT, (ErlDrvTermData)INT64_MIN,
      ERL_DRV_UINT, (ErlDrvTermData)UINT64_MAX,
      ERL_DRV_INT64, (ErlDrvTermData)&low,
      ERL_DRV_UINT64, (ErlDrvTermData)&high,
      ERL_DRV_PORT, driver_mk_port(port),
      ERL_DRV_PID, driver_connected(port),
      ERL_DRV_BINARY, (ErlDrvTermData)binary, size - 1, 1,
      ERL_DRV_BUF2BINARY, (ErlDrvTermData)bytes, size,
      ERL_DRV_STRING, (ErlDrvTermData)bytes, size,
      ERL_DRV_INT, 1, ERL_DRV_NIL, ERL_DRV_LIST, 2, ERL_DRV_STRING_CONS, (ErlDrvTermData)"ab", 2,
      ERL_DRV_FLOAT, (ErlDrvTermData)&number,
      ERL_DRV_EXT2TERM, (ErlDrvTermData)external, sizeof external,
      ERL_DRV_ATOM, driver_mk_atom("k"), ERL_DRV_INT, 2, ERL_DRV_MAP, 1,
      ERL_DRV_TUPLE, 0,
      ERL_DRV_TUPLE, 17};
  erl_drv_output_term(driver_mk_port(port), terms, sizeof terms / sizeof *terms);
  driver_free_binary(binary);
}

// The result of descriptions that are wrong.
static ErlDrvSSizeT wrong_terms(State* state, char* result) {
  ErlDrvTermData port = driver_mk_port(state->port);
  ErlDrvTermData none[] = {ERL_DRV_NIL, ERL_DRV_NIL};
  ErlDrvTermData few[] = {ERL_DRV_TUPLE, 2};
  ErlDrvTermData unknown[] = {99, 1};
  ErlDrvTermData missing[] = {ERL_DRV_ATOM};
  ErlDrvTermData twice[] = {ERL_DRV_INT, 1, ERL_DRV_NIL, ERL_DRV_INT, 1, ERL_DRV_NIL, ERL_DRV_MAP, 2};
  result[0] = (char)-erl_drv_output_term(port, none, 2);
  result[1] = (char)-erl_drv_output_term(port, few, 2);
  result[2] = (char)-erl_drv_output_term(port, unknown, 2);
  result[3] = (char)-erl_drv_output_term(port, missing, 1);
  result[4] = (char)-erl_drv_output_term(port, twice, 8);
  result[5] = (char)-erl_drv_output_term(port, none, 0);
  result[6] = (char)erl_drv_output_term(port, none, 1);
  return 7;
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                            ErlDrvSizeT room) {
  State* state = (State*)data;
  ErlDrvPort port = state->port;
  if (operation >= 20 && operation < 30) return queue(port, operation, bytes, size, result);
  switch (operation) {
    case 1: driver_output(port, bytes, size); break;
    case 2: driver_output2(port, "ab", 2, bytes, size); break;
    case 3: {
      ErlDrvBinary* binary = binary_of(bytes, size);
      driver_output_binary(port, "h", 1, binary, 1, size - 1);
      driver_free_binary(binary);
      break;
    }
    case 4: {
      // Two parts, one of them a binary; the first byte is skipped.
      ErlDrvBinary* binary = binary_of(bytes, size);
      SysIOVec parts[2] = {{.iov_base = binary->orig_bytes, .iov_len = size}, {.iov_base = "more", .iov_len = 4}};
      ErlDrvBinary* more = binary_of("more", 4);
      ErlDrvBinary* both[2] = {binary, more};
      ErlIOVec vector = {.vsize = 2, .size = size + 4, .iov = parts, .binv = both};
      parts[1].iov_base = more->orig_bytes;
      driver_outputv(port, "v", 1, &vector, 1);
      driver_free_binary(binary);
      driver_free_binary(more);
      break;
    }
    case 5: set_port_control_flags(port, PORT_CONTROL_FLAG_BINARY); break;
    case 6: set_port_control_flags(port, 0); break;
    case 7: (*result)[0] = (char)get_port_flags(port); return 1;
    case 8: driver_failure_atom(port, bytes); break;
    case 9: driver_failure_posix(port, bytes[0]); break;
    case 10: driver_failure_eof(port); break;
    case 11: driver_failure(port, bytes[0]); break;
    case 12: driver_exit(port, bytes[0]); break;
    case 13: *result = NULL; return 0;
    case 14:
      if (bytes[0] == 'b') {
        *result = (char*)binary_of(bytes, size);
      } else {
        *result = driver_alloc(size);
        memcpy(*result, bytes, size);
      }
      return (ErlDrvSSizeT)size;
    case 15: return -1;
    case 16: return binaries(size, bytes, *result);
    case 17: send_all(state, bytes, size); break;
    case 18: return wrong_terms(state, *result);
    case 19: (*result)[0] = (char)room; return 1;
    case 30: set_busy_port(port, bytes[0]); break;
    case 31: erl_drv_set_os_pid(port, bytes[0]); break;
    case 32: (*result)[0] = driver_caller(port) == driver_connected(port); return 1;
    case 33: {
      ErlDrvSizeT low = (unsigned char)bytes[0], high = (unsigned char)bytes[1];
      erl_drv_busy_msgq_limits(port, &low, &high);
      (*result)[0] = (char)(low / 64);
      (*result)[1] = (char)(high / 64);
      return 2;
    }
    case 34: driver_lock_driver(port); break;
    default: return -1;
  }
  memcpy(*result, "done", 4);
  return 4;
}

// Operation 1: the same term; 2: from memory that the machine frees; 3: none.
static ErlDrvSSizeT call(ErlDrvData data, unsigned operation, char* bytes, ErlDrvSizeT size, char** result,
                         ErlDrvSizeT room, unsigned* flags) {
  if (operation == 3) return -1;
  if (operation == 4) {
    (*result)[0] = 1;
    return 1;
  }
  if (operation == 2 || size > room) *result = driver_alloc(size);
  memcpy(*result, bytes, size);
  return (ErlDrvSSizeT)size;
}

static ErlDrvEntry entry = {
    .start = start,
    .stop = stop,
    .output = output,
    .driver_name = "drv_data",
    .control = control,
    .call = call,
    .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
    .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING,
};

DRIVER_INIT(drv_data) { return &entry; }
