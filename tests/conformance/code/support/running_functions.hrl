%% What each version of a module that is replaced while it runs has.
-export([local/0, full/0, version/0, a_fun/0]).

version() -> ?VERSION.

a_fun() -> fun() -> {made_by, ?VERSION} end.

%% Answers with its version, and goes on in it.
local() ->
    receive {version, From} -> From ! {self(), ?VERSION} end,
    local().

%% Answers with its version, and goes on in the newest.
full() ->
    receive {version, From} -> From ! {self(), ?VERSION} end,
    replaced:full().
