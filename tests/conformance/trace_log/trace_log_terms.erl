%% proves T2, T3: sonde_trace_log writes all kinds of terms, and reads them again; long ones are cut
%% needs: 27
-module(trace_log_terms).
-export([main/0, f/1]).

main() ->
    scratch_folder:with(fun(Folder) -> in(filename:join(Folder, "terms.strace")) end).

in(File) ->
    {ok, Log} = sonde_trace_log:open(File),
    Session = trace:session_create(terms, sonde_trace_log:tracer(Log), []),
    1 = trace:function(Session, {?MODULE, f, 1}, true, [local]),
    1 = trace:process(Session, self(), true, [call]),
    Terms = terms(),
    [f(Term) || Term <- Terms],
    trace:session_destroy(Session),
    {ok, #{dropped := 0}} = sonde_trace_log:close(Log),
    {ok, #{ends := complete, events := Count}, Seen} = sonde_trace_log_file:fold(File, fun(Event, Events) -> [Event | Events] end, []),
    io:format("~w events~n", [Count]),
    Self = self(),
    lists:foreach(fun({Term, {_, Pid, call, {?MODULE, f, [Read]}, #{}}}) when Pid =:= Self -> print(Term, Read) end,
                  lists:zip(Terms, lists:reverse(Seen))).

f(X) -> X.

print(Term, Term) when is_reference(Term); is_port(Term); is_pid(Term) -> io:format("the same~n");
print(Term, Read) when is_function(Term) -> io:format("~w~n", [lists:sublist(atom_to_list(Read), 5)]);
print(Term, Term) -> io:format("~0tP~n", [Term, 12]);
print(Term, Read) when is_list(Read) -> io:format("~w elements and a tail ~w~n", [cells(Read, 0) < 600, last_tail(Read, Term)]);
print(_, Read) when is_tuple(Read) -> io:format("cut: ~w~n", [element(tuple_size(Read), Read)]);
print(_, Read) -> io:format("cut: ~0P~n", [Read, 12]).

cells([_ | Tail], N) -> cells(Tail, N + 1);
cells(_, N) -> N.

last_tail([X | Tail], [X | Rest]) -> last_tail(Tail, Rest);
last_tail(Tail, _) -> Tail.

terms() ->
    [ok, '', 'with space', 'å→', 0, 1, -1, 1 bsl 54, -(1 bsl 54), 1 bsl 56, 1 bsl 62, -(1 bsl 63), 1 bsl 80, -(1 bsl 100), 0.0, -2.5, 1.0e300,
     {}, {a}, {a, {b, {c}}}, [], [1, 2, 3], "text", [a | b], [1, [2 | 3] | 4], #{}, #{a => 1}, #{k => [v, #{}]}, <<>>, <<"bytes">>, <<5:3>>,
     binary:copy(<<"x">>, 900), binary:copy(<<"y">>, 5000), lists:seq(1, 3000), list_to_tuple(lists:seq(1, 3000)),
     maps:from_keys(lists:seq(1, 100), v), lists:foldl(fun(_, T) -> {T} end, deep, lists:seq(1, 40)),
     self(), make_ref(), open_port({spawn, "cat"}, []), fun lists:seq/2, fun(X) -> X end].
