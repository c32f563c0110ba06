%% proves P23, F4: tracing turned on and off under a running process: its calls are reported without gaps while on
%% needs: 27
%% skip: gc the list of the tracer is copied at each call, of which there are very many
-module(while_running).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, self(), []),
    P = spawn(fun() -> count(0) end),
    trace:process(S, P, true, [call]),
    Rounds = [begin
        1 = trace:function(S, {traced, id, 1}, true, [local]),
        First = [receive {trace, P, call, {traced, id, [N]}} -> N end || _ <- lists:seq(1, 50)],
        1 = trace:function(S, {traced, id, 1}, false, [local]),
        delivered(S),
        Calls = First ++ flush(),
        Calls =:= lists:seq(hd(Calls), lists:last(Calls))
    end || _ <- lists:seq(1, 5)],
    exit(P, kill),
    io:format("~w~n", [Rounds]),
    ok.

count(N) -> traced:id(N), erlang:yield(), count(N + 1).

flush() -> receive {trace, _, call, {traced, id, [N]}} -> [N | flush()] after 0 -> [] end.
