%% proves O2: a port gets another owner, by a call and by a message; who may not ask, and what is no message
%% needs: 27
-module(connect_port).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, name/2, session/1, show/2, say/1, attempt/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), X = worker(x), S = session(T),
    P = do(W, fun() -> process_flag(trap_exit, true), open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    trace:port(S, P, true, [send, 'receive', ports, running_ports]),
    say(do(X, fun() -> port_connect(P, V) end)),
    say(do(X, fun() -> port_connect(P, V) end)),
    Gone = spawn(fun() -> ok end),
    trace_stream:gone(Gone),
    say(do(X, fun() -> attempt(fun() -> port_connect(P, Gone) end) end)),
    show(S, T),
    do(V, fun() -> P ! {self(), {connect, W}}, receive {P, connected} -> ok end end),
    show(S, T),
    Bad = fun(Message) -> do(W, fun() -> P ! Message, receive {'EXIT', _, badsig} -> ok after 0 -> ok end end) end,
    [Bad(M) || M <- [hello, {self(), close}, {self(), {connect, W}}, {self(), {command, "x"}}, {self(), what}]],
    trace:port(S, P, false, [send]),
    show(S, T).
