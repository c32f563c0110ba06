%% shows erts_debug:flat_size/1: words on the heap that each kind of term takes when copied
-module(flat_size).
-export([main/0]).

main() ->
    Terms = [1, a, [], 1.5, 1 bsl 59, 1 bsl 64, [1], [1, 2, 3], {}, {a}, {a, b, c}, {1.5, [a]}, #{}, #{a => 1}, #{1 => 1, 2 => 2},
             "hello", {{}, {}}],
    [io:format("~w ~w~n", [T, erts_debug:flat_size(T)]) || T <- Terms],
    Shared = lists:seq(1, 10),
    io:format("~w~n", [erts_debug:flat_size({Shared, Shared})]),
    [io:format("~w of another node: ~w~n", [What, erts_debug:flat_size(binary_to_term(<<131, Bytes/binary>>))])
     || {What, Bytes} <- [{pid, <<88, (node_name())/binary, 4711:32, 2:32, 1:32>>}, {port, <<120, (node_name())/binary, 4711:64, 1:32>>},
                          {reference, <<90, 3:16, (node_name())/binary, 1:32, 42:32, 43:32, 44:32>>}]],
    ok.

node_name() -> <<_, Bytes/binary>> = term_to_binary(a@b), Bytes.
