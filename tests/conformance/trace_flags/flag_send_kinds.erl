%% proves P2: terms of all kinds as messages
%% needs: 27
-module(flag_send_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    Main = self(),
    trace:process(S, W, true, [send]),
    do(W, fun() ->
        [Main ! M || M <- [1, 1.5, 1 bsl 80, atom, "list", <<"binary">>, <<3:5>>, #{key => value}, {a, [tuple]}, fun erlang:self/0, [a | b],
                           binary:copy(<<"long">>, 50), Main, [], {}]]
    end),
    show(S, T).
