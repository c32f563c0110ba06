%% proves P7: register and unregister, by call and by death
%% needs: 27
-module(procs_names).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [procs]),
    do(W, fun() -> register(my_name, self()) end),
    do(W, fun() -> unregister(my_name) end),
    register(my_name, W),
    do(W, fun() -> catch register(my_name, self()) end),
    unregister(my_name),
    do(W, fun() -> register(other_name, self()) end),
    stop(W),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
