# Debian 12 with everything that building and testing need, and Sonde built in it.
#
#   docker build -t sonde .
#   docker run --rm sonde                         a traced program: tools/demo
#   docker run --rm sonde tools/test              all tests
#   docker run --rm -v "$PWD:/work" -w /work sonde sonde run hello.erl
FROM debian:12

# The packages first: this layer stays as it is until the list changes.
COPY tools/setup /src/tools/setup
RUN /src/tools/setup && rm -rf /var/lib/apt/lists/*

# The time zone and messages of a container do not depend on the host.
ENV LANG=C.UTF-8

COPY . /src
WORKDIR /src
RUN cmake --preset release && ninja -C build/release sonde erl_modules \
    && cmake --install build/release --prefix /usr/local

CMD ["tools/demo"]
