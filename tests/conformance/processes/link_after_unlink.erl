%% shows the exit reason that a new link gets to a process that has unlinked and ended: as if it had never been linked
-module(link_after_unlink).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    io:format("~p~n", [lists:usort([round() || _ <- lists:seq(1, 500)])]).

round() ->
    Self = self(),
    Parent = spawn(fun() ->
        Child = spawn_opt(fun() -> child(Self) end, [link, {priority, high}]),
        receive {go, Child} -> ok end,
        unlink(Child),
        Child ! go,
        exit(bye)
    end),
    Child = receive {child, Pid} -> Pid end,
    Child ! {parent, Parent},
    receive {Child, Result} -> Result end.

child(Tester) ->
    process_flag(trap_exit, true),
    Tester ! {child, self()},
    Parent = receive {parent, Pid} -> Pid end,
    Parent ! {go, self()},
    receive go -> ok end,
    dead(Parent),
    link(Parent),
    Tester ! {self(), receive {'EXIT', Parent, Reason} -> Reason end}.

dead(Pid) -> is_process_alive(Pid) andalso dead(Pid).
