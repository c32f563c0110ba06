%% shows erl_ddll's options, names, monitors and texts where no driver can be loaded, and erlang:load_nif's names
-module(driver_options).
-include("../support/edge.hrl").

main() ->
    [?T({Option, tried(fun() -> erl_ddll:try_load("/tmp", "nothing", [Option]) end)})
     || Option <- [{monitor, pending}, {monitor, pending_driver}, {monitor, sometimes}, {reload, pending}, {reload, pending_driver}, {reload, no},
                   {driver_options, []}, {driver_options, [kill_ports]}, {driver_options, [other]}, {driver_options, kill_ports},
                   {driver_options, [kill_ports | x]}, kill_ports, other, {other, x}, {monitor, pending, x}]],
    ?T(erl_ddll:try_load("/tmp", "nothing", other)),
    ?T(erl_ddll:try_load("/tmp", "nothing", [{driver_options, [kill_ports]} | x])),
    ?T(erl_ddll:try_load("/tmp", "nothing", [{driver_options, [kill_ports]}, {monitor, pending}, {reload, pending}])),
    [?T({Name, tried(fun() -> erl_ddll:try_load("/tmp", Name, []) end)})
     || Name <- [1, "", '', <<"x">>, [<<"x">>, "y"], "no" ++ [1024], nothing, {x}, "ram_file_drv", ram_file_drv, <<"ram_file_drv">>]],
    [?T({Path, tried(fun() -> erl_ddll:try_load(Path, "nothing", []) end)}) || Path <- [1, "", <<"/tmp">>, '/tmp', {x}]],
    ?T(erl_ddll:try_load("/tmp", "ram_file_drv", [{monitor, sometimes}])),
    ?T(erl_ddll:try_load("/tmp", "ram_file_drv", [{reload, pending}])),
    ?T(erl_ddll:reload("/tmp", "nothing")),
    [?T({Option, tried(fun() -> erl_ddll:try_unload("nothing", [Option]) end)})
     || Option <- [{monitor, pending}, {monitor, pending_driver}, {monitor, x}, kill_ports, {reload, pending}, other]],
    ?T(erl_ddll:try_unload("nothing", other)),
    ?T(erl_ddll:try_unload(1, [])),
    ?T(erl_ddll:try_unload("ram_file_drv", [kill_ports])),
    [?T({Name, When, monitored(Name, When)}) || Name <- ["nothing", nothing, "ram_file_drv"], When <- [loaded, unloaded, unloaded_only]],
    [?T(erl_ddll:monitor(Tag, Item)) || {Tag, Item} <- [{driver, {"nothing", x}}, {driver, {1, loaded}}, {driver, "nothing"}, {port, {"x", loaded}}]],
    ?T(erl_ddll:demonitor(make_ref())),
    ?T(erl_ddll:demonitor(1)),
    ?T(erl_ddll:demonitor(erl_ddll:monitor(driver, {"nothing", loaded}))),
    ?T(erl_ddll:info("ram_file_drv")),
    [?T({Item, tried(fun() -> erl_ddll:info(ram_file_drv, Item) end)}) || Item <- [processes, permanent, linked_in_driver, other, 1]],
    [?T({Error, tried(fun() -> erl_ddll:format_error(Error) end)})
     || Error <- [not_loaded_by_this_process, not_pending, permanent, already_loaded, inconsistent, pending_reload, pending_process, load_cancelled,
                  other, 1, "text", {load_failed, x}, {open_error, x}, -1]],
    [?T({Number, erl_ddll:format_error({open_error, Number})}) || Number <- lists:seq(-9, 1)],
    [?T({Name, tried(fun() -> erlang:load_nif(Name, 0) end)})
     || Name <- [a, 1, "", <<"no_such_library">>, [a], [-1], [1 bsl 30], "/no/such/library", "/no\0x"]].

tried(F) -> try F() catch C:R -> {C, R} end.

monitored(Name, When) ->
    Ref = erl_ddll:monitor(driver, {Name, When}),
    receive Message when element(2, Message) =:= Ref -> setelement(2, Message, ref) end.
