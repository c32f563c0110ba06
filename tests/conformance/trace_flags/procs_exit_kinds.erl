%% proves P7: exit as told for each way to end
%% needs: 27
-module(procs_exit_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    error_logger:tty(false), logger:set_primary_config(level, none),
    Ends = [{normal, fun() -> ok end}, {exit, fun() -> exit(reason) end}, {error, fun() -> error(wrong) end}, {throw, fun() -> throw(ball) end},
            {kill, fun() -> exit(self(), kill), receive never -> ok end end}, {shut, fun() -> exit({shutdown, why}) end},
            {badmatch, fun() -> ok = erlang:element(1, {not_ok}) end}],
    [begin
         W = worker(Name),
         trace:process(S, W, true, [procs]),
         do(W, fun() -> End(), exit(normal) end)
     end || {Name, End} <- Ends],
    sync(S),
    %% Not the stack traces: they name lines of files.
    [say({W, case R of {Why, [_ | _]} -> {Why, stack}; _ -> R end}) || {trace, W, exit, R} <- lists:sort(take(T))].
