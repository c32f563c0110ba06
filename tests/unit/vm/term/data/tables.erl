%% Makes the tables of expectations that lie beside this file, from the real system (OTP 27):
%%   erlc tables.erl && erl -noshell -s tables main -s init stop
-module(tables).
-export([main/0]).

main() ->
    rand:seed(exsss, {1, 2, 3}),
    write("arith.txt", arith()),
    write("floats.txt", floats()),
    write("phash.txt", phash()),
    write("external.txt", external()),
    write("display.txt", display()).

write(Name, Lines) ->
    ok = file:write_file(Name, [[Line, $\n] || Line <- Lines]).

%% Operator, operands, result; one space between.
arith() ->
    Ops2 = ['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor'],
    [line(Op, A, B) || Op <- Ops2, _ <- lists:seq(1, 60), A <- [number()], B <- [number()]] ++
    [line(Op, A, B) || Op <- ['bsl', 'bsr'], _ <- lists:seq(1, 60), A <- [integer()], B <- [rand:uniform(300) - 150]] ++
    [line('bsl', 1, 4194239 + N) || N <- [1, 2]] ++
    [line('bsl', 0, 1 bsl 100), line('bsl', 1, 1 bsl 100), line('bsr', -1, 1 bsl 100), line('bsr', 5, 1 bsl 100)] ++
    [line('div', 1, 0), line('rem', 1 bsl 70, 0), line('/', 1, 0), line('/', 1.0, 0.0), line('+', a, 1),
     line('*', 1.0e300, 1.0e300), line('+', 1 bsl 1024, 1.0), line('/', 1 bsl 1024, 1 bsl 1024),
     line('band', 1.0, 1), line('bsl', 1, 1.0)] ++
    [unary(Op, N) || Op <- ['-', 'bnot', abs, float, trunc, round, floor, ceil], _ <- lists:seq(1, 25), N <- [number()]].

number() ->
    case rand:uniform(4) of
        1 -> (rand:uniform() - 0.5) * math:pow(2, rand:uniform(120) - 40);
        _ -> integer()
    end.

integer() ->
    Bits = case rand:uniform(3) of 1 -> rand:uniform(59); 2 -> 50 + rand:uniform(20); 3 -> rand:uniform(400) end,
    Base = rand:uniform(1 bsl Bits) - 1,
    Near = case rand:uniform(4) of 1 -> (1 bsl Bits) - rand:uniform(3) + 1; _ -> Base end,
    case rand:uniform(2) of 1 -> Near; 2 -> -Near end.

line(Op, A, B) ->
    [atom_to_list(Op), " ", text(A), " ", text(B), " ", result(fun() -> erlang:Op(A, B) end)].
unary(Op, A) ->
    [atom_to_list(Op), " ", text(A), " - ", result(fun() -> erlang:Op(A) end)].

result(F) ->
    try text(F()) catch error:Reason -> atom_to_list(Reason) end.

text(I) when is_integer(I) -> integer_to_list(I);
text(F) when is_float(F) -> ["f:", hex(<<F/float>>)];
text(A) when is_atom(A) -> atom_to_list(A).

hex(Binary) -> binary_to_list(binary:encode_hex(Binary)).

%% Bits, then: short, list, 4 decimals, 4 decimals compact, scientific with 6 digits; between bars.
floats() ->
    Special = [0.0, -0.0, 1.0, -1.0, 0.1, 1.0e21, 1.0e22, 1.0e23, 123456789.0, 1.0e-5, 1.0e-4, 0.001, 1.5e300, 5.0e-324,
               1.7976931348623157e308, 2.2250738585072014e-308, 4.35, 100.0, 1.0e15, 1.0e16, 9007199254740992.0,
               9007199254740993.0, 12345678901234567.0, 1.0e17, 0.5, 2.5, 0.00005, 1234.56785, 99999.99999, 3.0e-10,
               9007199254740991.0, 9007199254740994.0, -9007199254740992.0, 18014398509481984.0, 1.0e18, 1.0e20],
    Random = [begin <<F/float>> = random_float(), F end || _ <- lists:seq(1, 150)],
    Near = [(rand:uniform() - 0.5) * math:pow(10, rand:uniform(30) - 10) || _ <- lists:seq(1, 150)],
    [lists:join("|", [hex(<<F/float>>), float_to_list(F, [short]), float_to_list(F),
                      decimals(F, [{decimals, 4}]), decimals(F, [{decimals, 4}, compact]),
                      float_to_list(F, [{scientific, 6}])]) || F <- Special ++ Random ++ Near].

decimals(F, Options) -> try float_to_list(F, Options) catch error:badarg -> "badarg" end.

random_float() ->
    B = rand:bytes(8),
    case B of <<_/float>> -> B; _ -> random_float() end.

%% External format in hexadecimal, phash2/1, phash2(_, 2^32), phash(_, 2^32).
phash() ->
    [begin
         Bytes = term_to_binary(T, [{minor_version, 2}]),
         io_lib:format("~s ~w ~w ~w", [hex(Bytes), erlang:phash2(T), erlang:phash2(T, 1 bsl 32), erlang:phash(T, 1 bsl 32)])
     end || T <- terms()].

terms() ->
    [0, 1, -1, 255, 256, 134217727, 134217728, -134217728, -134217729, 1 bsl 59 - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1,
     1 bsl 64, -(1 bsl 64), 1 bsl 200, a, abc, '', 'a b', 'hej då', 'ÅÄÖ', '日本', [], {}, #{}, [a], [1, 2, 3], [1, 2, 3, 4], "hello",
     "hello world this is long", [300], [1, 2, a, 3], [1 | 2], [a | b], [[]], {a}, {a, b, {c, [d]}}, 0.0, -0.0, 1.0, 3.14, -2.5e300,
     <<>>, <<1>>, <<"hello">>, <<"hello world, twelve">>, <<1:1>>, <<5:3>>, <<1, 2, 3:4>>, binary:copy(<<"abcdefghijk">>, 30),
     #{a => 1}, #{1 => a, 2 => b}, #{#{} => #{}}, maps:from_list([{I, I * I} || I <- lists:seq(1, 100)]), {1, [], "x", <<>>, #{}},
     [[], [], []], {[], []}, fun lists:map/2, fun erlang:phash2/1, [1.0, 2 | 3], {{{{}}}}, #{[] => {}, {} => []},
     #{a => #{b => #{c => []}}, [1, 2] => "xyz"}] ++
    [random_term(3) || _ <- lists:seq(1, 120)].

random_term(0) ->
    case rand:uniform(8) of
        1 -> integer();
        2 -> rand:uniform(256) - 1;
        3 -> lists:nth(rand:uniform(5), [a, b, abc, ok, 'x y']);
        4 -> [];
        5 -> rand:bytes(rand:uniform(40) - 1);
        6 -> Bits = rand:uniform(60) - 1, <<(rand:uniform(1 bsl 60)):Bits>>;
        7 -> (rand:uniform() - 0.5) * 1.0e6;
        8 -> [rand:uniform(256) - 1 || _ <- lists:seq(1, rand:uniform(12))]
    end;
random_term(Depth) ->
    N = rand:uniform(4) - 1,
    case rand:uniform(4) of
        1 -> random_term(0);
        2 -> list_to_tuple([random_term(Depth - 1) || _ <- lists:seq(1, N)]);
        3 -> [random_term(Depth - 1) || _ <- lists:seq(1, N)] ++ case rand:uniform(5) of 1 when N > 0 -> 7; _ -> [] end;
        4 -> maps:from_list([{random_term(0), random_term(Depth - 1)} || _ <- lists:seq(1, N)])
    end.

%% The same term in minor versions 2, 1, 0 and deterministic; in hexadecimal. Maps have at most one key, as their order is
%% the order in which atoms were made.
external() ->
    [begin
         Options = [[{minor_version, 2}], [{minor_version, 1}], [{minor_version, 0}], [{minor_version, 2}, deterministic]],
         lists:join(" ", [hex(term_to_binary(T, O)) || O <- Options])
     end || T <- terms() ++ [lists:duplicate(70000, 1), lists:seq(1, 300), list_to_tuple(lists:seq(1, 300)),
                             list_to_atom(lists:duplicate(255, $a)), list_to_atom(lists:duplicate(200, 16#e9)),
                             1 bsl 2040, 1 bsl 2039, -(1 bsl 2048), 2147483647, 2147483648, -2147483648, -2147483649],
            size(term_to_binary(T)) < 1500 orelse is_list(T), not is_list(T) orelse length_of(T) < 400].

length_of([_ | T]) -> 1 + length_of(T);
length_of(_) -> 0.

%% External format in hexadecimal, ~0tp of it.
display() ->
    [[hex(term_to_binary(T)), " ", unicode:characters_to_binary(io_lib:format("~0tp", [T]))]
     || T <- terms() ++ ['Abc', 'a@b', a_b, '1a', 'end', 'when', 'maybe', 'else', '_x', '$x', 'a\nb', 'a\'b', 'a\\b', 'é', 'a\x{3b1}', 'A',
                         "a\nb", "a\"b", "a\\b", "\e\b\f\v\t\r\d", [0], [200], "é", [955], [1000000], [$a | b], ["abc", "def"],
                         <<"abc">>, <<"a\nb">>, <<"é"/utf8>>, <<200>>, <<0, 1>>, <<"abc", 200>>, <<"a\"b">>, <<"αβ"/utf8>>,
                         <<1:1>>, <<"abc", 1:1>>, <<>>, {'fun', 'receive'}, #{a => "x"}, #{"k" => <<"v">>}, [{a, 1}, {b, 2}],
                         1.0e10, 123456.789, 1.0e-7, -0.0, [[[]]], {}, [[] | []], fun lists:map/2, fun 'A':'b c'/3]].
