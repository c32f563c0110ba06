%% proves F8, I2: call_memory: words allocated by a function and by unmeasured functions it calls, also over collections,
%% in binaries' owners, in BIFs, per process
%% needs: 27
%% skip: gc lists of 200,000 elements, collected at each
-module(call_memory).
-export([main/0, list/1, pair/1, outer/1, collects/1, grows/2, tail/2, quits/1]).
-include("trace.hrl").

main() ->
    T = tracer(),
    Session = trace:session_create(?MODULE, T, []),
    W = worker(),
    V = worker(),
    1 = trace:process(Session, W, true, [call]),
    1 = trace:process(Session, V, true, [call]),
    Run = fun(Mfas, Fun) ->
        [1 = trace:function(Session, Mfa, true, [call_memory]) || Mfa <- Mfas],
        do(W, Fun),
        [io:format("~w: ~w~n", [F, rows(trace:info(Session, {M, F, A}, call_memory), [{W, w}, {V, v}])]) || {M, F, A} <- Mfas],
        [1 = trace:function(Session, Mfa, false, [call_memory]) || Mfa <- Mfas]
    end,
    Run([{?MODULE, list, 1}], fun() -> list(10), list(1000) end),
    Run([{?MODULE, list, 1}], fun() -> list(200000) end),
    Run([{?MODULE, outer, 1}], fun() -> outer(10) end),
    Run([{?MODULE, outer, 1}, {?MODULE, list, 1}, {?MODULE, pair, 1}], fun() -> outer(10) end),
    Run([{?MODULE, collects, 1}], fun() -> collects(100) end),
    Run([{?MODULE, grows, 2}], fun() -> grows(300, []) end),
    Run([{?MODULE, tail, 2}], fun() -> tail(50, []) end),
    Run([{erlang, list_to_tuple, 1}, {erlang, make_tuple, 2}], fun() -> {list_to_tuple(id([1, 2, 3])), make_tuple(id(100), x)} end),
    Run([{?MODULE, pair, 1}], fun() -> pair(1), do(V, fun() -> pair(2), pair(3) end) end),
    %% Rows stay when their process has gone.
    1 = trace:function(Session, {?MODULE, quits, 1}, true, [call_memory, call_time, call_count]),
    0 = trace:process(Session, new, true, [call]),
    {P, M} = spawn_monitor(?MODULE, quits, [20]),
    receive {'DOWN', M, process, P, R} -> io:format("~w~n", [R]) end,
    io:format("~w~n", [rows(trace:info(Session, {?MODULE, quits, 1}, call_memory), [{P, gone}])]),
    {call_time, [{P, 1, _, _}]} = trace:info(Session, {?MODULE, quits, 1}, call_time),
    io:format("~w~n", [trace:info(Session, {?MODULE, quits, 1}, call_count)]),
    true = trace:session_destroy(Session).

rows({call_memory, Rows}, Names) -> lists:sort([{proplists:get_value(P, Names), Calls, Words} || {P, Calls, Words} <- Rows]).

id(X) -> X.

make_tuple(N, X) -> erlang:make_tuple(N, X).

list(0) -> [];
list(N) -> [N | list(N - 1)].

pair(X) -> {X, X}.

outer(N) -> A = list(N), B = pair(N), {A, B, N}.

collects(N) -> A = list(N), erlang:garbage_collect(), B = list(N), erlang:garbage_collect(), {length(A), length(B)}.

grows(0, Acc) -> Acc;
grows(N, Acc) -> grows(N - 1, [{N, N} | Acc]).

tail(0, Acc) -> length(Acc);
tail(N, Acc) -> tail(N - 1, [N | Acc]).

quits(N) -> exit(length(list(N))).
