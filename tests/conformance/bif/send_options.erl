%% shows erlang:send/2,3 with options and destinations that do not exist
-module(send_options).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:send(self(), a)),
    ?T(erlang:send(self(), b, [])),
    ?T(erlang:send(self(), c, [noconnect])),
    ?T(erlang:send(self(), d, [nosuspend, noconnect])),
    ?T(erlang:send(self(), e, [bad])),
    ?T(erlang:send(self(), e, [noconnect | x])),
    ?T(erlang:send(self(), e, bad)),
    ?T(erlang:send(nobody, e)),
    ?T(erlang:send(nobody, e, [])),
    ?T(erlang:send({nobody, node()}, e, [])),
    ?T(erlang:send(1, e)),
    ?T(erlang:send(1, e, [])),
    ?T(erlang:send({a, b, c}, e)),
    ?T(erlang:send_nosuspend(self(), f)),
    ?T(erlang:send_nosuspend(self(), g, [noconnect])),
    ?T(erlang:send_nosuspend(self(), g, [bad])),
    ?T(all([])),
    ok.

all(Got) -> receive M -> all([M | Got]) after 0 -> lists:reverse(Got) end.
