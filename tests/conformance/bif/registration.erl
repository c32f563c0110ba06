%% shows register, unregister, whereis and registered with names in use, dead and wrong
-module(registration).
-include("../support/edge.hrl").

main() ->
    ?T(register(p1, self())),
    ?T(register(p1, self())),
    ?T(register(p2, self())),
    ?T(whereis(p1) =:= self()),
    ?T(lists:member(p1, registered())),
    ?T(unregister(p2)),
    ?T(unregister(p1)),
    ?T(unregister(p1)),
    ?T(whereis(p1)),
    ?T(whereis(no_such)),
    ?T(whereis("p1")),
    ?T(whereis(1)),
    ?T(register(undefined, self())),
    ?T(register("x", self())),
    ?T(register(x, dead())),
    ?T(register(x, x)),
    ?T(unregister(1)),
    ?T(x ! hello),
    ?T({x, node()} ! hello),
    ?T({x, 'no@where'} ! hello),
    ?T({x, 1} ! hello),
    ?T(send_named()),
    ?T(taken_again()),
    ok.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
send_named() -> register(me, self()), me ! a, {me, node()} ! b, unregister(me), [receive M -> M end, receive N -> N end].
taken_again() -> {P, R} = spawn_monitor(fun() -> register(q, self()) end), receive {'DOWN', R, _, P, normal} -> ok end,
        {whereis(q), register(q, self()), unregister(q)}.
