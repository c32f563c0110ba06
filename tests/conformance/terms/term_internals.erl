%% shows erts_internal's looks at terms: kinds, text with a limit, ordered iterators; erts_debug's sizes with sharing
-module(term_internals).
-export([main/0]).

main() ->
    Large = maps:from_list([{I, I} || I <- lists:seq(1, 40)]),
    Binary = binary:copy(id(<<"ab">>), 50),
    Terms = [1, -1, 1 bsl 70, a, 1.5, [], [a], "abc", {}, {a}, #{}, #{a => 1}, Large, <<"a">>, Binary, <<1:3>>, binary:part(Binary, 0, 30), self(), make_ref(),
        fun() -> Binary end, fun lists:map/2, fun main/0],
    io:format("~w~n", [[erts_internal:term_type(T) || T <- Terms]]),
    io:format("~w~n", [[caught(fun() -> erts_internal:map_next(Keys, Map, Kind) end) || {Keys, Map, Kind} <- [
        {[b, a], #{a => 1, b => 2}, iterator}, {[], #{}, iterator}, {[a | b], #{a => 1}, iterator}, {[c], #{a => 1}, iterator}, {[a], #{a => 1}, []}, {[a], x, iterator}]]]),
    Shared = lists:seq(1, id(10)),
    io:format("~w~n", [[erts_debug:size_shared(id({Shared, Shared, Shared})), erts_debug:flat_size(id({Shared, Shared, Shared})), erts_debug:size_shared(id([Shared | Shared])),
        erts_debug:size_shared({a, 1}), erts_debug:same(Shared, id(Shared)), erts_debug:copy_shared({Shared, Shared}) =:= {Shared, Shared}]]),
    {module, lists} = code:ensure_loaded(lists),
    {_, Beam, _} = code:get_object_code(?MODULE),
    io:format("~w~n", [[erts_internal:beamfile_module_md5(Beam) =:= ?MODULE:module_info(md5), is_binary(erts_internal:beamfile_chunk(Beam, "Code")),
        erts_internal:beamfile_chunk(Beam, "Nope"), caught(fun() -> erts_internal:beamfile_chunk(Beam, "Long1") end), erts_internal:beamfile_chunk(<<"x">>, "Code")]]).

id(X) -> X.
caught(F) -> try F() catch error:Reason -> Reason end.
