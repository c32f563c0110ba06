%% what erlang:processes_iterator/0 and processes_next/1 of OTP's libraries stand on since release 28; the release of literals uses it
%% needs: 28
-module(processes_next).
-export([main/0]).

main() ->
    Pids = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 100)],
    Seen = all(0),
    io:format("~w~n", [[Pids -- Seen, length(Seen) =:= length(lists:usort(Seen)), lists:member(self(), Seen)]]),
    io:format("~w~n", [[try erts_internal:processes_next(Wrong) catch error:Reason -> Reason end || Wrong <- [a, -1, 1.0, 1 bsl 80]]]),
    [exit(Pid, kill) || Pid <- Pids].

all(Iterator) ->
    case erts_internal:processes_next(Iterator) of
        none -> [];
        {Next, Pids} -> Pids ++ all(Next)
    end.
