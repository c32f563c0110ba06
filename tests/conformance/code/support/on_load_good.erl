%% Its on_load function succeeds and leaves a value.
-module(on_load_good).
-export([value/0]).
-on_load(init/0).

init() -> persistent_term:put(?MODULE, ready), ok.

value() -> persistent_term:get(?MODULE).
