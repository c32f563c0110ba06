%% shows io_lib: what is printable, quoted, a character list, and how atoms and strings are written
-module(io_lib_predicates).
-include("../support/edge.hrl").

main() ->
    ?T(io_lib:printable_list("abc\n")),
    ?T(io_lib:printable_list([7, 1])),
    ?T(io_lib:printable_list(a)),
    ?T(io_lib:printable_unicode_list([16#20ac])),
    ?T(io_lib:printable_latin1_list([16#20ac])),
    ?T(io_lib:char_list([16#20ac])),
    ?T(io_lib:latin1_char_list([255])),
    ?T(io_lib:latin1_char_list([256])),
    ?T(io_lib:deep_char_list(["a", [$b]])),
    ?T(io_lib:deep_char_list([a])),
    ?T(io_lib:write_atom('a b')),
    ?T(io_lib:write_atom('')),
    ?T(io_lib:write_atom('when')),
    ?T(io_lib:write_string("a\"b\n")),
    ?T(io_lib:write_string("it's", $')),
    ?T(io_lib:write_string([16#20ac])),
    ?T(io_lib:write_latin1_string([229])),
    ?T(io_lib:write_char($\s)),
    ?T(io_lib:write_char($\n)),
    ?T(io_lib:write_char(16#20ac)),
    ?T(lists:flatten(io_lib:write({a, [1 | 2], <<1:3>>}))),
    ?T(lists:flatten(io_lib:write([1, 2, 3, 4], 3))),
    ?T(lists:flatten(io_lib:print({a, "text", [1, 2]}, 1, 10, -1))),
    ?T(io_lib:quote_atom_test()),
    ?T(lists:flatten(io_lib:format("~w", ['Å', 'å', '_x', x@y, 'X']))),
    ok.
