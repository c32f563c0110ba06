%% shows term_to_iovec and external_size beside term_to_binary: the same bytes, their options, and what they refuse
-module(iovecs_of_terms).
-include("../support/edge.hrl").

main() ->
    Large = binary:copy(<<"0123456789">>, 20),
    Terms = [a, 1 bsl 100, "text", {1, [2 | 3]}, #{k => <<"v">>}, <<5:3>>, [Large, Large], {x, Large, 1.5}, fun lists:map/2, lists:duplicate(500, {a, b})],
    ?T([iolist_to_binary(erlang:term_to_iovec(T)) =:= term_to_binary(T) || T <- Terms]),
    ?T([lists:all(fun is_binary/1, erlang:term_to_iovec(T)) || T <- Terms]),
    ?T([binary_to_term(iolist_to_binary(erlang:term_to_iovec(T, [compressed]))) =:= T || T <- Terms]),
    ?T([erlang:external_size(T) >= byte_size(term_to_binary(T)) || T <- Terms]),
    ?T([erlang:external_size(T, [{minor_version, 1}]) >= byte_size(term_to_binary(T, [{minor_version, 1}])) || T <- Terms]),
    ?T(byte_size(iolist_to_binary(erlang:term_to_iovec(lists:duplicate(1000, abc), [{compressed, 9}]))) < 200),
    ?T(erlang:term_to_iovec(a, [{minor_version, 2}])),
    ?T(erlang:term_to_iovec(1.5, [{minor_version, 0}])),
    ?T(erlang:term_to_iovec(a, [bad])),
    ?T(erlang:term_to_iovec(a, [{compressed, 10}])),
    ?T(erlang:term_to_iovec(a, [{minor_version, 3}])),
    ?T(erlang:term_to_iovec(a, [compressed | improper])),
    ?T(erlang:term_to_iovec(a, bad)),
    ?T(erlang:external_size(a, [bad])),
    ?T(erlang:external_size(a, [{minor_version, 5}])),
    ?T(erlang:external_size(a, bad)),
    ?T(term_to_binary([b, a], [deterministic]) =:= term_to_binary([b, a])),
    ok.
