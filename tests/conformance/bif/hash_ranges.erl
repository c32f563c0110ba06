%% shows phash, phash2 with ranges, and what they refuse
-module(hash_ranges).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:phash2(a)),
    ?T(erlang:phash2({a, 1, "s", <<"b">>, 1.5, [x | y], #{k => v}})),
    ?T(erlang:phash2(a, 1)),
    ?T(erlang:phash2(a, 10)),
    ?T(erlang:phash2(a, 1 bsl 32)),
    ?T(erlang:phash2(a, (1 bsl 32) + 1)),
    ?T(erlang:phash2(1 bsl 70)),
    ?T(erlang:phash2(-(1 bsl 70))),
    ?T(erlang:phash2(-0.0) =:= erlang:phash2(0.0)),
    ?T(erlang:phash(a, 100)),
    ?T(erlang:phash(1.0, 1 bsl 32)),
    ?T(erlang:phash([a | b], 1000)),
    ?T(erlang:phash(<<1:3>>, 1000)),
    ok.
