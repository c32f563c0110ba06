%% shows stack traces that outlive the module they name: kept, sent and in an exit reason when it is purged.
-module(stacktrace_of_purged).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    load(1),
    Here = trace_of(),
    Self = self(),
    Keeper = spawn_link(fun() -> keep(Self, trace_of()) end),
    receive {Keeper, ready} -> ok end,
    Crashed = spawn_link(fun() -> try victim:fail(3) catch error:E:S -> exit({E, S}) end end),
    Reason = receive {'EXIT', Crashed, R} -> R end,
    io:format("~p~n", [code:delete(victim)]),
    io:format("~p~n", [code:purge(victim)]),
    garbage_collect(),
    io:format("~p~n~p~n~p~n", [Here, element(1, Reason), hd(element(2, Reason))]),
    Keeper ! {self(), show},
    receive {Keeper, There} -> io:format("~p~n", [There =:= Here]) end,
    load(2),
    io:format("~p~n", [hd(trace_of())]),
    io:format("~p~n", [[X || {file, X} <- element(4, hd(trace_of()))] =:= ["victim.erl"]]).

keep(Parent, Trace) ->
    Parent ! {self(), ready},
    receive {Parent, show} -> Parent ! {self(), Trace} end.

trace_of() ->
    try victim:fail(1) catch error:_:Stack -> [hd(Stack)] end.

load(Line) ->
    Forms = [{attribute, Line, file, {"victim.erl", Line}},
             {attribute, Line, module, victim},
             {attribute, Line, export, [{fail, 1}]},
             {function, Line + 1, fail, 1,
              [{clause, Line + 1, [{var, Line + 1, 'X'}], [],
                [{call, Line + 2, {remote, Line + 2, {atom, Line + 2, erlang}, {atom, Line + 2, error}},
                  [{tuple, Line + 2, [{atom, Line + 2, failed}, {var, Line + 2, 'X'}]}]}]}]}],
    {ok, victim, Binary} = compile:forms(Forms, []),
    {module, victim} = code:load_binary(victim, "victim.erl", Binary).
