// The client of the echo benchmark: N connections on 127.0.0.1, each with one request under way. The same program
// loads both machines, so only the server differs.
//   load PORT CONNECTIONS SECONDS BYTES
// prints: requests seconds p50 p99 (microseconds), all after a warm-up of half a second.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BYTES = 4096, MOST_EVENTS = 256, MOST_ANSWERS = 1 << 24 };

struct connection {
  int fd;
  int received;
  double sent_at;
};

static char request[MOST_BYTES];
static float latencies[MOST_ANSWERS];  // of each answer, in microseconds

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void check(int ok, const char* what) {
  if (ok) return;
  perror(what);
  exit(1);
}

static void ask(struct connection* c, int bytes) {
  c->sent_at = now();
  c->received = 0;
  check(write(c->fd, request, bytes) == bytes, "write");
}

static int compare(const void* a, const void* b) {
  const float x = *(const float*)a, y = *(const float*)b;
  return (x > y) - (x < y);
}

static struct connection* open_all(int port, int count, int poll) {
  struct connection* all = calloc(count, sizeof *all);
  for (int i = 0; i < count; ++i) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    all[i].fd = socket(AF_INET, SOCK_STREAM, 0);
    check(connect(all[i].fd, (struct sockaddr*)&address, sizeof address) == 0, "connect");
    int on = 1;
    setsockopt(all[i].fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    check(epoll_ctl(poll, EPOLL_CTL_ADD, all[i].fd, &event) == 0, "epoll_ctl");
  }
  return all;
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int port = atoi(argv[1]), count = atoi(argv[2]), bytes = atoi(argv[4]);
  const double seconds = atof(argv[3]);
  memset(request, 'x', sizeof request);
  const int poll = epoll_create1(0);
  struct connection* all = open_all(port, count, poll);
  printf("open\n");
  fflush(stdout);
  getchar();  // the caller looks at the server's memory first
  for (int i = 0; i < count; ++i) ask(&all[i], bytes);
  const double begin = now() + 5e5, end = begin + seconds * 1e6;
  double time = now(), first = 0;
  uint64_t answers = 0;
  static char buffer[MOST_BYTES];
  while (time < end && answers < MOST_ANSWERS - MOST_EVENTS) {
    struct epoll_event events[MOST_EVENTS];
    const int ready = epoll_wait(poll, events, MOST_EVENTS, 1000);
    for (int i = 0; i < ready; ++i) {
      struct connection* c = events[i].data.ptr;
      const ssize_t got = read(c->fd, buffer, sizeof buffer);
      check(got > 0, "read");
      c->received += (int)got;
      if (c->received < bytes) continue;
      time = now();
      if (time >= begin) {
        if (answers++ == 0) {
          first = time;
          printf("begin\n");
          fflush(stdout);
        }
        latencies[answers - 1] = (float)(time - c->sent_at);
      }
      ask(c, bytes);
    }
    time = now();
  }
  qsort(latencies, answers, sizeof *latencies, compare);
  printf("%lu %.3f %.1f %.1f\n", (unsigned long)answers, (time - first) / 1e6, latencies[answers / 2], latencies[answers * 99 / 100]);
  return 0;
}
