%% shows arguments at and behind their limits, and who is named where `+ A` fails
-module(argument_limits).
-include("../support/edge.hrl").

main() ->
    [?T(binary:copy(Bytes, Times)) || {Bytes, Times} <- [{<<"a">>, 1 bsl 64}, {<<>>, 1 bsl 64}, {<<"a">>, -1}, {<<"a">>, 1 bsl 63}, {<<>>, 1 bsl 30}]],
    [?T({Digits, length(float_to_list(1.0, [{scientific, Digits}]))}) || Digits <- [0, 248, 249, 250]],
    [?T(length(float_to_list(Float, [{scientific, 249}]))) || Float <- [-1.5, 1.0e100, -1.0e-300]],
    ?T(length(float_to_list(1.0, [{decimals, 253}]))),
    ?T(length(float_to_list(1.0, [{decimals, 254}]))),
    ?T(length(float_to_list(1.0e300, [{decimals, 250}]))),
    [?T({Node, On, monitor_node(Node, On)})
     || {Node, On} <- [{node(), true}, {node(), false}, {node(), other}, {'no@where', true}, {'no@where', other}, {1, true}]],
    [?T(erlang:monitor_node(node(), true, Options)) || Options <- [[], [allow_passive_connect], x, [allow_passive_connect | x]]],
    ?T(erlang:monitor_node('no@where', true, [])),
    [?T(hashed(Hash, Range)) || Hash <- [phash, phash2], Range <- [0, -1, 1, 1 bsl 32, (1 bsl 32) + 1, 1 bsl 64, 1.0, b]],
    [?T(arguments(Fun)) || Fun <- [fun() -> +id(a) end, fun() -> -id(a) end, fun() -> bnot id(a) end, fun() -> erlang:'+'(id([])) end,
                                   fun() -> apply(erlang, id('+'), [a]) end]],
    ?T(<<(+id(-0.0))/float, (apply(erlang, id('+'), [id(-0.0)]))/float, (abs(id(-0.0)))/float>>),
    ?T(+id(1 bsl 70)).

id(X) -> X.

hashed(Hash, Range) -> try {Hash, Range, erlang:Hash(a, Range)} catch error:Reason -> {Hash, Range, Reason} end.

arguments(Fun) ->
    try Fun()
    catch error:Reason:Stack -> {Reason, [{Name, Arguments} || {erlang, Name, Arguments, _} <- [hd(Stack)]]}
    end.
