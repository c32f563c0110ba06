%% shows erl_internal: which names are BIFs, guard tests, operators and their kinds, and erl_scan's reserved words
-module(erl_internal_tables).
-include("../support/edge.hrl").

main() ->
    ?T([{N, A, erl_internal:bif(N, A)} || {N, A} <- [{length, 1}, {length, 2}, {spawn, 1}, {put, 2}, {md5, 1}, {nosuch, 0}]]),
    ?T([{N, A, erl_internal:guard_bif(N, A)} || {N, A} <- [{length, 1}, {is_atom, 1}, {hd, 1}, {self, 0}, {spawn, 1}, {binary_part, 3}]]),
    ?T([{N, A, erl_internal:type_test(N, A)} || {N, A} <- [{is_atom, 1}, {atom, 1}, {is_record, 2}, {is_record, 3}, {length, 1}, {is_function, 2}]]),
    ?T([{N, erl_internal:new_type_test(N, 1), erl_internal:old_type_test(N, 1)} || N <- [is_atom, atom, is_map, pid]]),
    ?T([{O, A, erl_internal:op_type(O, A)} || {O, A} <- [{'+', 1}, {'+', 2}, {'and', 2}, {'not', 1}, {'==', 2}, {'++', 2}, {'!', 2}, {'bsl', 2}]]),
    ?T(erl_internal:op_type('foo', 2)),
    ?T([erl_internal:arith_op(O, 2) || O <- ['+', 'div', 'and', '++']]),
    ?T([erl_internal:bool_op(O, 2) || O <- ['xor', '+', 'andalso']]),
    ?T([erl_internal:comp_op(O, 2) || O <- ['=:=', '=<', '<=', '+']]),
    ?T([erl_internal:list_op(O, 2) || O <- ['++', '--', '+']]),
    ?T([erl_internal:send_op(O, 2) || O <- ['!', '+']]),
    ?T([erl_internal:is_type(T, A) || {T, A} <- [{integer, 0}, {list, 1}, {map, 2}, {nonempty_list, 0}]]),
    ?T([{W, erl_scan:reserved_word(W)} || W <- ['case', 'fun', 'of', 'receive', 'catch', main, true, 'andalso']]),
    ok.
