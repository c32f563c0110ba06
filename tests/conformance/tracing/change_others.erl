%% proves M3: enable_trace, disable_trace and trace in a match spec change the flags of other processes, also by name
%% needs: 27
-module(change_others).
-export([main/0, f/1, g/1]).
-include("trace.hrl").

main() ->
    T = tracer(),
    S = trace:session_create(?MODULE, T, []),
    W = worker(),
    V = worker(),
    register(the_other, V),
    1 = trace:process(S, W, true, [call]),
    Specs = [{[{on, '$1'}], [], [{enable_trace, '$1', call}]},
             {[{off, '$1'}], [], [{disable_trace, '$1', call}]},
             {[{change, '$1'}], [], [{trace, '$1', [call], [send, 'receive']}]},
             {[{message, '$1'}], [], [{message, {{{enable_trace, '$1', procs}, {disable_trace, '$1', procs}}}}]}],
    1 = trace:function(S, {?MODULE, f, 1}, Specs, [local]),
    1 = trace:function(S, {?MODULE, g, 1}, true, [local]),
    Show = fun(What) ->
        {flags, Flags} = trace:info(S, V, flags),
        io:format("~w: ~w ~w~n", [What, lists:sort(Flags), trace:info(S, V, tracer) =:= {tracer, T}])
    end,
    Show(before),
    [begin do(W, fun() -> f({What, Who}) end), Show(What), do(V, fun() -> g(What) end) end
     || {What, Who} <- [{on, V}, {off, V}, {on, the_other}, {off, the_other}, {change, V}]],
    1 = trace:process(S, V, false, [all]),
    [do(W, fun() -> f({message, Who}) end) || Who <- [V, the_other]],
    Show(messages),
    delivered(S),
    print([E || E <- events(T), not is_tuple(element(4, E)) orelse element(3, E) =:= call], [{W, w}, {V, v}]),
    true = trace:session_destroy(S).

f(X) -> X.

g(X) -> X.
