%% shows arguments and results of dirty calls
-module(nif_dirty_terms).
-export([main/0]).

main() ->
    Big = binary:copy(<<"0123456789">>, 100),
    Terms = [a, 1, 1 bsl 100, -1.5, [], [1, 2 | 3], "text", {}, {a, {b, [c]}}, <<>>, <<"small">>, Big, <<5:3>>,
             #{}, #{a => #{b => c}}, maps:from_list([{I, I} || I <- lists:seq(1, 100)]), lists:seq(1, 1000),
             self(), make_ref(), fun lists:map/2],
    [io:format("~p~n", [nif_running:F(T) =:= {T, T}]) || T <- Terms, F <- [echo_cpu, echo_io]],
    io:format("~p~n", [nif_running:pair_cpu(<<"abc">>)]),
    {Reversed, Same} = nif_running:pair_cpu(Big),
    io:format("~p ~p~n", [byte_size(Reversed), Same =:= Big]),
    <<_:3, Odd:16/bitstring, _/bitstring>> = Big,
    io:format("~p~n", [nif_running:echo_cpu(Odd)]).
