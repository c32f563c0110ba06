%% proves E1: receive specs by node, sender and message
%% needs: 27
-module(recv_spec_sender).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, ['receive']),
    Act = fun() -> do(V, fun() -> W ! {tell, fun erlang:self/0} end), do(W, fun() -> ok end), do(W, fun() -> erlang:send_after(0, self(), tick), receive tick -> ok end end) end,
    [begin say({Sp, trace:recv(S, Sp, [])}), Act(), show(S, T) end ||
        Sp <- [true, false, [], [{['_', V, '_'], [], []}], [{['_', undefined, '_'], [], []}], [{['$1', '_', '_'], [{'==', '$1', {node}}], [{message, '$1'}]}],
               [{['_', '_', {do, '_', '_'}], [], [{message, mine}]}], [{['_', '$1', '_'], [{is_pid, '$1'}], [{message, {{'$1', {self}}}}]}]]].
