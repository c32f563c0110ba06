%% Two processes play ping pong: a minimal actor program.
%%
%% Run it with tracing, which prints every call and message:
%%   sonde trace --calls ping_pong:_ --messages samples/ping_pong.erl
-module(ping_pong).
-export([main/0]).

main() ->
    Pong = spawn_link(fun pong/0),
    ping(3, Pong),
    io:format("the match is over~n").

%% Serves N times, then asks the other process to stop.
ping(0, Pong) ->
    Pong ! {stop, self()},
    receive
        stopped -> ok
    end;
ping(N, Pong) ->
    Pong ! {ping, N, self()},
    receive
        {pong, N} -> io:format("pong ~w received~n", [N])
    end,
    ping(N - 1, Pong).

pong() ->
    receive
        {ping, N, From} ->
            io:format("ping ~w received~n", [N]),
            From ! {pong, N},
            pong();
        {stop, From} ->
            From ! stopped
    end.
