%% shows which ways of loading find that old code must be purged first, which purge it, and what delete answers
%% reports: ignored
-module(code_over_old).
-include("../support/edge.hrl").

main() ->
    {_, Code, File} = code:get_object_code(loaded_later),
    Path = filename:rootname(File),
    ?T([{Load, load(Load, Path, Code), erlang:check_old_code(loaded_later)}
        || Load <- [file, file, file, abs, load_module, binary, file, ensure]]),
    ?T(load(atomic, Path, Code)),
    ?T({code:delete(loaded_later), code:purge(loaded_later), code:delete(loaded_later), code:delete(loaded_later)}),
    %% Without a current version, old code is not in the way.
    ?T([{Load, load(Load, Path, Code), erlang:check_old_code(loaded_later)} || Load <- [ensure, file]]),
    ?T({code:delete(loaded_later), erlang:delete_module(loaded_later)}),
    ?T({lists:member(loaded_later, erlang:loaded()), erlang:module_loaded(loaded_later)}),
    ?T({code:purge(loaded_later), erlang:delete_module(loaded_later), code:delete(loaded_later)}),
    ?T({lists:member(loaded_later, erlang:loaded()), code:delete(no_such_module), erlang:delete_module(no_such_module)}).

load(file, _, _) -> code:load_file(loaded_later);
load(abs, Path, _) -> code:load_abs(Path);
load(binary, Path, Code) -> code:load_binary(loaded_later, Path, Code);
load(load_module, _, Code) -> erlang:load_module(loaded_later, Code);
load(ensure, _, _) -> code:ensure_loaded(loaded_later);
load(atomic, Path, Code) -> code:atomic_load([{loaded_later, Path, Code}]).
