%% needs: 27
%% What is no function, no process and no port: some is refused for its shape, before the session is looked at.
-module(blame_targets).
-export([main/0]).
main() ->
    S = trace:session_create(a, self(), []),
    L = [{lists,seq}, {lists,seq,x}, {1,2,3}, {a,b,1 bsl 70}, {a,b,-1}, {a,b,300}, {}, {a,b,c,d}, 1, x, [], "x", <<>>, 1.0, #{}, {a,'_',1}, {'_',b,1}, {a, b, '_'}, {'_','_','_'}, {lists,'_','_'}],
    [io:format("~0p ~0p ~0p ~0p~n", [W, t(fun() -> trace:info(S, W, all) end), t(fun() -> trace:session_info(W) end), t(fun() -> erlang:trace_info(W, all) end)]) || W <- L],
    [io:format("~0p ~0p ~0p ~0p~n", [W, t(fun() -> trace:process(x, W, true, [x]) end), t(fun() -> trace:port(x, W, true, []) end), t(fun() -> erlang:trace(W, x, []) end)]) || W <- [all, existing, new, processes, existing_processes, ports, new_ports,existing_ports, new_processes, x, 1, {}]].
t(F) ->
    try case F() of Ref when is_reference(Ref) -> ref; {Ref, {Nm, _}} when is_reference(Ref) -> Nm; X when is_integer(X) -> int; X -> X end
    catch error:R:St -> [{_, Fun, A, I} | _] = St, {R, Fun, length(A), case proplists:get_value(error_info, I) of #{cause := C} -> C; E -> E end} end.
