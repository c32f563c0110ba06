%% proves P4: the values that exception_from tells for errors of the machine
%% needs: 27
-module(exception_value_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).
-export([f/1]).
main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {?MODULE, f, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> [catch ?MODULE:f(X) || X <- [badmatch, case_clause, if_clause, badarith, badfun, badarity, function_clause, undef, badkey, badmap, system_limit, noproc]] end),
    sync(S),
    [say({A, V}) || {trace, _, exception_from, {_, _, A}, V} <- take(T)].

f(badmatch) -> ok = id(x);
f(case_clause) -> case id(x) of y -> ok end;
f(if_clause) -> if node() =:= x -> ok end;
f(badarith) -> id(a) + 1;
f(badfun) -> (id(x))();
f(badarity) -> (id(fun erlang:self/0))(1);
f(function_clause) -> prey:clause(-1);
f(undef) -> prey:nothing();
f(badkey) -> maps:get(id(k), #{});
f(badmap) -> maps:get(id(k), id(x));
f(system_limit) -> list_to_atom(lists:duplicate(id(300), $a));
f(noproc) -> link(id(list_to_pid("<0.999999.0>"))).
id(X) -> X.
