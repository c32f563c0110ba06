%% shows the stack that a process asks for itself, by each kind of call, untraced and traced
-module(stack_of_its_own).
-export([main/0, direct/0, by_fun/1, last/0, by_name/1, applied/0, after_it/1]).

main() ->
    io:format("~p~n", [stacks()]),
    [traced(Spec, Flags) || {Spec, Flags} <- [{true, []}, {true, [return_to]}, {[{'_', [], [{return_trace}]}], []}]].

traced(Spec, Flags) ->
    Tracer = spawn_link(fun() -> receive after infinity -> ok end end),
    erlang:trace_pattern({erlang, process_info, 2}, Spec, [local]),
    Self = self(),
    Pid = spawn_link(fun() -> receive go -> Self ! {stacks, stacks()} end end),
    erlang:trace(Pid, true, [call, {tracer, Tracer} | Flags]),
    Pid ! go,
    receive {stacks, Stacks} -> io:format("~0p ~0p: ~0p~n", [Spec, Flags, Stacks]) end,
    erlang:trace_pattern({erlang, process_info, 2}, false, [local]).

stacks() ->
    [[{F, A} || {?MODULE, F, A, _} <- Stack]
     || {current_stacktrace, Stack} <- [direct(), by_fun(fun erlang:process_info/2), last(), by_name(process_info), applied()]].

direct() -> ?MODULE:after_it(process_info(self(), current_stacktrace)).

by_fun(F) -> ?MODULE:after_it(F(self(), current_stacktrace)).

last() -> process_info(self(), current_stacktrace).

by_name(F) -> ?MODULE:after_it(erlang:F(self(), current_stacktrace)).

applied() -> erlang:apply(erlang, process_info, [self(), current_stacktrace]).

after_it(Stack) -> Stack.
