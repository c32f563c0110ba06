%% shows random bit syntax, evaluated by erl_eval (support/bit_cases.erl): what a case is for some sets of values
%% skip: jit it would compile all of erl_scan, erl_parse and erl_eval, which takes half a minute
-module(random_bits_eval).
-export([main/0]).

main() -> [bit_cases:show(I, results(I)) || I <- lists:seq(20001, 20250)], ok.

results(I) ->
    {ok, Tokens, _} = erl_scan:string(lists:flatten(bit_cases:text(I)) ++ "."),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    [evaluated(Expressions, bit_cases:values(I * 100 + J)) || J <- [1, 2]].

evaluated(Expressions, Values) ->
    try
        {value, Value, _} = erl_eval:exprs(Expressions, lists:zip(bit_cases:variables(), Values)),
        {is, Value}
    catch error:Reason -> {Reason, none}
    end.
