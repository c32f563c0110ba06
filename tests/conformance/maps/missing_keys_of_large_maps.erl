%% shows which of several missing keys an update names, in small and large maps
-module(missing_keys_of_large_maps).
-export([main/0]).

main() ->
    Large = maps:from_list([{N, N} || N <- lists:seq(1000, 1100)]),
    lists:foreach(fun(Map) ->
        print(fun() -> Map#{42.0 := v, 42 := w} end),
        print(fun() -> Map#{42 => v, 42.0 := w, 42 := x} end),
        print(fun() -> Map#{"b" := v, <<"a">> := w, 3.0 := 1} end),
        print(fun() -> Map#{{1} := 2, [z] := v, 7 := 1} end)
    end, [id(#{a => 1}), Large]).

print(Fun) -> io:format("~p~n", [try Fun() catch error:Reason -> Reason end]).

id(X) -> X.
