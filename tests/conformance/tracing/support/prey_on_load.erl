%% A module with an -on_load function, and a fun that calls a function of its own module.
-module(prey_on_load).
-export([state/0, make/1]).
-on_load(init/0).

init() -> helper(init), ok.

state() -> helper(state).

make(N) -> fun(X) -> helper(X) + N end.

helper(X) -> X.
