%% proves O1, O2: what a port runs for: in and out around each operation, 0 for what its driver has to tell
%% needs: 27
-module(running_ports).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, name/2, session/1, sync/1, take/1, say/1, attempt/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:port(S, new, true, [ports, running_ports, send, 'receive']),
    P = do(W, fun() -> open_port({spawn, "cat"}, [binary]) end),
    name(P, cat),
    shown(S, T, command, fun() -> do(W, fun() -> port_command(P, ["he", <<"llo">>]), receive {P, {data, D}} -> D end end) end),
    shown(S, T, send, fun() -> do(W, fun() -> P ! {self(), {command, "again"}}, receive {P, {data, D}} -> D end end) end),
    shown(S, T, info, fun() -> do(V, fun() -> erlang:port_info(P, connected), erlang:port_info(P, registered_name) end) end),
    shown(S, T, control, fun() -> do(V, fun() -> attempt(fun() -> port_control(P, 7, "abc") end) end) end),
    shown(S, T, call, fun() -> do(V, fun() -> attempt(fun() -> erlang:port_call(P, 7, abc) end) end) end),
    shown(S, T, link, fun() -> do(V, fun() -> link(P), link(P), unlink(P), unlink(P) end) end),
    shown(S, T, monitor, fun() -> do(V, fun() -> demonitor(monitor(port, P)) end) end),
    shown(S, T, close, fun() -> do(W, fun() -> port_close(P) end) end).

%% The events of the port while F runs.
shown(S, T, What, F) ->
    F(),
    sync(S),
    say({What, [tl(tuple_to_list(E)) || E <- take(T)]}).
