%% shows io_lib: write, print, fread, quoting, columns, limits
-module(io_lib_functions).
-export([main/0]).

main() ->
    io:format("~s ~s~n", [io_lib:write({a, "b"}), io_lib:write(lists:seq(1, 10), 5)]),
    io:format("~s~n", [io_lib:print({some, [nested, {"term"}]}, 1, 20, -1)]),
    io:format("~s ~s ~s~n", [io_lib:write_atom('A b'), io_lib:write_string("q\"s"), io_lib:write_char($x)]),
    io:format("~p~n", [io_lib:fread("~d ~f ~s ~a ~c", "12 3.5 word atom x rest")]),
    io:format("~p ~p~n", [io_lib:fread("~d", "x"), io_lib:fread("~16u", "ff")]),
    io:format("~w ~w~n", [io_lib:printable_list("abc"), io_lib:printable_list([1])]),
    io:format("~w ~w~n", [io_lib:char_list([1000]), io_lib:latin1_char_list([1000])]),
    io:format("~s~n", [io_lib:format("~p", [lists:seq(1, 100)], [{chars_limit, 40}])]),
    io:format("~w~n", [io_lib:indentation("ab\nc", 3)]),
    ok.
