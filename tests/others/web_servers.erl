%% HTTP servers that others wrote, with the same pages: files, /esi or its like that tells what was asked, and one that answers in parts.
-module(web_servers).

-export([main/1, hello/3, parts/3, init/2, told/2, part/1]).

main([Kind, Folder | Path]) ->
    code:add_pathsa(Path),
    process_flag(trap_exit, true),
    ok = logger:set_primary_config(level, none),
    Port = start(list_to_atom(Kind), Folder),
    io:format("port ~b ~s~n", [Port, os:getpid()]),
    io:get_line(""),
    io:format("~0p~n", [client(list_to_atom(Kind), Port)]),
    io:get_line(""),
    halt(0).

start(httpd, Folder) -> httpd(Folder, []);
start(httpds, Folder) ->
    {ok, _} = application:ensure_all_started(ssl),
    httpd(Folder, [{socket_type, {ssl, [{certfile, Folder ++ "/certificate.pem"}, {keyfile, Folder ++ "/key.pem"}]}}]);
start(cowboy, Folder) ->
    {ok, _} = application:ensure_all_started(cowboy),
    Routes = [{"/esi/hello", ?MODULE, hello}, {"/esi/parts", ?MODULE, parts}, {"/[...]", cowboy_static, {dir, Folder ++ "/www"}}],
    {ok, _} = cowboy:start_clear(web, [{ip, {127, 0, 0, 1}}, {port, 0}], #{env => #{dispatch => cowboy_router:compile([{'_', Routes}])}}),
    ranch:get_port(web);
start(mochiweb, Folder) ->
    Www = Folder ++ "/www",
    {ok, Server} = mochiweb_http:start([{name, web}, {ip, "127.0.0.1"}, {port, 0}, {loop, fun(Request) -> mochi(Request, Www) end}]),
    mochiweb_socket_server:get(Server, port);
start(yaws, Folder) ->
    Port = free_port(),
    ok = yaws:start_embedded(Folder ++ "/www", [{port, Port}, {listen, {127, 0, 0, 1}}, {servername, "localhost"}, {appmods, [{"/esi", web_yaws}]}, {partial_post_size, nolimit}],
                             [{logdir, Folder ++ "/log"}, {trace, false}], "web"),
    Port.

httpd(Folder, More) ->
    {ok, _} = application:ensure_all_started(inets),
    {ok, Pid} = inets:start(httpd, [{port, 0}, {bind_address, {127, 0, 0, 1}}, {server_name, "localhost"}, {server_root, Folder},
                                    {document_root, Folder ++ "/www"}, {modules, [mod_alias, mod_esi, mod_dir, mod_range, mod_get, mod_head]},
                                    {erl_script_alias, {"/esi", [?MODULE]}}, {mime_types, [{"txt", "text/plain"}]} | More]),
    proplists:get_value(port, httpd:info(Pid)).

free_port() ->
    {ok, Socket} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}, {reuseaddr, true}]),
    {ok, Port} = inet:port(Socket),
    ok = gen_tcp:close(Socket),
    Port.

%% OTP's own client against the server, in the server's machine: kept connections, a request that is cancelled, parts as messages.
client(Kind, Port) when Kind =:= httpd; Kind =:= httpds ->
    Base = case Kind of httpd -> "http"; httpds -> "https" end ++ "://127.0.0.1:" ++ integer_to_list(Port),
    Options = [{ssl, [{verify, verify_none}]}],
    {ok, {{_, 200, _}, _, <<"small", _/binary>>}} = httpc:request(get, {Base ++ "/small.txt", []}, Options, [{body_format, binary}]),
    Large = [begin {ok, {{_, 200, _}, _, B}} = httpc:request(get, {Base ++ "/large.txt", []}, Options, [{body_format, binary}]), erlang:md5(B) end
             || _ <- lists:seq(1, 5)],
    Many = [httpc:request(get, {Base ++ "/esi/web_servers:hello?n=" ++ integer_to_list(N), []}, Options, [{sync, false}]) || N <- lists:seq(1, 100)],
    Answers = [receive {http, {Id, {{_, Status, _}, _, Body}}} -> {Status, Body} after 10000 -> timeout end || {ok, Id} <- Many],
    {ok, Stream} = httpc:request(get, {Base ++ "/esi/web_servers:parts", []}, Options, [{sync, false}, {stream, self}]),
    {lists:usort(Large), Answers, streamed(Stream, <<>>), httpc:request(get, {Base ++ "/none", []}, Options, [{full_result, false}])};
client(_, _) -> none.

streamed(Id, Got) ->
    receive
        {http, {Id, stream_start, _}} -> streamed(Id, Got);
        {http, {Id, stream, Part}} -> streamed(Id, <<Got/binary, Part/binary>>);
        {http, {Id, stream_end, _}} -> Got
    after 10000 -> timeout
    end.

%% httpd's pages.
hello(Session, Environment, Input) ->
    Method = proplists:get_value(request_method, Environment),
    ok = mod_esi:deliver(Session, "Content-Type: text/plain\r\n\r\n"),
    ok = mod_esi:deliver(Session, lists:flatten(told(Method, Input))).

parts(Session, _, _) ->
    ok = mod_esi:deliver(Session, "Content-Type: text/plain\r\n\r\n"),
    [ok = mod_esi:deliver(Session, part(N)) || N <- lists:seq(1, 20)].

%% cowboy's.
init(Request, hello) ->
    {ok, Body, Request1} = cowboy_req:read_body(Request, #{length => 10000000}),
    Input = case Body of <<>> -> cowboy_req:qs(Request1); _ -> Body end,
    {ok, cowboy_req:reply(200, #{<<"content-type">> => <<"text/plain">>}, told(cowboy_req:method(Request1), Input), Request1), hello};
init(Request, parts) ->
    Request1 = cowboy_req:stream_reply(200, #{<<"content-type">> => <<"text/plain">>}, Request),
    [ok = cowboy_req:stream_body(part(N), nofin, Request1) || N <- lists:seq(1, 20)],
    ok = cowboy_req:stream_body("", fin, Request1),
    {ok, Request1, parts}.

%% mochiweb's.
mochi(Request, Www) ->
    case mochiweb_request:get(path, Request) of
        "/esi/hello" ->
            Body = case mochiweb_request:get(method, Request) of 'POST' -> mochiweb_request:recv_body(10000000, Request); _ -> undefined end,
            {_, Query, _} = mochiweb_util:urlsplit_path(mochiweb_request:get(raw_path, Request)),
            Input = case Body of undefined -> Query; _ -> Body end,
            mochiweb_request:ok({"text/plain", told(mochiweb_request:get(method, Request), Input)}, Request);
        "/esi/parts" ->
            Response = mochiweb_request:respond({200, [{"Content-Type", "text/plain"}], chunked}, Request),
            [mochiweb_response:write_chunk(part(N), Response) || N <- lists:seq(1, 20)],
            mochiweb_response:write_chunk(<<>>, Response);
        "/" ++ Path -> mochiweb_request:serve_file(Path, Www, Request)
    end.

told(Method, Input) ->
    Bytes = iolist_to_binary(Input),
    io_lib:format("~s ~b ~p ~.200s~n", [Method, byte_size(Bytes), erlang:phash2(Bytes), Bytes]).

part(N) -> [integer_to_list(N), $:, binary:copy(<<N>>, N * 100), $\n].
