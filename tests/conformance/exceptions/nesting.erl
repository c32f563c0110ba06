%% shows the order of bodies, of parts, handlers and after parts in nested tries, and which exception wins
-module(nesting).
-export([main/0]).

main() ->
    io:format("~w~n", [t(fun() -> p(body), 1 end)]),
    io:format("~w~n", [t(fun() -> p(body), throw(a) end)]),
    io:format("~w~n", [try t(fun() -> p(body), exit(a) end) catch C:R -> {C, R} end]),
    io:format("~w~n", [try try throw(one) after p(aft), throw(two) end catch T -> T end]),
    io:format("~w~n", [try try throw(one) catch one -> p(handler), throw(three) after p(aft) end catch T2 -> T2 end]),
    io:format("~w~n", [try try ok of ok -> throw(from_of) catch from_of -> wrong after p(aft) end catch T3 -> T3 end]),
    io:format("~w~n", [try {p(a), try throw(b) after p(c) end, p(d)} catch throw:X -> X end]),
    io:format("~w~n", [try id(1) after id(2) end]),
    ok.

t(F) ->
    try F() of
        V -> p(of_part), {of_part, V}
    catch
        throw:V -> p(handler), {caught, V}
    after
        p(after_part)
    end.

p(X) -> io:format("~w ", [X]), X.

id(X) -> X.
