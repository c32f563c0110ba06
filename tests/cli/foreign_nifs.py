"""C libraries that others have written, as Debian packages them for Erlang/OTP: what they compute on Sonde is what they compute on `erl`.

A package that is not installed is left out, and said. The libraries are used unmodified, with their own Erlang modules.
"""

import pathlib
import subprocess

# Random input is the same on both machines: it comes from seeded generators.
PROGRAM = """-module(foreign).
-export([main/1]).

main([Which]) ->
    rand:seed(exsss, {1, 2, 3}),
    lists:foreach(fun(Item) -> io:format("~w~n", [Item]) end, items(Which)),
    halt(0).

%% What a call returns or raises; large results as their hashes.
try_(F) ->
    try F() of
        Result -> short(Result)
    catch Class:Reason -> {Class, short(Reason)}
    end.
short(Term) -> case erlang:external_size(Term) > 200 of true -> {hash, erlang:md5(term_to_binary(Term, [{minor_version, 2}]))}; false -> Term end.

bytes(N) -> << <<(rand:uniform(256) - 1)>> || _ <- lists:seq(1, N) >>.

items("crypto") ->
    Data = [<<>>, <<"abc">>, binary:copy(<<"0123456789">>, 20000)],
    Key = binary:copy(<<7>>, 32), Iv = binary:copy(<<9>>, 12),
    {PubA, PrivA} = crypto:generate_key(ecdh, x25519, binary:copy(<<3>>, 32)),
    {PubB, PrivB} = crypto:generate_key(ecdh, x25519, binary:copy(<<5>>, 32)),
    [{Type, [crypto:hash(Type, D) || D <- Data]} || Type <- [md5, sha, sha256, sha512, sha3_256, blake2b]] ++
    [crypto:mac(hmac, sha256, Key, D) || D <- Data] ++ [crypto:mac(cmac, aes_256_cbc, Key, D) || D <- Data] ++
    [try_(fun() -> crypto:crypto_one_time(C, Key, binary:copy(<<1>>, 16), D, [{encrypt, true}, {padding, pkcs_padding}]) end)
     || C <- [aes_256_cbc, aes_256_ctr, chacha20, no_such], D <- Data] ++
    [try_(fun() -> crypto:crypto_one_time_aead(C, Key, Iv, D, <<"more">>, true) end) || C <- [aes_256_gcm, chacha20_poly1305], D <- Data] ++
    [try_(fun() -> crypto:crypto_one_time_aead(aes_256_gcm, Key, Iv, <<"wrong">>, <<>>, binary:copy(<<0>>, 16), false) end),
     crypto:compute_key(ecdh, PubB, PrivA, x25519) =:= crypto:compute_key(ecdh, PubA, PrivB, x25519), crypto:compute_key(ecdh, PubB, PrivA, x25519),
     byte_size(crypto:strong_rand_bytes(1000)), try_(fun() -> crypto:hash(sha256, not_data) end),
     begin
         {Public, Private} = crypto:generate_key(rsa, {2048, 65537}),
         Signed = crypto:sign(rsa, sha256, <<"text">>, Private),
         {crypto:verify(rsa, sha256, <<"text">>, Signed, Public), crypto:verify(rsa, sha256, <<"other">>, Signed, Public)}
     end];
items("asn1") ->
    Tags = fun Make(0) -> {rand:uniform(30), bytes(rand:uniform(40))};
               Make(Depth) -> {16#10 + rand:uniform(8), [Make(Depth - 1) || _ <- lists:seq(1, rand:uniform(4))]} end,
    Values = [Tags(N rem 5) || N <- lists:seq(1, 100)],
    [try_(fun() -> asn1rt_nif:encode_ber_tlv(V) end) || V <- Values] ++
    [try_(fun() -> asn1rt_nif:decode_ber_tlv(asn1rt_nif:encode_ber_tlv(V)) end) || V <- Values] ++
    [try_(fun() -> asn1rt_nif:decode_ber_tlv(bytes(rand:uniform(30))) end) || _ <- lists:seq(1, 300)] ++
    [try_(fun() -> asn1rt_nif:decode_ber_tlv(Bad) end) || Bad <- [<<>>, <<48>>, <<48, 128>>, <<48, 128, 0, 0>>, <<31, 255, 255, 255, 255, 127, 0>>, an_atom]] ++
    [try_(fun() -> asn1rt_nif:encode_per_complete(L) end) || L <- [[], [<<1, 2>>], [0, 1, 1], [1, 2, 3], [10, 3, 2, 5]]];
items("jiffy") ->
    Texts = [<<"{\\"a\\": [1, 2.5, null, true, \\"\\\\u00e5\\"]}">>, <<"[1,">>, <<"{\\"a\\":1,\\"a\\":2}">>, <<"  [ ] x">>, <<"1e400">>, <<"\\"", 255, "\\"">>,
             <<"123456789012345678901234567890">>],
    Large = [#{<<"n">> => N, <<"f">> => N / 7, <<"s">> => integer_to_binary(N)} || N <- lists:seq(1, 20000)],
    [try_(fun() -> jiffy:decode(T, O) end) || T <- Texts, O <- [[], [return_maps], [return_maps, use_nil], [dedupe_keys]]] ++
    [try_(fun() -> iolist_to_binary(jiffy:encode(V, O)) end) || V <- [{[{a, 1}]}, #{b => [null, 1.5]}, [self_atom, {bad}], <<"/\\x{e5}"/utf8>>, 1 bsl 80],
                                                              O <- [[], [pretty], [uescape], [force_utf8]]] ++
    [jiffy:decode(iolist_to_binary(jiffy:encode(Large)), [return_maps]) =:= Large,
     byte_size(iolist_to_binary(jiffy:encode(Large)))];
items("p1_xml") ->
    Texts = [<<"<a b='c'><d/>text &amp; &#229;</a>">>, <<"<a>">>, <<"<a></b>">>, <<"">>, <<"<x:y xmlns:x='u'>", (binary:copy(<<"<z/>">>, 5000))/binary, "</x:y>">>],
    Self = self(),
    [try_(fun() -> fxml_stream:parse_element(T) end) || T <- Texts] ++
    [try_(fun() -> fxml:element_to_binary(fxml_stream:parse_element(T)) end) || T <- Texts] ++
    [begin
         Stream = lists:foldl(fun(Part, S) -> fxml_stream:parse(S, Part) end, fxml_stream:new(Self, 100000),
                              [<<"<stream>">>, <<"<one">>, <<" k='v'/><two>t</two>">>, <<"</stream>">>]),
         fxml_stream:close(Stream),
         received()
     end,
     begin
         Big = fxml_stream:new(Self, 10),
         fxml_stream:close(fxml_stream:parse(Big, <<"<stream><long>0123456789</long>">>)),
         received()
     end];
items("p1_yaml") ->
    {ok, _} = application:ensure_all_started(fast_yaml),
    [try_(fun() -> fast_yaml:decode(T, O) end) || T <- [<<"a: 1\\nb: [x, 2.5, 'q']\\n">>, <<"- 1\\n- {k: v}\\n">>, <<"a: [">>, <<"&a x: *b">>, <<"a: \\"\\\\u00e5\\"">>],
                                                  O <- [[], [plain_as_atom], [maps]]];
items("p1_stringprep") ->
    {ok, _} = application:ensure_all_started(stringprep),
    [try_(fun() -> stringprep:F(T) end) || F <- [nodeprep, nameprep, resourceprep, tolower],
                                           T <- [<<"Abc">>, <<"\\x{c5}ngstr\\x{f6}m"/utf8>>, <<"a b">>, <<255>>, <<"\\x{2163}"/utf8>>, binary:copy(<<"X">>, 3000)]].

received() -> receive {'$gen_event', Event} -> [short(Event) | received()] after 0 -> [] end.
"""

# The application whose folder holds each.
PACKAGES = ("crypto", "asn1", "jiffy", "p1_xml", "p1_yaml", "p1_stringprep")


def test_foreign_nifs(world):
    """crypto, asn1rt_nif, jiffy, fxml, fast_yaml and stringprep compute what they compute on Erlang/OTP, interpreted and compiled"""
    root = subprocess.run(["erl", "-noshell", "-eval", "io:put_chars(code:lib_dir()), halt()."], capture_output=True, check=True,
                          timeout=60).stdout.decode()
    source = world.write("foreign.erl", PROGRAM)
    subprocess.run(["erlc", str(source)], cwd=world.folder, check=True, timeout=120)
    missing = [p for p in PACKAGES if not list(pathlib.Path(root).glob(f"{p}-*/ebin/*.app"))]
    if missing:
        print(f"     left out, not installed: {', '.join(missing)}")
    for package in (p for p in PACKAGES if p not in missing):
        real = subprocess.run(["erl", "-noshell", "-pa", ".", "-run", "foreign", "main", package], cwd=world.folder, capture_output=True,
                              check=True, timeout=120).stdout.decode()
        for engine in ("--engine=interp", "--engine=tiered"):
            status, out, err = world.run("run", engine, "foreign.beam", package)
            assert (status, err) == (0, ""), (package, engine, status, err)
            for number, (here, there) in enumerate(zip(out.splitlines(), real.splitlines())):
                assert here == there, (package, engine, number, here, there)
            assert out == real, (package, engine)
