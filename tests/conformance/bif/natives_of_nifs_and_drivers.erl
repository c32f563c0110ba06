%% shows erl_ddll and erlang:load_nif where there is no such library, and with wrong arguments
-module(natives_of_nifs_and_drivers).
-include("../support/edge.hrl").

main() ->
    ?T(erl_ddll:load("/no/such/folder", "driver")),
    ?T(erl_ddll:load_driver("/tmp", no_such_driver)),
    ?T(erl_ddll:try_load("/no/such/folder", driver, [])),
    ?T(erl_ddll:try_load("/tmp", driver, [bad])),
    ?T(erl_ddll:try_load(17, driver, [])),
    ?T(erl_ddll:unload("no_such_driver")),
    ?T(erl_ddll:unload_driver(no_such_driver)),
    ?T(erl_ddll:try_unload(no_such_driver, [])),
    ?T(erl_ddll:try_unload(no_such_driver, [bad])),
    ?T(erl_ddll:info(no_such_driver)),
    ?T(erl_ddll:info(no_such_driver, processes)),
    ?T(erl_ddll:info(no_such_driver, bad)),
    ?T(element(1, erl_ddll:loaded_drivers())),
    ?T(erl_ddll:format_error(linked_in_driver)),
    ?T(erl_ddll:format_error(inconsistent)),
    ?T(erl_ddll:format_error(not_loaded)),
    ?T(erl_ddll:format_error(bad_term)),
    ?T(element(1, element(2, erlang:load_nif("/no/such/library", 0)))),
    ?T(erlang:load_nif([256, x], 0)),
    ?T(erlang:nif_error(not_loaded)),
    ?T(erlang:nif_error(not_loaded, [1, 2])),
    ok.
