%% proves P8: a process that waits: in with a message, out in its receive
%% needs: 27
-module(in_out_receive).
-export([main/0]).
-import(trace_stream, [name/2, session/1, session/2, say/1, say/2, wait/1, gone/1, load/1]).

main() ->
    load([prey]),
    S = session(self()),
    W = name(spawn(fun() -> prey:fetch(a), prey:fetch(b) end), w),
    wait(fun() -> process_info(W, status) =:= {status, waiting} end),
    trace:process(S, W, true, [running]),
    Next = fun() -> say(receive E when element(1, E) =:= trace -> E end) end,
    W ! {a, 1}, Next(), Next(),
    W ! {b, 2}, Next(),
    gone(W),
    trace:session_destroy(S).
