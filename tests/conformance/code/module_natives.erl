%% shows natives about modules: exported functions, loaded ones, checksums and bad names
-module(module_natives).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:function_exported(lists, seq, 2)),
    ?T(erlang:function_exported(lists, nope, 2)),
    ?T(erlang:function_exported("lists", seq, 2)),
    ?T(erlang:function_exported(lists, seq, a)),
    ?T(erlang:function_exported(erlang, '+', 2)),
    ?T(erlang:module_loaded(lists)),
    ?T(erlang:module_loaded(no_such)),
    ?T(erlang:module_loaded("lists")),
    ?T(erlang:is_builtin(erlang, element, 2)),
    ?T(erlang:is_builtin(lists, map, 2)),
    ?T(erlang:is_builtin(lists, reverse, 2)),
    ?T(erlang:is_builtin(a, "b", 2)),
    ?T(erlang:get_module_info(no_such)),
    ?T(erlang:get_module_info(lists, module)),
    ?T(erlang:get_module_info(lists, bad)),
    ?T(erlang:delete_module(no_such)),
    ?T(erlang:delete_module("x")),
    ?T(erlang:purge_module(no_such)),
    ?T(erlang:check_old_code(no_such)),
    ?T(erlang:check_old_code(1)),
    ?T(erlang:load_module("m", <<>>)),
    ?T(erlang:load_module(m, "x")),
    ?T(lists:member({get_module_info, 1}, erlang:module_info(exports))),
    ?T(lists:module_info(bad)),
    ?T(byte_size(lists:module_info(md5))),
    ?T(code:is_loaded(no_such)),
    ok.
