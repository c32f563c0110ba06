"""C libraries that others have written, as Debian packages them for Erlang/OTP: what they compute on Sonde is what they compute on `erl`.

A package that is not installed is left out, and said. The libraries are used unmodified, with their own Erlang modules.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess

from world import Skipped

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
     crypto:strong_rand_bytes(32) =:= crypto:strong_rand_bytes(32),
     try_(fun() -> crypto:engine_list() end), try_(fun() -> crypto:engine_load(<<"none">>, [], []) end),
     begin
         {Point, Scalar} = crypto:generate_key(eddsa, ed25519, Key),
         Signature = crypto:sign(eddsa, none, <<"text">>, [Scalar, ed25519]),
         {Point, Signature, [crypto:verify(eddsa, none, T, Signature, [Point, ed25519]) || T <- [<<"text">>, <<"other">>]]}
     end] ++
    [begin
         {Mine, MySecret} = crypto:generate_key(ecdh, Curve, binary:copy(<<17>>, 28)),
         {Yours, YourSecret} = crypto:generate_key(ecdh, Curve, binary:copy(<<18>>, 28)),
         Shared = crypto:compute_key(ecdh, Yours, MySecret, Curve),
         Signature = crypto:sign(ecdsa, sha256, <<"text">>, [MySecret, Curve]),
         {Curve, Mine, Shared, Shared =:= crypto:compute_key(ecdh, Mine, YourSecret, Curve),
          [crypto:verify(ecdsa, sha256, T, Signature, [Mine, Curve]) || T <- [<<"text">>, <<"other">>]]}
     end || Curve <- [secp256r1, secp384r1, brainpoolP256r1]] ++
    [{supported, Kind, lists:sort(crypto:supports(Kind))} || Kind <- [hashs, ciphers, macs, public_keys, curves, rsa_opts]] ++
    [begin
         State = lists:foldl(fun(D, S) -> crypto:hash_update(S, D) end, crypto:hash_init(sha512), Data),
         {incremental, crypto:hash_final(State), crypto:hash_final(crypto:hash_update(State, <<"more">>))}
     end,
     begin
         Cipher = crypto:crypto_init(aes_128_cbc, binary:copy(<<1>>, 16), binary:copy(<<2>>, 16), [{encrypt, true}, {padding, pkcs_padding}]),
         Parts = [crypto:crypto_update(Cipher, D) || D <- [<<"a">>, binary:copy(<<"b">>, 100)]] ++ [crypto:crypto_final(Cipher)],
         {parts, Parts, crypto:pbkdf2_hmac(sha256, <<"password">>, <<"salt">>, 1000, 32), crypto:exor(<<1, 2, 3>>, <<4, 5, 6>>),
          crypto:mod_pow(3, 1000, 1000007)}
     end,
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
# What a program brings along into another system: all that it needs but these, which come with the system's own libraries.
OF_THE_SYSTEM = ("libc.so", "libm.so", "libgcc_s.so", "libstdc++.so")


def expect_the_same(world, inside, sonde):
    """Runs the items of each package with `erl` and `sonde`, both started by the command `inside`; says which are not installed."""
    source = world.write("foreign.erl", PROGRAM)
    subprocess.run(["erlc", str(source)], cwd=world.folder, check=True, timeout=120)

    def output(*command):
        done = subprocess.run([*inside, *command], cwd=world.folder, env=world.env, capture_output=True, check=False, timeout=120)
        assert (done.returncode, done.stderr) == (0, b""), (command, done.returncode, done.stderr)
        return done.stdout.decode()

    root, *installed = output("erl", "-noshell", "-eval", "io:format(\"~s~n\", [code:root_dir()]), {ok, Names} = file:list_dir(code:lib_dir()), "
                              "[io:format(\"~s~n\", [hd(string:split(Name, \"-\"))]) || Name <- Names], halt().").splitlines()
    if missing := [package for package in PACKAGES if package not in installed]:
        print(f"     left out, not installed: {', '.join(missing)}")
    for package in (package for package in PACKAGES if package in installed):
        real = output("erl", "-noshell", "-pa", ".", "-run", "foreign", "main", package)
        for engine in ("--engine=interp", "--engine=baseline", "--engine=tiered"):
            here = output(*sonde, "run", engine, "--otp", root, "foreign.beam", package)
            for number, (ours, theirs) in enumerate(zip(here.splitlines(), real.splitlines())):
                assert ours == theirs, (package, engine, number, ours, theirs)
            assert here == real, (package, engine)


def test_foreign_nifs(world):
    """crypto, asn1rt_nif, jiffy, fxml, fast_yaml and stringprep compute what they compute on Erlang/OTP, interpreted and compiled"""
    expect_the_same(world, [], [world.sonde])


def test_foreign_nifs_of_27(world):
    """the same with the libraries of OTP 27, which need a later system: $SONDE_OTP27_RUN is a command that runs its arguments in one"""
    inside = shlex.split(os.environ.get("SONDE_OTP27_RUN", ""))
    if not inside:
        raise Skipped("no $SONDE_OTP27_RUN")
    program = pathlib.Path(world.sonde)
    folder = world.folder / "sonde"
    libraries = folder / "libraries"
    libraries.mkdir(parents=True)
    shutil.copy(program, folder)
    shutil.copytree(program.parent / "erl", folder / "erl")
    parts = [program, *program.parent.glob("sonde_llvm.so")]
    for part in parts[1:]:
        shutil.copy(part, folder)
    needed = subprocess.run(["ldd", *parts], capture_output=True, check=True, timeout=60).stdout.decode()
    for library in set(re.findall(r"=> (/\S+)", needed)):
        if not pathlib.Path(library).name.startswith(OF_THE_SYSTEM):
            shutil.copy(library, libraries)
    expect_the_same(world, inside, ["env", f"LD_LIBRARY_PATH={libraries}", str(folder / program.name)])
