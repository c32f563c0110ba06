%% Terms as `sonde trace` prints them, on one line: in Erlang's syntax, as io:format's ~0tp does, but for lists. A list is text only where a
%% reader sees text: its elements are graphic characters, spaces, line ends and tabs, and more than half of them are no line ends or tabs. So
%% [8,9,10] is a list, and so is [10].
%%
%% It is written for speed: a log has millions of events, and io_lib formats one term in some microseconds.
-module(sonde_trace_term).

-export([print/2, atom/1]).

%% Characters of a text where the depth is limited.
-define(TEXT, 64).

%% Both return text for unicode:characters_to_binary/1; binaries in it are UTF-8.

%% Depth is a number, or `unlimited`: how deep terms are printed, as ~P counts it.
print(Integer, _) when is_integer(Integer) -> integer_to_binary(Integer);
print(_, 0) -> "...";
print(Atom, _) when is_atom(Atom) -> atom(Atom);
print([], _) -> "[]";
print(Pid, _) when is_pid(Pid) -> pid_to_list(Pid);
print(List, Depth) when is_list(List) ->
    case is_text(List) of
        true -> text(List, Depth);
        false -> [$[, list(List, less(Depth)), $]]
    end;
print({}, _) -> "{}";
print(Tuple, Depth) when is_tuple(Tuple) -> [${, elements(tuple_to_list(Tuple), less(Depth)), $}];
print(Map, Depth) when is_map(Map) -> ["#{", pairs(maps:next(maps:iterator(Map)), less(Depth)), $}];
print(Term, unlimited) -> io_lib:format("~0tp", [Term]);
print(Term, Depth) -> io_lib:format("~0tP", [Term, Depth]).

less(unlimited) -> unlimited;
less(Depth) -> Depth - 1.

list(_, 0) -> "...";
list([Last], Depth) -> print(Last, Depth);
list([Head | Tail], Depth) when is_list(Tail) ->
    case less(Depth) of
        0 -> [print(Head, Depth), "|..."];
        Rest -> [print(Head, Depth), $,, list(Tail, Rest)]
    end;
list([Head | Tail], Depth) -> [print(Head, Depth), $|, print(Tail, Depth)].

elements(_, 0) -> "...";
elements([Last], Depth) -> print(Last, Depth);
elements([Head | Tail], Depth) ->
    case less(Depth) of
        0 -> [print(Head, Depth), ",..."];
        Rest -> [print(Head, Depth), $,, elements(Tail, Rest)]
    end.

pairs(none, _) -> "";
pairs(_, 0) -> "...";
pairs({Key, Value, Next}, Depth) ->
    [print(Key, Depth), " => ", print(Value, Depth) |
     case maps:next(Next) of
         none -> "";
         _ when Depth =:= 1 -> ",...";
         More -> [$, | pairs(More, less(Depth))]
     end].

%% As io_lib:write_atom/1, which takes longer for the usual ones.
atom(Atom) ->
    Text = atom_to_binary(Atom),
    case is_plain(Text) andalso not erl_scan:reserved_word(Atom) of
        true -> Text;
        false ->
            case is_printed(Text) of
                true -> Text;
                false -> io_lib:write_atom(Atom)
            end
    end.

%% What the reader of logs makes of terms that a log has as text.
is_printed(<<"#Fun<", _/binary>>) -> true;
is_printed(<<"#Ref<", _/binary>>) -> true;
is_printed(<<"#Port<", _/binary>>) -> true;
is_printed(_) -> false.

is_plain(<<C, Rest/binary>>) when C >= $a, C =< $z -> is_plain_rest(Rest);
is_plain(_) -> false.

is_plain_rest(<<C, Rest/binary>>) when C >= $a, C =< $z; C =:= $_; C >= $A, C =< $Z; C >= $0, C =< $9; C =:= $@ -> is_plain_rest(Rest);
is_plain_rest(Rest) -> Rest =:= <<>>.

%% A character alone that is not ASCII is more often a number.
is_text([C]) when C > $~ -> false;
is_text(List) -> is_text(List, 0, 0).

is_text([C | Rest], Seen, Unseen) when is_integer(C), C >= $\s, C =< $~ -> is_text(Rest, Seen + 1, Unseen);
is_text([C | Rest], Seen, Unseen) when C =:= $\n; C =:= $\r; C =:= $\t -> is_text(Rest, Seen, Unseen + 1);
is_text([C | Rest], Seen, Unseen) when is_integer(C), C >= 16#A0, C =/= 16#2028, C =/= 16#2029 -> io_lib:printable_unicode_list([C]) andalso is_text(Rest, Seen + 1, Unseen);
is_text([], Seen, Unseen) -> Seen > Unseen;
is_text(_, _, _) -> false.

text(Text, Depth) when is_integer(Depth), length(Text) > ?TEXT -> [text(lists:sublist(Text, ?TEXT), unlimited), "..."];
text(Text, _) -> [$" | escaped(Text)].

escaped([C | Rest]) when C >= $\s, C =/= $", C =/= $\\ -> [C | escaped(Rest)];
escaped([C | Rest]) -> [$\\, case C of $\n -> $n; $\r -> $r; $\t -> $t; _ -> C end | escaped(Rest)];
escaped([]) -> [$"].
