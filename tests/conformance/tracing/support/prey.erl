%% More functions for tracing programs to trace: chains of tail calls, exceptions that pass frames, callbacks, guards that fail.
-module(prey).
-export([up/1, down/1, even/1, odd/1, outer/1, middle/1, inner/1, thrower/1, exiter/1, safe/2, old_catch/2, after_it/2, deep/1,
         each/2, tail_catch/1, body/2, count/1, zero/0, five/5, send_to/2, link_to/1, fetch/1, apply_it/3, fun_it/2, cleanup/1,
         clause/1, bits/1, build/1, spin/1]).

%% Tail calls of two functions in turn.
even(0) -> true;
even(N) -> odd(N - 1).

odd(0) -> false;
odd(N) -> even(N - 1).

%% A body call through three functions.
outer(X) -> {outer, middle(X)}.
middle(X) -> {middle, inner(X)}.
inner(X) -> {inner, X}.

up(N) when N > 3 -> N;
up(N) -> 1 + up(N + 1).

down(0) -> 0;
down(N) -> down(N - 1).

thrower(X) -> throw(X).
exiter(X) -> exit(X).

%% What F(X) raises is caught here, N frames below.
safe(0, F) ->
    try F() of V -> {value, V}
    catch Class:Reason -> {Class, Reason}
    end;
safe(N, F) -> {safe(N - 1, F)}.

old_catch(_, F) -> {caught, catch F()}.

after_it(X, F) -> try F() after inner(X) end.

deep(0) -> error(deep);
deep(N) -> [N | deep(N - 1)].

each(_, []) -> ok;
each(F, [H | T]) -> F(H), each(F, T).

tail_catch(X) -> try thrower(X) catch throw:Y -> inner(Y) end.

body(F, X) -> {body, F(X)}.

count(0) -> ok;
count(N) -> _ = inner(N), count(N - 1).

zero() -> zero.
five(A, B, C, D, E) -> [E, D, C, B, A].

send_to(Pid, Msg) -> Pid ! Msg, ok.
link_to(Pid) -> link(Pid).

fetch(Tag) -> receive {Tag, V} -> V end.

apply_it(M, F, Args) -> {applied, apply(M, F, Args)}.
fun_it(F, X) -> {called, F(X)}.

cleanup(F) ->
    try F()
    catch error:R -> exit({cleaned, R})
    end.

clause(X) when is_atom(X) -> atom;
clause(X) when X > 5 -> big;
clause(5) -> five.

bits(<<A:3, B:5, Rest/binary>>) -> {A, B, Rest}.

build(N) -> lists:seq(1, N).

%% Runs for about N reductions.
spin(0) -> done;
spin(N) -> spin(N - 1).
