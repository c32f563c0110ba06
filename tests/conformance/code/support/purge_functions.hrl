%% What the versions of a module that tests replace and purge are made of; ?VERSION differs.
-export([version/0, wait/0, returns/1, closure/0, literal/0]).

version() -> ?VERSION.

wait() -> receive stop -> version() end.

%% Stands in code of others, and returns to here.
returns(To) ->
    X = lists:foreach(fun(_) -> To ! in_fun, receive stop -> ok end end, [1]),
    {X, version()}.

closure() ->
    V = version(),
    fun() -> {V, version()} end.

literal() -> ?LITERAL.
