%% shows list_to_atom, binary_to_atom, the existing variants, atom_to_list and atom_to_binary
-module(atom_texts).
-include("../support/edge.hrl").

main() ->
    ?T(list_to_atom("hello world")),
    ?T(list_to_atom([])),
    ?T(list_to_atom([16#1F600, $a])),
    ?T(list_to_atom([16#D800])),
    ?T(list_to_atom([a])),
    ?T(list_to_atom("a" ++ b)),
    ?T(length(atom_to_list(list_to_atom(lists:duplicate(255, $x))))),
    ?T(list_to_atom(lists:duplicate(256, $x))),
    ?T(length(atom_to_list(list_to_atom(lists:duplicate(255, 16#3B1))))),
    ?T(list_to_existing_atom("no_such_atom_so_far_1")),
    ?T(list_to_existing_atom("lists")),
    ?T(list_to_existing_atom(lists:duplicate(300, $x))),
    ?T(binary_to_atom(<<"å"/utf8>>, utf8)),
    ?T(binary_to_atom(<<229>>, latin1)),
    ?T(binary_to_atom(<<229>>, utf8)),
    ?T(binary_to_atom(<<"a">>, bad)),
    ?T(binary_to_atom("a", utf8)),
    ?T(binary_to_atom(<<1:1>>)),
    ?T(binary_to_existing_atom(<<"no_such_atom_so_far_2">>)),
    ?T(binary_to_existing_atom(<<"ok">>, latin1)),
    ?T(atom_to_list('')),
    ?T(atom_to_list("x")),
    ?T(atom_to_binary('å')),
    ?T(atom_to_binary('å', latin1)),
    ?T(atom_to_binary('λ', latin1)),
    ?T(atom_to_binary('λ', utf16)),
    ?T(atom_to_binary(1)),
    ok.
