%% shows register, unregister, whereis, registered and what they refuse
-module(name_errors).
-include("../support/edge.hrl").

main() ->
    ?T(register(first_name, self())),
    ?T(whereis(first_name) =:= self()),
    ?T(register(second_name, self())),
    ?T(register(first_name, dead())),
    ?T(lists:member(first_name, registered())),
    ?T(whereis(no_such_name)),
    ?T(whereis("x")),
    ?T(register(undefined, self())),
    ?T(register("x", self())),
    ?T(register(x, x)),
    ?T(register(x, dead())),
    ?T(unregister(no_such_name)),
    ?T(unregister(undefined)),
    ?T(unregister(1)),
    ?T(first_name ! hello),
    ?T(receive hello -> got end),
    ?T(no_such_name ! hello),
    ?T(erlang:send(no_such_name, hello, [noconnect])),
    ?T({first_name, node()} ! hello),
    ?T({no_such_name, node()} ! hello),
    ?T({first_name, "node"} ! hello),
    ?T(unregister(first_name)),
    ?T(whereis(first_name)),
    ?T(process_info(self(), registered_name)),
    ok.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, process, P, _} -> P end.
