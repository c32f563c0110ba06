%% Which segment is named when several of a bitstring cannot be built, and why.
-module(build_errors).
-export([main/0]).

main() ->
    Values = [a, -1, 7, 2.5, <<"bin">>, <<5:3>>],
    Sizes = [b, -1, 3, 16, 1 bsl 70],
    [show(Name, F, V, W, S) || {Name, F} <- shapes(), V <- Values, W <- [x, 9, <<"w">>], S <- Sizes],
    ok.

shapes() ->
    [{append_sized, fun(V, W, S) -> <<V/binary, W:16, 1:S>> end},
     {append_bits, fun(V, W, S) -> <<V/bitstring, W:S/binary, 1:3>> end},
     {fixed_sized, fun(V, W, S) -> <<V:8, W:S>> end},
     {sized_whole, fun(V, W, S) -> <<V:S, W/binary>> end},
     {whole_sized, fun(V, W, S) -> <<1, V/binary, W:S/binary>> end},
     {utf_sized, fun(V, W, S) -> <<V/utf8, W:S, W/utf16>> end},
     {fixed_float, fun(V, W, S) -> <<V/float, W:S/float>> end},
     {utf32_fixed, fun(V, W, S) -> <<V/utf32, S:4, W:64/little>> end},
     {unit, fun(V, W, S) -> <<0:4, V/binary-unit:8, W:S/binary-unit:2>> end}].

show(Name, F, V, W, S) ->
    Answer =
        try F(V, W, S)
        catch
            error:Reason:Stack ->
                [{_, _, _, Info} | _] = Stack,
                case proplists:get_value(error_info, Info) of
                    #{cause := Cause} -> {Reason, Cause};
                    Other -> {Reason, Other}
                end
        end,
    io:format("~p ~0p ~0p ~0p: ~0p~n", [Name, V, W, S, Answer]).
