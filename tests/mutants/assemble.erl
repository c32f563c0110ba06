%% Assembles a file of instructions without the compiler's validator: assemble.erl IN.S OUT.beam.
-module(assemble).
-export([main/1]).

main([In, Out]) ->
    {ok, Forms} = file:consult(In),
    [Module, Exports, Attributes, Labels] =
        [element(2, lists:keyfind(Key, 1, Forms)) || Key <- [module, exports, attributes, labels]],
    {ok, Beam} = beam_asm:module({Module, Exports, Attributes, functions(Forms), Labels}, [], [], []),
    ok = file:write_file(Out, Beam).

functions([{function, Name, Arity, Entry} | Rest]) ->
    {Body, More} = lists:splitwith(fun(Form) -> is_atom(Form) orelse element(1, Form) =/= function end, Rest),
    [{function, Name, Arity, Entry, Body} | functions(More)];
functions([_ | Rest]) -> functions(Rest);
functions([]) -> [].
