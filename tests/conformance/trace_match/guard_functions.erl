%% proves M2: functions that may be called in guards
%% needs: 27
-module(guard_functions).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    Run = fun(G) -> element(2, erlang:match_spec_test([{a, b}, [1, 2], #{k => v}, <<"abc">>, -3.7], [{['$1', '$2', '$3', '$4', '$5'], [], [{message, G}]}], trace)) end,
    [say({G, Run(G)}) || G <- [{element, 2, '$1'}, {element, 3, '$1'}, {hd, '$2'}, {tl, '$2'}, {length, '$2'}, {length, '$1'}, {size, '$1'}, {size, '$4'},
        {tuple_size, '$1'}, {map_size, '$3'}, {map_get, k, '$3'}, {map_get, x, '$3'}, {is_map_key, k, '$3'}, {is_map_key, k, '$1'}, {byte_size, '$4'},
        {bit_size, '$4'}, {binary_part, '$4', 1, 2}, {binary_part, '$4', 2, 2}, {abs, '$5'}, {trunc, '$5'}, {round, '$5'}, {floor, '$5'}, {ceil, '$5'},
        {float, 2}, {max, 1, 1.0}, {min, a, 1}, {node}, {node, {self}}, {'-', '$5'}, {'+', '$5'}, {'rem', -7, 3}, {'div', -7, 2}, {'/', 1, 4}, {'band', 6, 3},
        {'bor', 6, 3}, {'bxor', 6, 3}, {'bnot', 6}, {'bsr', 6, 1}, {'bsl', 6, 1}, {is_record, '$1', a, 2}, {is_record, '$1', a}, {is_function, '$1', 1}]].
