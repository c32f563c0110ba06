%% shows put, get, erase and get_keys with every kind of key
-module(dictionary_edges).
-include("../support/edge.hrl").

main() ->
    ?T(put(1, a)),
    ?T(put(1.0, b)),
    ?T({get(1), get(1.0)}),
    ?T(put(1, c)),
    ?T(erase(1)),
    ?T(erase(1)),
    ?T(get(1)),
    ?T(put({k, [1]}, v)),
    ?T(get({k, [1]})),
    ?T(put("", empty)),
    ?T(get([])),
    ?T(lists:sort(get())),
    ?T(lists:sort(get_keys())),
    ?T(lists:sort(get_keys(v))),
    ?T(get_keys(none)),
    ?T(lists:sort(erase())),
    ?T(get()),
    ?T(fill(500)),
    ?T(process_info(self(), {dictionary, 3})),
    ?T(erase(fill)),
    ?T(length(erase())),
    ok.

fill(N) -> [put(K, K * K) || K <- lists:seq(1, N)], {length(get()), get(250), lists:sum([V || {_, V} <- get()])}.
