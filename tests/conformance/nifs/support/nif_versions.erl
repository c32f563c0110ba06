%% The Erlang side of nif_versions.c.
-module(nif_versions).
-export([use/1, data/0, loop/0, again/0]).

use(Info) -> erlang:load_nif(filename:rootname(code:which(?MODULE)), Info).
data() -> not_loaded.

%% A process that keeps this version: answers until a message makes it continue in the newest one.
loop() ->
    receive
        {From, data} -> From ! {self(), data()}, loop();
        newest -> ?MODULE:loop();
        stop -> ok
    end.

again() -> use({0, 99}).
