%% A server that counts, for embed.cpp: a process that the C++ program sends messages to.
-module(counter).

-export([start/0, add/2]).

start() -> register(counter, spawn(fun() -> loop(0) end)).

loop(Sum) ->
    receive
        {add, N} -> loop(add(Sum, N));
        report ->
            host ! {sum, Sum},
            loop(Sum)
    end.

add(Sum, N) -> Sum + N.
