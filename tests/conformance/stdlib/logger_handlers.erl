%% shows logger: own handlers, levels of logger, module and handler, filters, metadata, formats, and what add_handler refuses
-module(logger_handlers).
-include("../support/edge.hrl").
-include_lib("kernel/include/logger.hrl").
-export([log/2, adding_handler/1, removing_handler/1, filter_text/2]).

main() ->
    register(main, self()),
    logger:remove_handler(default),
    ?T(logger:add_handler(mine, ?MODULE, #{config => #{to => main}})),
    ?T(logger:add_handler(mine, ?MODULE, #{})),
    ?T(logger:add_handler(refused, ?MODULE, #{config => refuse})),
    ?T(logger:add_handler(other, no_such_module, #{})),
    ?T(logger:add_handler(other, ?MODULE, #{level => loud})),
    ?T(logger:get_handler_ids()),
    ?T(l(fun() -> logger:notice("one ~w", [1]) end)),
    ?T(l(fun() -> logger:info("not seen") end)),
    ?T(l(fun() -> logger:error(#{what => happened}) end)),
    ?T(l(fun() -> logger:warning([{a, 1}], #{domain => [x]}) end)),
    ?T(l(fun() -> logger:log(critical, fun(X) -> {"lazy ~w", [X]} end, arg, #{}) end)),
    ?T(l(fun() -> ?LOG_ERROR("macro ~s", ["text"]) end)),
    ?T(l(fun() -> logger:set_process_metadata(#{who => me}), logger:alert("x"), logger:update_process_metadata(#{and_ => more}), logger:alert("y"), logger:unset_process_metadata() end)),
    ?T(logger:set_module_level(?MODULE, debug)),
    ?T(l(fun() -> ?LOG_DEBUG("now seen"), logger:debug("not this") end)),
    ?T(logger:get_module_level(?MODULE)),
    ?T(logger:unset_module_level(?MODULE)),
    ?T(logger:set_handler_config(mine, level, error)),
    ?T(l(fun() -> logger:warning("w"), logger:error("e") end)),
    ?T(logger:set_handler_config(mine, level, all)),
    ?T(logger:set_primary_config(level, debug)),
    ?T(l(fun() -> logger:debug("d") end)),
    ?T(logger:add_handler_filter(mine, text, {fun ?MODULE:filter_text/2, "secret"})),
    ?T(logger:add_handler_filter(mine, text, {fun ?MODULE:filter_text/2, "x"})),
    ?T(l(fun() -> logger:error("a secret"), logger:error("public") end)),
    ?T(logger:remove_handler_filter(mine, text)),
    ?T(logger:add_primary_filter(stop, {fun(_, _) -> stop end, []})),
    ?T(l(fun() -> logger:error("nobody hears") end)),
    ?T(logger:remove_primary_filter(stop)),
    ?T(l(fun() -> error_logger:error_msg("old ~w", [style]) end)),
    ?T([logger:compare_levels(A, B) || {A, B} <- [{debug, error}, {error, error}, {emergency, alert}, {none, emergency}, {all, debug}]]),
    ?T(logger:compare_levels(a, b)),
    ?T([logger:allow(L, ?MODULE) || L <- [debug, error]]),
    ?T(logger:set_primary_config(level, loud)),
    ?T(logger:remove_handler(mine)),
    ?T(logger:remove_handler(mine)),
    ?T(logger:get_handler_config(mine)),
    ok.

l(F) -> F(), heard().
heard() -> receive {heard, X} -> [X | heard()] after 0 -> [] end.
adding_handler(#{config := refuse}) -> {error, not_wanted};
adding_handler(Config) -> {ok, Config}.
removing_handler(_) -> main ! {heard, removed}, ok.
filter_text(#{msg := {string, S}}, Text) -> case string:find(S, Text) of nomatch -> ignore; _ -> stop end;
filter_text(#{msg := {F, _}}, F) -> stop;
filter_text(_, _) -> ignore.
log(#{level := L, msg := M, meta := Meta}, #{id := Id}) ->
    main ! {heard, {Id, L, msg(M), lists:sort(maps:to_list(maps:with([domain, who, and_, mfa], Meta)))}}.
msg({report, R}) when is_map(R) -> {report, lists:sort(maps:to_list(R))};
msg(M) -> M.
