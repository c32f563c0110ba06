%% The functions of each version of a module whose on_load function asks before it ends. The process `watch` gets a message when it runs.
-export([version/0, adder/0, loop/0]).
-ifdef(WAITS).
-export([only_in_a_version_that_waits/0]).
-on_load(wait/0).
-endif.

version() -> ?VERSION.

adder() -> fun(N) -> N + version() end.

%% Answers from its own version, from the current one, and about others.
loop() ->
    receive
        {From, old} -> From ! {self(), version()}, loop();
        {From, new} -> From ! {self(), reloaded:version()}, loop();
        stop -> ok
    end.

-ifdef(WAITS).
wait() ->
    watch ! {inside, self()},
    serve().

serve() ->
    receive
        {go, Result} -> Result;
        {From, exit} -> From ! {self(), bye}, exit(on_load_exits);
        {From, old} -> From ! {self(), version()}, serve();
        {From, new} -> From ! {self(), reloaded:version()}, serve();
        {From, own} -> From ! {self(), try reloaded:only_in_a_version_that_waits() catch error:undef -> undef end}, serve();
        {From, ensure} -> From ! {self(), code:ensure_loaded(reloaded)}, serve();
        {From, start} -> From ! {self(), spawn(fun() -> loop() end)}, serve();
        {From, give} -> From ! {self(), adder()}, serve()
    end.
only_in_a_version_that_waits() -> ?VERSION.
-endif.
