%% Shows what an expression is, or the exception it raises with the texts that OTP has for a BIF's bad arguments. What
%% is raised in a library's Erlang code is shown without the place: that may differ between releases.
-module(edge).
-export([show/2, outcome/1]).

show(Line, Fun) ->
    try Fun() of
        Value -> io:format("~w: ~0tp~n", [Line, Value])
    catch
        Class:Reason:Stack -> io:format("~w: ~w ~0tp~ts~n", [Line, Class, Reason, place(Reason, Stack)])
    end.

%% What a fun returns, or the exception with its place, without file and line.
outcome(Fun) ->
    try
        Fun()
    catch
        Class:Reason:Stack ->
            {Module, Function, Arguments, Info} = hd(Stack),
            {Class, Reason, Module, Function, Arguments, [I || {Key, _} = I <- Info, Key =/= file, Key =/= line]}
    end.

place(Reason, [{Module, Function, Arguments, Info} | _] = Stack) ->
    case lists:keyfind(error_info, 1, Info) of
        {error_info, About} ->
            %% Some of OTP's texts cannot be made for arguments as wrong as ours.
            Texts = try (maps:get(module, About, Module)):format_error(Reason, Stack) catch _:_ -> #{} end,
            [io_lib:format(" ~w:~tw/~w", [Module, Function, arity(Arguments)]) |
             [io_lib:format(", ~w: ~ts", [Which, Text]) || {Which, Text} <- lists:sort(maps:to_list(Texts))]];
        false -> ""
    end;
place(_, []) -> "".

arity(Arguments) when is_list(Arguments) -> length(Arguments);
arity(Arity) -> Arity.
