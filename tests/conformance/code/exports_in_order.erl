%% shows the order of module_info(exports): what was first mentioned last stands first, so a module that nobody mentioned before
%% has the order of its -export lines; what a literal, an earlier module or an earlier version named stands behind
-module(exports_in_order).
-export([beta/0, alpha/0, own/0, zeta/1, main/0, named/2]).

beta() -> [fun ?MODULE:named/2].
alpha() -> ?MODULE:zeta(1).
own() -> own.
zeta(_) -> 1.
named(_, _) -> 2.

main() ->
    io:format("~p~n", [?MODULE:module_info(exports)]),
    catch exported_later:called_before(),
    Fun = fun exported_later:named_before/0,
    load([first, called_before, second, named_before, third]),
    io:format("~p~n", [exported_later:module_info(exports)]),
    load([new, first, newer, third, called_before, newest]),
    io:format("~p~n", [exported_later:module_info(exports)]),
    io:format("~p ~p~n", [is_function(Fun, 0), erlang:get_module_info(exported_later, exports) =:= exported_later:module_info(exports)]).

load(Names) ->
    Exports = {attribute, 1, export, [{Name, 0} || Name <- Names]},
    Functions = [{function, 1, Name, 0, [{clause, 1, [], [], [{atom, 1, Name}]}]} || Name <- Names],
    {ok, exported_later, Code} = compile:forms([{attribute, 1, module, exported_later}, Exports | Functions], []),
    {module, exported_later} = code:load_binary(exported_later, "", Code).
