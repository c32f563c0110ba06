%% shows that a class given to erlang:raise/3 stays when an `after` raises the exception again
-module(class_changed_twice).
-export([main/0]).

main() ->
    [io:format("~p -> ~p~n", [{From, To}, outer(From, To)]) ||
        From <- [throw, error, exit], To <- [throw, error, exit]].

outer(From, To) ->
    try
        passing(From, To)
    catch
        Class:Reason -> {Class, Reason}
    end.

passing(From, To) ->
    try
        changing(From, To)
    after
        erlang:yield()
    end.

changing(From, To) ->
    try
        raise(From)
    catch
        _:Reason:Stack -> erlang:raise(To, Reason, Stack)
    end.

raise(throw) -> throw(reason);
raise(error) -> error(reason);
raise(exit) -> exit(reason).
