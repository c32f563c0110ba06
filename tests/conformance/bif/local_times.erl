%% shows localtime_to_universaltime, universaltime_to_localtime and posixtime with dates that are none
-module(local_times).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:universaltime_to_posixtime({{1970, 1, 1}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime({{2000, 2, 29}, {23, 59, 59}})),
    ?T(erlang:universaltime_to_posixtime({{1900, 1, 1}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime({{2001, 2, 29}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime({{2001, 13, 1}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_posixtime(a)),
    ?T(erlang:posixtime_to_universaltime(0)),
    ?T(erlang:posixtime_to_universaltime(951868799)),
    ?T(erlang:posixtime_to_universaltime(-1)),
    ?T(erlang:posixtime_to_universaltime(4102444800)),
    ?T(erlang:posixtime_to_universaltime(a)),
    ?T(erlang:posixtime_to_universaltime(1.0)),
    ?T(erlang:universaltime_to_localtime({{2001, 2, 30}, {0, 0, 0}})),
    ?T(erlang:universaltime_to_localtime(a)),
    ?T(erlang:universaltime_to_localtime({{2001, 2, 3}, {24, 0, 0}})),
    ?T(erlang:localtime_to_universaltime({{2001, 2, 3}, {0, 60, 0}})),
    ?T(erlang:localtime_to_universaltime({{2001, 0, 3}, {0, 0, 0}})),
    ?T(erlang:localtime_to_universaltime({{2001, 2, 3}, {0, 0, 0}}, bad)),
    ?T(erlang:localtime_to_universaltime(1)),
    ?T(erlang:universaltime_to_localtime(erlang:localtime_to_universaltime({{2020, 6, 15}, {12, 0, 0}}))),
    ok.
