%% proves F13, P4: a pattern set on a loop that is running
%% needs: 27
-module(pattern_while_in_tail_loop).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, show/2, show/3]).
-export([loop/2]).
main() ->
    T = tracer(), S = session(T), Main = self(),
    P = name(spawn(fun() -> loop(Main, 0) end), p),
    trace:process(S, P, true, [call]),
    trace:function(S, {?MODULE, loop, 2}, [{['_', '$1'], [], [{message, seen}]}], [local]),
    P ! {self(), step}, receive stepped -> ok end,
    trace:function(S, {?MODULE, loop, 2}, false, [local]),
    P ! {self(), step}, receive stepped -> ok end,
    show(S, T).

loop(Main, N) -> receive {Main, step} -> Main ! stepped, loop(Main, N + 1) end.
