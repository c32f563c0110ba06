%% compiled: 29
%% shows native records as terms: order, equality, hashes, external format, size, text, messages, tables
-module(native_record_terms).
-export([main/0]).
-record #one{f = 1}.
-record #none{}.
-record #two{f, g = <<"default">>}.
-import(show_record, [show/1, attempt/1]).

main() ->
    Values = [
        id(#one{}), id(#none{}), id(#two{f = {}}),
        c(p, q, [], true), c(p, q, [{a, 1}], true), c(p, q, [{a, 2}], true), c(p, q, [{a, 1.0}], true),
        c(p, q, [{a, 1}], false), c(p, q, [{b, 1}], true), c(p, q, [{a, 1}, {b, 2}], true),
        c(p, q, [{b, 2}, {a, 1}], true), c(p, q, [{a, 0}, {b, 3}], true), c(p, r, [{a, 1}], true),
        c(o, z, [{a, 1}], true), c(p, q, [{a, 0}, {b, 3}, {c, 9}], false)],
    Others = [1, a, fun lists:map/2, self(), {}, {1, 2}, #{}, #{a => 1}, [], [1], <<>>],
    p([show(V) || V <- lists:sort(Values), V =/= c(p, q, [{a, 1.0}], true)]),
    p([kind(V) || V <- lists:sort(Others ++ [hd(Values)])]),
    p([compare(A, B) || A <- Values, B <- Values]),
    %% Of more fields it depends on the numbers of their atoms.
    p([{erlang:phash2(V), erlang:phash2([V], 1 bsl 32)} || V <- Values, length(records:get_field_names(V)) < 2]),
    p([term_to_binary(V) || V <- Values]),
    p([binary_to_term(term_to_binary(V)) =:= V || V <- Values]),
    p([binary_to_term(term_to_binary([V, V], [compressed])) =:= [V, V] || V <- Values]),
    p([{erlang:external_size(V), erts_debug:flat_size(V)} || V <- Values]),
    p([attempt(fun() -> binary_to_term(<<131, 67, B/binary>>) end) || B <- damaged()]),
    p(binary_to_term(<<131, 67, 0, 0, 0, 1, 1, 119, 1, $m, 119, 1, $n, 119, 1, $f, 97, 7>>) =:= c(m, n, [{f, 7}], true)),
    Pid = spawn(fun() -> echo() end),
    Pid ! {self(), Values},
    p(receive {Pid, Answer} -> Answer =:= Values end),
    Big = [(hd(Values))#one{f = {V, lists:seq(1, 100)}} || V <- Values, _ <- lists:seq(1, 20)],
    garbage_collect(),
    p(length([R || R <- Big, R#one.f =/= 1, R =:= (id(#one{}))#one{f = R#one.f}])),
    T = ets:new(t, [ordered_set, {keypos, 1}]),
    [ets:insert(T, {V, N}) || {V, N} <- lists:zip(Values, lists:seq(1, length(Values)))],
    p([{show(V), N} || {V, N} <- ets:tab2list(T)]),
    M = maps:from_list([{V, N} || {V, N} <- lists:zip(Values, lists:seq(1, length(Values)))]),
    p([maps:get(V, M) || V <- Values]),
    Large = maps:from_list([{V, 1} || V <- Values ++ lists:seq(1, 40)]),
    p([maps:is_key(V, Large) || V <- Values]),
    Shown = [id(#none{}), id(#one{f = "text"}), id(#one{f = id(#one{f = 'A b'})}), c('A m', 'B n', [{'C f', 1.5}], true)],
    p([erts_internal:term_to_string(V, undefined) || V <- Shown]),
    p(attempt(fun() -> size(id(#one{})) end)),
    p(attempt(fun() -> element(1, id(#one{})) end)),
    p(attempt(fun() -> id(#one{}) + 1 end)),
    p(catch exit(id(#one{}))).

damaged() ->
    [<<0, 0, 0, 1, 2, 119, 1, $m, 119, 1, $n, 119, 1, $f, 97, 7>>, <<0, 0, 0, 1, 1, 119, 1, $m, 119, 1, $n, 119, 1, $f>>,
     <<0, 0, 0, 2, 1, 119, 1, $m, 119, 1, $n, 119, 1, $f, 119, 1, $f, 97, 7, 97, 7>>, <<255, 255, 255, 255, 1>>,
     <<0, 0, 0, 1, 1, 119, 1, $m, 119, 1, $n, 97, 1, 97, 7>>, <<0, 0, 0, 1, 1, 97, 1, 119, 1, $n, 119, 1, $f, 97, 7>>, <<0, 0>>].

echo() -> receive {From, Term} -> From ! {self(), Term} end.

compare(A, A) -> '=:=';
compare(A, B) when A == B -> '==';
compare(A, B) when A < B -> '<';
compare(A, B) when A > B -> '>'.

kind(T) when is_record(T) -> record;
kind(T) when is_function(T) -> function;
kind(T) when is_pid(T) -> pid;
kind(T) -> T.

c(Module, Name, Fields, Exported) -> records:create(Module, Name, Fields, #{is_exported => Exported}).

p(T) -> io:format("~0p~n", [show(T)]).

id(X) -> X.
