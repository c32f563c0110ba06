%% proves M2: the type tests, each on terms of all kinds
%% needs: 27
-module(guard_types).
-export([main/0]).
-import(trace_stream, [say/1, say/2]).

main() ->
    Terms = [a, true, 1, 1.5, 1 bsl 70, <<"b">>, <<5:3>>, "s", [], {a}, #{}, self(), make_ref(), fun erlang:self/0, {rec, 1}],
    [say(G, [element(2, erlang:match_spec_test([X], [{['$1'], [{G, '$1'}], []}], trace)) || X <- Terms]) ||
        G <- [is_atom, is_boolean, is_float, is_integer, is_list, is_number, is_pid, is_port, is_reference, is_tuple, is_map, is_binary, is_bitstring,
              is_function]].
