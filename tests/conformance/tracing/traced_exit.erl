%% proves S3, P7: a traced process that dies leaves nothing behind, its last events arrive
%% needs: 27
-module(traced_exit).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call, send, procs]),
    trace:function(S, {traced, ext, 1}, true, [local]),
    Self = self(),
    M = monitor(process, W),
    W ! {'$do', self(), fun() -> traced:ext(1), Self ! last_words, exit(gone) end},
    receive {'DOWN', M, _, _, _} -> ok end,
    receive last_words -> ok end,
    delivered(S),
    print(events(T), [{W, w}]),
    io:format("~w ~w~n", [trace:info(S, W, flags), error_of(fun() -> trace:process(S, W, true, [call]) end)]),
    ok.
