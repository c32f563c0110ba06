%% proves F11, P4: natives traced, called directly, by apply, through funs
%% needs: 27
-module(native_calls).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    io:format("~w~n", [[trace:function(S, Mfa, true, Flags) || {Mfa, Flags} <- [{{lists, member, 2}, [local]}, {{erlang, atom_to_list, 1}, []},
        {{lists, reverse, 2}, [local]}, {{erlang, register, 2}, []}]]]),
    do(W, fun() -> lists:member(a, [b]) end),
    do(W, fun() -> apply(erlang, atom_to_list, [abc]) end),
    do(W, fun() -> F = fun lists:member/2, F(1, []) end),
    do(W, fun() -> lists:reverse([1, 2, 3]) end),
    do(W, fun() -> catch register(undefined, self()) end),
    do(W, fun() -> erlang:atom_to_list(direct) end),
    delivered(S),
    print(events(T), [{W, w}]),
    ok.
