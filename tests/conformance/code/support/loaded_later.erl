%% A module that nothing loads until it is called.
-module(loaded_later).
-export([hello/1, state/0]).

hello(X) -> {hello, X, state()}.

state() -> erlang:module_loaded(?MODULE).
