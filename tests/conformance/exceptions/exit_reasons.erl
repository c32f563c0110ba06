%% shows the exit reason of a process for each way to die, as its monitor sees it
%% reports: ignored
-module(exit_reasons).
-export([main/0]).
-include("stack.hrl").

main() ->
    Ways = [fun() -> ok end, fun() -> exit(normal) end, fun() -> exit(bye) end, fun() -> throw(ball) end, fun() -> error(oops) end,
            fun() -> hd(id([])) end, fun() -> exit(self(), kill), wait() end, fun() -> exit(self(), normal), wait() end,
            fun() -> exit(self(), other), wait() end, fun() -> exit({shutdown, x}) end, fun() -> exit(kill) end,
            fun() -> no_such_module:run() end],
    [begin
         {_, M} = spawn_monitor(F),
         receive {'DOWN', M, process, _, R} -> io:format("~w~n", [short(R)]) end
     end || F <- Ways],
    ok.

wait() -> receive never -> ok end.

short({R, S}) when is_list(S) -> {R, [case F of {N, _, _} when N =/= hd -> own; _ -> F end || F <- [hd(frames(S))]]};
short(R) -> R.

id(X) -> X.
