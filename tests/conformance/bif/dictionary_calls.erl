%% shows put, get, erase, get_keys and the whole dictionary
-module(dictionary_calls).
-include("../support/edge.hrl").

main() ->
    ?T(put(a, 1)),
    ?T(put(a, 2)),
    ?T(put({key, "x"}, [])),
    ?T(get(a)),
    ?T(get(z)),
    ?T(lists:sort(get())),
    ?T(lists:sort(get_keys())),
    ?T(get_keys([])),
    ?T(get_keys(2)),
    ?T(erase(a)),
    ?T(erase(a)),
    ?T(put(1, int)),
    ?T(put(1.0, float)),
    ?T(get(1)),
    ?T(get(1.0)),
    ?T(lists:sort(erase())),
    ?T(get()),
    ?T(process_info(self(), dictionary)),
    ?T(put(k, v)),
    ?T(process_info(self(), {dictionary, k})),
    ?T(process_info(self(), {dictionary, z})),
    ?T(length([put(N, N) || N <- lists:seq(1, 5000)])),
    ?T(lists:sum([get(N) || N <- lists:seq(1, 5000)])),
    ?T(length([erase(N) || N <- lists:seq(1, 5000)])),
    ?T(get()),
    ok.
