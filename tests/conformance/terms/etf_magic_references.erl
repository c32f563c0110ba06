%% shows that a reference to a native object is one again when it is read back from bytes or text, while the object lives
-module(etf_magic_references).
-export([main/0]).

main() ->
    Spec = ets:match_spec_compile([{{'$1', '_'}, [], ['$1']}]),
    Bytes = term_to_binary(Spec),
    show(spec, fun() -> Read = binary_to_term(Bytes), {Read =:= Spec, ets:is_compiled_ms(Read), ets:match_spec_run([{b, 2}], Read)} end),
    show(text, fun() -> Read = list_to_ref(ref_to_list(Spec)), {Read =:= Spec, ets:is_compiled_ms(Read)} end),
    Counters = counters:new(2, []),
    show(counters, fun() -> counters:add(through_bytes(Counters), 1, 5), counters:get(Counters, 1) end),
    Atomics = atomics:new(2, []),
    show(atomics, fun() -> atomics:add(through_bytes(Atomics), 1, 5), atomics:get(Atomics, 1) end),
    show(inside, fun() -> [#{key := {Read}}] = through_bytes([#{key => {Atomics}}]), atomics:get(Read, 1) end),
    Table = ets:new(table, [public]),
    show(table, fun() -> ets:insert(through_bytes(Table), {a, 1}), ets:lookup(Table, a) end),
    %% A process that has nothing but the bytes, while another one holds the reference.
    Self = self(),
    spawn(fun() -> Self ! {ran, ets:match_spec_run([{c, 2}], binary_to_term(Bytes))} end),
    show(process, fun() -> receive {ran, Result} -> Result end end),
    %% The reference that was read keeps the object, too.
    Kept = kept(),
    erlang:garbage_collect(),
    show(kept, fun() -> ets:match_spec_run([{d, 2}], Kept) end),
    Gone = bytes_alone(),
    erlang:garbage_collect(),
    show(gone, fun() -> Read = binary_to_term(Gone), {is_reference(Read), attempt(fun() -> atomics:get(Read, 1) end)} end),
    Plain = make_ref(),
    show(plain, fun() -> {through_bytes(Plain) =:= Plain, ets:is_compiled_ms(through_bytes(Plain))} end),
    %% Held until here.
    io:format("~w~n", [[is_reference(binary_to_term(term_to_binary(Held))) || Held <- [Spec, Atomics, Table]]]).

show(What, Fun) -> io:format("~w: ~w~n", [What, Fun()]).

attempt(Fun) -> try Fun() catch Class:Reason -> {Class, Reason} end.

through_bytes(Term) -> binary_to_term(term_to_binary(Term)).

kept() -> through_bytes(ets:match_spec_compile([{{'$1', '_'}, [], ['$1']}])).

%% Only its number is left after a collection.
bytes_alone() -> term_to_binary(atomics:new(1, [])).
