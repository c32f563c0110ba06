%% proves M3: process_dump has the lines of OTP's dumps, with links, dictionary, and a stack that names functions and shows their terms
%% needs: 27
-module(process_dump_layout).
-export([main/0, outer/1, inner/1, hidden/1]).

main() ->
    Self = self(),
    Prey = spawn(fun() -> link(Self), register(prey, self()), put(key, [value, 1.5]), receive {go, X} -> outer(X) end end),
    Ref = monitor(process, Prey),
    S = trace:session_create(?MODULE, self(), []),
    trace:process(S, Prey, true, [call]),
    trace:function(S, {?MODULE, hidden, 1}, [{'_', [], [{message, {process_dump}}]}], [local]),
    Prey ! not_taken,
    Prey ! {go, <<"bytes">>},
    Dump = receive {trace, Prey, call, {?MODULE, hidden, [_]}, D} -> D end,
    receive {'DOWN', Ref, process, Prey, normal} -> ok end,
    Names = [{Prey, "PREY"}, {Self, "MAIN"}],
    [show(Line, Ref, Names) || Line <- string:split(binary_to_list(Dump), "\n", all)].

outer(X) -> Y = inner(X), [X | Y].
inner(X) ->
    L = [a, {b, 1.5}, X, "text"],
    try hidden(X) of ok -> L; Z -> {Z, L} catch _:R -> {R, L} end.
hidden(X) -> {X, ok}.

%% Figures and addresses are replaced; names, and the stack's functions and terms, stay.
show("0x" ++ _ = Line, _, _) -> [_, "Return", "addr", _ | Rest] = string:lexemes(Line, " "), print("return to", Rest);
show("y(" ++ _ = Line, _, _) ->
    case string:lexemes(Line, " ") of
        [Slot, "Catch", _ | Rest] -> print(Slot ++ " catch", Rest);
        _ -> io:format("~s~n", [Line])
    end;
show("Program counter: 0x" ++ Rest, _, _) -> io:format("program counter ~w~n", [lists:member($(, Rest)]);
show("Link list: " ++ Links, Ref, Names) ->
    Known = [{pid_to_list(Pid), Name} || {Pid, Name} <- Names] ++ [{ref_to_list(Ref), "REF"}],
    io:format("Link list: ~s~n", [lists:foldl(fun({From, To}, Text) -> string:replace(Text, From, To, all) end, Links, Known)]);
show("=proc:" ++ Pid, _, Names) -> io:format("=proc:~s~n", [proplists:get_value(list_to_pid(Pid), Names)]);
show("Spawned by: " ++ Pid, _, Names) -> io:format("Spawned by: ~s~n", [proplists:get_value(list_to_pid(Pid), Names)]);
show(Line, _, _) ->
    Figures = ["Reductions", "Stack+heap", "OldHeap", "Heap unused", "OldHeap unused", "BinVHeap", "OldBinVHeap", "BinVHeap unused",
               "OldBinVHeap unused", "Memory", "Number of heap fragments", "Heap fragment data"],
    case string:split(Line, ": ") of
        [Name, Value] ->
            case lists:member(Name, Figures) of
                true -> io:format("~s: ~w~n", [Name, list_to_integer(Value) >= 0]);
                false -> io:format("~s~n", [Line])
            end;
        _ -> io:format("~s~n", [Line])
    end.

%% "(module:function/arity + offset)" without the offset.
print(What, Words) -> io:format("~s ~s~n", [What, hd(string:split(lists:join(" ", Words), " + "))]).
