"""OTP's application `ssl`, against itself and OpenSSL's programs. Needs packages that nothing else does: without them the cases say so."""

import pathlib
import shutil
import socket
import subprocess
import time

APPLICATIONS = ("ssl", "crypto", "public_key", "asn1")

PROGRAM = """-module(tls).
-export([main/1]).

main([Role | Arguments]) ->
    {ok, _} = application:ensure_all_started(ssl),
    role(Role, Arguments).

role("both", []) ->
    {ok, Listening} = listen(0),
    {ok, {_, Port}} = ssl:sockname(Listening),
    Server = spawn_link(fun() -> echo(Listening) end),
    client(Port, <<"hello">>, 10),
    is_pid(Server);
role("server", [Port]) ->
    {ok, Listening} = listen(list_to_integer(Port)),
    io:format("listening~n"),
    echo(Listening);
role("client", [Port]) ->
    client(list_to_integer(Port), <<"GET / HTTP/1.0\\r\\n\\r\\n">>, 15).

listen(Port) ->
    ssl:listen(Port, [{certfile, "cert.pem"}, {keyfile, "key.pem"}, {reuseaddr, true}, {active, false}, binary, {ip, {127, 0, 0, 1}}]).

echo(Listening) ->
    {ok, Accepted} = ssl:transport_accept(Listening, 30000),
    {ok, Socket} = ssl:handshake(Accepted, 30000),
    {ok, Data} = ssl:recv(Socket, 0, 30000),
    ok = ssl:send(Socket, ["echo ", Data]),
    {error, closed} = ssl:recv(Socket, 0, 30000).

client(Port, Request, Size) ->
    {ok, Socket} = ssl:connect("127.0.0.1", Port, [{verify, verify_peer}, {cacertfile, "ca.pem"}, {server_name_indication, "localhost"},
                                                   {active, false}, binary], 30000),
    ok = ssl:send(Socket, Request),
    {ok, Answer} = ssl:recv(Socket, Size, 30000),
    {ok, [{protocol, Protocol}]} = ssl:connection_information(Socket, [protocol]),
    io:format("~s ~p~n", [Answer, Protocol]),
    ok = ssl:close(Socket).
"""


def lacks(world):
    """Whether the libraries or openssl are missing; says which."""
    root = subprocess.run(["erl", "-noshell", "-eval", "io:put_chars(code:lib_dir()), halt()."], capture_output=True, check=True,
                          timeout=60).stdout.decode()
    missing = [a for a in APPLICATIONS if not list(pathlib.Path(root).glob(f"{a}-*/ebin/{a}.app"))]
    if shutil.which("openssl") is None:
        missing.append("openssl")
    if missing:
        print(f"     left out, not installed: {', '.join(missing)}")
    return bool(missing)


def openssl(world, *arguments):
    subprocess.run(["openssl", *arguments], cwd=world.folder, check=True, capture_output=True, timeout=60)


def make_certificates(world):
    """A certificate authority, and a certificate of it for localhost."""
    world.write("tls.erl", PROGRAM)
    world.write("names", "subjectAltName=DNS:localhost\n")
    openssl(world, "req", "-x509", "-newkey", "rsa:2048", "-keyout", "ca-key.pem", "-out", "ca.pem", "-days", "2", "-nodes",
            "-subj", "/CN=Test", "-addext", "basicConstraints=critical,CA:TRUE")
    openssl(world, "req", "-newkey", "rsa:2048", "-keyout", "key.pem", "-out", "request.pem", "-nodes", "-subj", "/CN=localhost")
    openssl(world, "x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-out",
            "cert.pem", "-days", "2", "-extfile", "names")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1])


def wait_until_open(port):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", int(port))) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing listens on port {port}")


def test_tls_client_and_server(world):
    """ssl on both ends: TLS 1.3, with a checked certificate"""
    if lacks(world):
        return
    make_certificates(world)
    status, out, err = world.run("run", "tls.erl", "both")
    assert (status, out) == (0, "echo hello 'tlsv1.3'\n"), (status, out, err)


def test_tls_client_of_openssl_server(world):
    """ssl:connect/3 to openssl s_server"""
    if lacks(world):
        return
    make_certificates(world)
    port = free_port()
    server = subprocess.Popen(["openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-cert", "cert.pem", "-key", "key.pem", "-www"],
                              cwd=world.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_open(port)
        status, out, err = world.run("run", "tls.erl", "client", port)
        assert (status, out) == (0, "HTTP/1.0 200 ok 'tlsv1.3'\n"), (status, out, err)
    finally:
        server.kill()
        server.wait()


def test_tls_server_of_openssl_client(world):
    """openssl s_client to ssl:listen/2"""
    if lacks(world):
        return
    make_certificates(world)
    port = free_port()
    server = subprocess.Popen([world.sonde, "run", "tls.erl", "server", port], cwd=world.folder, env=world.env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    try:
        assert server.stdout.readline() == b"listening\n"
        client = subprocess.Popen(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-CAfile", "ca.pem", "-verify_return_error",
                                   "-quiet"], cwd=world.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        client.stdin.write(b"hello\n")
        client.stdin.flush()
        answer = client.stdout.readline()
        client.stdin.close()
        client.kill()
        client.wait()
        assert answer == b"echo hello\n", answer
        assert server.wait(timeout=30) == 0, server.stderr.read()
    finally:
        server.kill()
        server.wait()
