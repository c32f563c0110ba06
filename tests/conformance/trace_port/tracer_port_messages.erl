%% proves O3, S7, S8: what a port gets as tracer: each message in the external term format; of sessions, the legacy session, meta and
%% sequential tracing; and what becomes of it all when the port is closed
%% needs: 27
-module(tracer_port_messages).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, name/2, session/1, say/1, load/1]).

main() ->
    load([prey]),
    W = worker(w),
    P = name(open_port({spawn, "cat"}, [binary, {packet, 4}]), cat),
    S = session(P),
    trace:process(S, W, true, [call, send]),
    trace:function(S, {prey, inner, 1}, [{'_', [], [{return_trace}]}], []),
    do(W, fun() -> prey:inner(1), self() ! hello end),
    [say(next(P)) || _ <- lists:seq(1, 4)],
    %% A tracer is not traced by itself.
    say(trace:port(S, P, true, [send, 'receive'])),
    do(W, fun() -> self() ! again end),
    [say(next(P)) || _ <- [1, 2]],
    Q = name(open_port({spawn, "cat"}, [binary]), other),
    say(trace:port(S, Q, true, [send, ports])),
    port_command(Q, "x"),
    receive {Q, {data, D}} -> say(D) end,
    say(next(P)),
    port_close(Q),
    say(next(P)),
    say(trace:info(S, {prey, inner, 1}, traced)),
    port_close(P),
    do(W, fun() -> self() ! nobody_hears end),
    say([trace:info(S, W, flags), trace:info(S, W, tracer)]),
    say(length(trace:session_info(W))),
    {_, _} = session(P),
    trace:session_destroy(S),
    legacy(W).

legacy(W) ->
    P = name(open_port({spawn, "cat"}, [binary, {packet, 4}]), cat2),
    say(erlang:trace(W, true, [call, {tracer, P}])),
    say(erlang:trace_info(W, tracer)),
    say(erlang:trace_pattern({prey, inner, 1}, true, [local])),
    do(W, fun() -> prey:inner(2) end),
    say(next(P)),
    erlang:trace(W, false, [all]),
    erlang:trace_pattern({prey, inner, 1}, [], [{meta, P}]),
    say(erlang:trace_info({prey, inner, 1}, meta)),
    do(W, fun() -> prey:inner(3) end),
    {trace_ts, Who, What, Call, {_, _, _}} = next(P),
    say({Who, What, Call}),
    erlang:trace_pattern({prey, inner, 1}, false, [meta, local]),
    false = seq_trace:set_system_tracer(P),
    say(seq_trace:get_system_tracer()),
    do(W, fun() -> seq_trace:set_token(label, 17), seq_trace:set_token(print, true), seq_trace:print(hello), seq_trace:set_token([]) end),
    say(next(P)),
    port_close(P),
    say(seq_trace:get_system_tracer()).

next(P) -> receive {P, {data, Bytes}} -> binary_to_term(Bytes) end.
