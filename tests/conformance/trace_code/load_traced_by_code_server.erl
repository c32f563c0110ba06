%% proves F11, B7: loading while patterns are changed takes turns
%% needs: 27
-module(load_traced_by_code_server).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, name/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    Loader = name(spawn(fun() -> [begin code:purge(prey), {module, prey} = code:load_file(prey) end || _ <- lists:seq(1, 10)] end), loader),
    M = monitor(process, Loader),
    Round = fun F(N) -> trace:function(S, {traced, '_', '_'}, true, [local]), trace:function(S, {traced, '_', '_'}, false, [local]), receive {'DOWN', M, _, _, R} -> {R, N > 0} after 0 -> F(N + 1) end end,
    say(Round(1)),
    say(trace:info(S, {traced, id, 1}, traced)).
