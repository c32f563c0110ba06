%% shows calls with a fresh reference over a mailbox of many messages: only messages after the reference are searched
-module(receive_marker).
-export([main/0]).

main() ->
    Server = spawn(fun server/0),
    [self() ! {junk, N} || N <- lists:seq(1, 20000)],
    io:format("~w~n", [lists:sum([call(Server, N) || N <- lists:seq(1, 2000)])]),
    io:format("~w~n", [nested(Server)]),
    io:format("~w~n", [process_info(self(), message_queue_len)]),
    io:format("~w~n", [receive {junk, N} -> N end]),
    ok.

call(Server, X) ->
    Ref = make_ref(),
    Server ! {self(), Ref, X},
    receive {Ref, Y} -> Y end.

nested(Server) ->
    R1 = make_ref(), R2 = monitor(process, Server),
    Server ! {self(), R2, 1},
    Server ! {self(), R1, 2},
    receive {R1, Y} -> receive {R2, Z} -> demonitor(R2, [flush]), {Y, Z} end end.

server() -> receive {From, Ref, X} -> From ! {Ref, X + 1}, server() end.
