%% shows integers beyond any code point in character data: the data ends there, with what was read and the rest
-module(unicode_large_points).
-include("../support/edge.hrl").

main() ->
    Points = [1 bsl 21, 1 bsl 28, 1 bsl 32, 1 bsl 59, 1 bsl 60, 1 bsl 64, -1, -(1 bsl 59), -(1 bsl 60), -(1 bsl 64)],
    [begin
         ?T(unicode:characters_to_list(["ok", [[$x], Point | "tail"]])),
         ?T(unicode:characters_to_binary(["ok", [[$x], Point | "tail"]])),
         ?T(unicode:characters_to_binary([<<195>>, Point, <<"tail">>])),
         ?T(unicode:characters_to_list([$a, [Point], $b], latin1)),
         ?T(unicode:characters_to_binary([Point, $a], latin1, utf16))
     end || Point <- Points],
    ?T(unicode:characters_to_list([$a, 1.0])),
    ?T(unicode:characters_to_list([$a, atom])),
    ok.
