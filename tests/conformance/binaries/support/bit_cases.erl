%% Random bit syntax: constructions, matches and comprehensions as texts, and values to try them with. Everything comes
%% from a seed, so a case is the same wherever it is made. bit_cases:write(Folder) makes the programs random_bits_cases_N
%% again, in which the cases are compiled; random_bits_eval has cases of its own evaluated by erl_eval.
%% In a case A is mostly an integer, B a number, C a bitstring, S and T are sizes, D is data to match, L a list.
-module(bit_cases).
-export([write/1, run/3, text/1, values/1, variables/0, show/2]).

-define(PROGRAMS, 6).
-define(CASES, 60).

variables() -> ['A', 'B', 'C', 'S', 'T', 'D', 'L'].

%% --- the programs ---

write(Folder) -> [write(Folder, N) || N <- lists:seq(1, ?PROGRAMS)], ok.

write(Folder, N) ->
    Module = io_lib:format("random_bits_cases_~w", [N]),
    First = N * 1000,
    Source = [
        "%% shows random bit syntax, compiled: a line for each case, a digest of what it is for each set of values.\n"
        "%% Made by bit_cases:write/1 (support/bit_cases.erl), like the other random_bits_cases.\n"
        "-module(", Module, ").\n"
        "-compile([export_all, nowarn_export_all, nowarn_unused_vars]).\n\n"
        "main() -> bit_cases:run(?MODULE, ", integer_to_list(First), ", ", integer_to_list(?CASES), ").\n\n",
        [io_lib:format("case_~w(A, B, C, S, T, D, L) -> ~ts.~n", [I, text(I)])
         || I <- lists:seq(First + 1, First + ?CASES)]],
    ok = file:write_file(filename:join(Folder, [Module, ".erl"]), unicode:characters_to_binary(Source)).

%% Prints what the cases of a program are, each for several sets of values.
run(Module, First, Count) ->
    [begin
         Function = list_to_atom("case_" ++ integer_to_list(I)),
         show(I, [try_case(fun() -> apply(Module, Function, Values) end) || Values <- sets(I, 6)])
     end || I <- lists:seq(First + 1, First + Count)],
    ok.

sets(I, Count) -> [values(I * 100 + J) || J <- lists:seq(1, Count)].

show(I, Results) -> io:format("~w~ts~n", [I, [[$\s, digest(Result)] || Result <- Results]]).

try_case(Fun) ->
    try {is, Fun()}
    catch error:Reason:Stack -> {Reason, cause(Stack)}
    end.

%% What OTP says about the segment that cannot be built.
cause([{_, _, _, Info} | _]) ->
    case lists:keyfind(error_info, 1, Info) of
        {error_info, #{cause := Cause}} -> Cause;
        _ -> none
    end.

digest({is, no}) -> "no";
digest({is, Value}) ->
    <<Digest:6/binary, _/binary>> = erlang:md5(term_to_binary(Value, [{minor_version, 2}])),
    binary:encode_hex(Digest);
digest({Reason, none}) -> io_lib:format("~0tp", [reason(Reason)]);
digest({Reason, {Segment, Type, What, _}}) -> io_lib:format("~0tp:~w:~w:~w", [reason(Reason), Segment, Type, What]).

reason({Reason, _}) -> Reason;
reason(Reason) -> Reason.

%% --- values ---

values(Seed) ->
    seed(Seed),
    [integer_value(), number_value(), bits_value(), size_value(), size_value(), data(), list()].

integer_value() ->
    case one_of(12) of
        0 -> a;
        1 -> 1.5;
        2 -> one_of(16#110000);
        _ -> (one_of(1 bsl 62) - one_of(1 bsl 61)) bsr one_of(60) bsl (one_of(4) * one_of(12))
    end.

number_value() ->
    case one_of(8) of
        0 -> integer_value();
        1 -> -0.0;
        2 -> 1.0e300;
        3 -> 1.0e-40;
        4 -> one_of(70000);
        _ -> (one_of(1 bsl 40) - (1 bsl 39)) / (1 bsl one_of(40))
    end.

size_value() -> lists:nth(1 + one_of(24), [-1, a, 1.0, 1 bsl 80, 16, 32, 64 | [one_of(40) || _ <- lists:seq(1, 17)]]).

bits_value() ->
    case one_of(10) of
        0 -> integer_value();
        1 -> <<>>;
        _ -> data()
    end.

%% Half of it does not begin at a byte of its memory.
data() ->
    Bits = << <<(chunk(one_of(7)))/bitstring>> || _ <- lists:seq(1, one_of(12)) >>,
    Skip = one_of(2) * one_of(14),
    case Bits of
        <<_:Skip, Rest/bitstring>> -> Rest;
        _ -> Bits
    end.

chunk(0) -> <<(one_of(16#D800))/utf8>>;
chunk(1) -> <<(16#E000 + one_of(16#110000 - 16#E000))/utf16>>;
chunk(2) -> <<(number(one_of(1 bsl 20)))/float>>;
chunk(3) -> <<(one_of(1 bsl 30)):(one_of(31))>>;
chunk(4) -> <<"ab">>;
chunk(5) -> <<(one_of(300)):32, (-one_of(300)):16/little>>;
chunk(6) -> <<(one_of(1 bsl 50)):48>>.

number(N) -> N / 64.

list() -> [integer_value() || _ <- lists:seq(1, one_of(6))].

%% --- texts ---

text(Seed) ->
    seed(Seed),
    case one_of(10) of
        N when N < 4 -> construction();
        N when N < 8 -> match();
        _ -> comprehension()
    end.

construction() -> ["<<", join([built() || _ <- lists:seq(1, 1 + one_of(4))]), ">>"].

built() ->
    case type() of
        integer ->
            Value = pick(["A", "A", "A", "B", "(A - 1)", "5", "(-3)", "16#ffffffffffffffffff", "\"xyz\""]),
            [Value | sized(pick(["", ":8", ":1", ":3", ":16", ":64", ":71", ":0", ":S", ":T", ":(S + 3)", ":(S * 2)"]), integer)];
        float ->
            [pick(["B", "B", "B", "A", "1.5", "(-2.25)", "7"]) | pick(float_sizes() ++ [":S/float", ":17/float"])];
        binary ->
            [pick(["C", "C", "D", "D", "<<1, 2, 3>>", "A", "<<5:3>>"]) |
             bits_size(pick(["", "", ":0", ":1", ":2", ":S", ":T"]))];
        Utf -> [pick(["A", "B", "955", "16#10ffff", "16#d800", "\"a\\x{3b1}\""]) | utf(Utf)]
    end.

%% X1 .. Xn are what the pattern binds. Only the last segment may be all the rest.
match() ->
    Clauses = [begin
                   {Pattern, Bound} = pattern(1 + one_of(4)),
                   ["<<", Pattern, ">>", guard(Bound), " -> {", join([integer_to_list(I) | Bound]), "}; "]
               end || I <- lists:seq(1, 1 + one_of(3))],
    ["case D of ", Clauses, "_ -> no end"].

guard([]) -> "";
guard([X | _]) -> pick(["", "", "", [" when ", X, " > 3"], [" when ", X, " =/= S"], [" when is_integer(", X, ")"]]).

%% A generator's pattern takes at least a bit, or it would never end. What becomes of an element that does not match
%% for another reason than a value is the compiler's: it has changed between releases.
comprehension() ->
    {Pattern, Bound} = generator(one_of(3)),
    Filter = pick(["", "", [", ", hd(Bound), " > 2"], ", is_integer(S)"]),
    Generator = ["<<", Pattern, ">> <= D", Filter],
    case one_of(4) of
        0 -> ["[{", join(Bound), "} || ", Generator, "]"];
        1 -> ["<< <<(", hd(Bound), ")", sized(pick([":8", ":S", ":3", ":40"]), integer), ">> || ", Generator, " >>"];
        2 -> ["<< <<X", sized(pick([":8", ":7", ":13"]), integer), ">> || X <- L >>"];
        3 -> ["[X || X <- L, <<", Pattern, ">> <= D, X > ", hd(Bound), "]"]
    end.

generator(Count) ->
    Bound = [[$X, $0 + I] || I <- lists:seq(0, Count)],
    {join([[X | generated()] || X <- Bound]), Bound}.

generated() ->
    case one_of(4) of
        0 -> [pick([":1", ":2", ":3"]), pick(["/binary", "/bitstring", "/binary-unit:3"])];
        _ -> sized(pick([":8", ":1", ":5", ":12", ":16"]), integer)
    end.

pattern(Count) ->
    {Segments, Bound} = segments(Count, 1, [], []),
    Tail = case one_of(3) of
               0 -> [", R/bitstring"];
               1 -> [", R/binary"];
               _ -> []
           end,
    {[join(Segments), Tail], Bound ++ [[$R] || Tail =/= []]}.

segments(0, _, _, Done) -> {[Text || {Text, _} <- lists:reverse(Done)], [X || {_, X} <- lists:reverse(Done), X =/= none]};
segments(Count, I, Sizes, Done) ->
    X = [$X | integer_to_list(I)],
    {Text, Bound, Size} = matched(X, Sizes),
    segments(Count - 1, I + 1, Size ++ Sizes, [{Text, Bound} | Done]).

%% {Text, variable or none, variables that later sizes may be made of}
matched(X, Sizes) ->
    Known = [[$:, Y] || Y <- Sizes] ++ [[":(", Y, " * 2)"] || Y <- Sizes],
    case type() of
        integer ->
            Size = pick(["", ":8", ":1", ":3", ":4", ":16", ":24", ":64", ":67", ":S", ":T", ":(S - 2)", ":(T div 2)" | Known]),
            case one_of(8) of
                0 -> {[integer_to_list(one_of(4)), sized(pick([":1", ":2", ":3"]), integer)], none, []};
                1 -> {["_" | sized(Size, integer)], none, []};
                2 -> {pick(["\"a\"", "\"ab\"", "A:16", "(-1):2/signed"]), none, []};
                _ -> {[X | sized(Size, integer)], X, [X || lists:member(Size, [":1", ":3", ":4"])]}
            end;
        float -> {[X | pick(float_sizes() ++ [":S/float"])], X, []};
        binary -> {[X | bits_size(pick([":0", ":1", ":2", ":S" | Known]))], X, []};
        Utf ->
            case one_of(3) of
                0 -> {["_" | utf(Utf)], none, []};
                _ -> {[X | utf(Utf)], X, []}
            end
    end.

type() -> pick([integer, integer, integer, integer, float, binary, binary, utf8, utf16, utf32]).

%% A unit is only allowed with a size.
sized("", integer) -> specifiers([sign(), order()]);
sized(Size, integer) -> [Size, specifiers([sign(), order(), pick(["", "", "", "unit:1", "unit:3", "unit:8"])])].

bits_size("") -> pick(["/binary", "/bitstring", "/binary-unit:1", "/bytes", "/bits", "/binary-unit:16"]);
bits_size(Size) -> [Size, pick(["/binary", "/bitstring", "/bits", "/binary-unit:1", "/binary-unit:3", "/binary-unit:4"])].

float_sizes() ->
    ["/float", ":64/float", ":32/float", ":16/float", ":32/float-little", ":64/float-little", ":16/float-little",
     ":4/float-unit:16", ":8/float-unit:2", ":1/float-unit:32"].

utf(Type) -> [$/, atom_to_list(Type), pick(["", "", "-little", "-big"])].

sign() -> pick(["", "", "signed", "unsigned"]).
order() -> pick(["", "", "", "little", "big", "native"]).

specifiers(Specifiers) ->
    case [S || S <- Specifiers, S =/= ""] of
        [] -> "";
        Some -> [$/ | lists:join($-, Some)]
    end.

join(Texts) -> lists:join(", ", Texts).

%% --- chance ---

seed(Seed) ->
    put(bit_cases, (Seed * 16#9e3779b97f4a7c15) band 16#ffffffffffffffff),
    one_of(2).

one_of(N) ->
    Next = (get(bit_cases) * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff,
    put(bit_cases, Next),
    (Next bsr 20) rem N.

pick(List) -> lists:nth(1 + one_of(length(List)), List).
