%% Its on_load function refuses.
-module(on_load_bad).
-export([value/0]).
-on_load(init/0).

init() -> refused.

value() -> never.
