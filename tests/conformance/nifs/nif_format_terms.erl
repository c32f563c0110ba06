%% shows %T of enif_snprintf(): all kinds of terms, how a precision and a short buffer cut them, and what length is returned then
-module(nif_format_terms).
-export([main/0]).

main() ->
    Terms = [a, 'An atom', 'a@b', 'å', 'x\x{400}', '', 'a\tb\n\e\d', 0, -(1 bsl 70), 1.5, -1.0e-10, [], "text", [229, $A], "a\vb", "a\tb\r\n\"\\", [1, 2, 3], [a | b],
             {}, {a, {b, "c"}, [d]}, <<>>, <<"bin\"\\">>, <<1, 2, 3>>, <<1:3>>, <<255, 5:3>>, #{}, #{k => [v]}, fun lists:seq/2],
    [print("%T", T, 400) || T <- Terms],
    [print(F, T, 400) || F <- ["%.0T|", "%.1T|", "%.2T|", "%.3T|", "%.5T|", "%.9T|"],
                         T <- [a, abcdef, 12345, "abcdef", [1, 2, 3, 4, 5, 6], {a, b, c}, {{{{x}}}}, <<"abcdef">>, <<1, 2, 3, 4>>, <<1, 2:3>>, #{a => b}, [a | b], fun lists:seq/2]],
    [print(F, T, 400) || F <- ["%12T|", "%-12T|", "%2T|", "%-2T|", "%012T|", "%12.2T|"], T <- [a, "text", {a, b, c}]],
    [print(F, T, Size) || F <- ["%T", "[%T]", "%T %T", "%-8T|", "%8T|"], T <- [abcdef, {a, "b"}], Size <- [0, 1, 2, 4, 6, 7, 8, 9, 12, 20]],
    print("%T", lists:duplicate(120000, $x), 400).

print(Format, Term, Size) ->
    {Result, Text} = nif_printf:print_term(Format, Term, Size),
    io:format("~s ~w: ~w ~0p~n", [Format, Size, Result, Text]).
