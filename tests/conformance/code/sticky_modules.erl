%% shows that modules of kernel and stdlib are not loaded again by accident, and how folders and modules are made so or not
%% reports: ignored
-module(sticky_modules).
-include("../support/edge.hrl").

main() ->
    {_, Code, File} = code:get_object_code(lists),
    Stdlib = filename:dirname(File),
    ?T([code:is_sticky(M) || M <- [lists, erlang, init, sticky_modules, no_such_module]]),
    code:purge(sofs), code:delete(sofs), code:purge(sofs),
    ?T(code:is_sticky(sofs)),
    ?T({code:load_file(sofs), code:is_sticky(sofs), code:load_file(sofs)}),
    ?T([code:load_file(lists), code:load_binary(lists, File, Code), code:load_abs(filename:rootname(File))]),
    ?T({code:atomic_load([lists]), code:load_abs("/nowhere/lists")}),
    ?T({code:unstick_dir(Stdlib), code:is_sticky(sofs), code:load_file(sofs), code:purge(sofs)}),
    ?T({code:stick_dir(Stdlib), code:is_sticky(sofs), code:load_file(sofs)}),
    ?T([code:stick_dir("/no/such/folder"), code:unstick_dir("/no/such/folder")]),
    Own = filename:dirname(code:which(?MODULE)),
    ?T({code:load_file(loaded_later), code:is_sticky(loaded_later)}),
    ?T({code:stick_mod(loaded_later), code:is_sticky(loaded_later), code:load_file(loaded_later)}),
    ?T({code:unstick_mod(loaded_later), code:is_sticky(loaded_later), code:load_file(loaded_later)}),
    ?T({code:stick_dir(Own), code:is_sticky(loaded_later), code:load_file(loaded_later)}),
    ?T({code:unstick_dir(Own), code:is_sticky(loaded_later)}),
    ?T([M || {M, _} <- code:all_loaded(), not is_atom(M)]).
