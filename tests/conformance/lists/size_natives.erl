%% shows length, hd, tl and list_to_tuple of lists that are improper, nested or none
-module(size_natives).
-include("../support/edge.hrl").

main() ->
    ?T(length([])),
    ?T(length([a | b])),
    ?T(length(a)),
    ?T(length(lists:seq(1, 100000))),
    ?T(length([[]])),
    ?T(hd([])),
    ?T(hd([[a]])),
    ?T(hd([a | b])),
    ?T(hd(a)),
    ?T(tl([a | b])),
    ?T(tl([a])),
    ?T(tl([])),
    ?T(tl(x)),
    ?T(list_to_tuple([])),
    ?T(list_to_tuple([a | b])),
    ?T(list_to_tuple(x)),
    ?T(tuple_to_list({})),
    ?T(tuple_to_list([])),
    ?T(tuple_to_list({[], {}})),
    ?T(length(tuple_to_list(list_to_tuple(lists:seq(1, 10000))))),
    ok.
