%% shows a port of descriptors that do not exist opens; reading is a report, and writing ends it
%% reports: ignored
%% stderr: merged
-module(port_no_descriptor).
-export([main/0]).

main() ->
    Reads = open_port({fd, 999, 998}, [in]),
    Both = open_port({fd, 999, 998}, []),
    io:format("~p~n", [[erlang:port_info(P, connected) =:= {connected, self()} || P <- [Reads, Both]]]),
    process_flag(trap_exit, true),
    Both ! {self(), {command, "x"}},
    receive {'EXIT', Both, Reason} -> io:format("~p~n", [Reason]) end,
    io:format("~p~n", [port_close(Reads)]).
