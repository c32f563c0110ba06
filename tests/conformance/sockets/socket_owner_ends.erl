%% shows the registry before there is a socket, and that a socket whose owner has ended is closed, also for OTP's options
-module(socket_owner_ends).
-export([main/0]).

main() ->
    io:format("~p~n", [[socket:number_of(), socket:which_sockets()]]),
    {Owner, Monitor} = spawn_monitor(fun() ->
        {ok, Socket} = socket:open(inet, stream, tcp),
        exit({made, Socket})
    end),
    Made = receive {'DOWN', Monitor, process, Owner, {made, Socket}} -> Socket end,
    closed(Made),
    io:format("~p~n", [[socket:getopt(Made, otp, Option) || Option <- [controlling_process, debug, rcvbuf, domain]]]),
    io:format("~p~n", [socket:setopt(Made, otp, controlling_process, self())]).

closed(Socket) ->
    socket:getopt(Socket, otp, debug) =:= {error, closed} orelse
        begin
            receive after 1 -> ok end,
            closed(Socket)
        end.
