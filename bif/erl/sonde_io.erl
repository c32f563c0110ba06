%% A group leader: serves Erlang's I/O protocol over a pair of file descriptors. One runs as `user` (0 and 1), one as
%% `standard_error` (none and 2). Where the machine is part of a C++ program, that may take the place of the output.
%% Reading is done by io_lib's own collectors, as OTP's servers do, so that get_line, get_chars and get_until behave alike.
%% While a read waits for input, output requests are served: a prompt or a log line is never stuck behind a reader.
-module(sonde_io).

-export([init/3]).

-record(state, {
    input,                       % file descriptor or none
    output,                      % file descriptor, or {host, Link, Descriptor}
    buffer = [],                 % characters read and not used: a list, as io_lib's collectors hand the rest back
    partial = <<>>,              % bytes of a character that is not complete
    eof = false,
    encoding = unicode,
    binary = false,              % whether reads answer binaries
    echo = true,
    onlcr = undefined            % whether a newline is also a return: as the terminal's mode wants it
}).

init(Starter, Name, {Input, Output}) ->
    process_flag(trap_exit, true),
    true = register(Name, self()),
    Starter ! {self(), ready},
    loop(#state{input = Input, output = Output, encoding = default_encoding()}).

%% The encoding that the environment asks for. Only an explicit locale without UTF-8 means bytes.
default_encoding() ->
    case [V || N <- ["LC_ALL", "LC_CTYPE", "LANG"], (V = os:getenv(N)) =/= false, V =/= ""] of
        [] -> unicode;
        [Locale | _] ->
            case names_utf8(Locale) of
                true -> unicode;
                false -> latin1
            end
    end.

%% By itself: other modules may not be there yet when the first process prints.
names_utf8([U, T, F, $-, $8 | _]) when U bor 32 =:= $u, T bor 32 =:= $t, F bor 32 =:= $f -> true;
names_utf8([U, T, F, $8 | _]) when U bor 32 =:= $u, T bor 32 =:= $t, F bor 32 =:= $f -> true;
names_utf8([_ | Rest]) -> names_utf8(Rest);
names_utf8([]) -> false.

loop(State) ->
    receive
        %% Somebody else serves who is named `user`: what has us as its group leader still writes there.
        {sonde_shell, user, Pid} -> pass_on(Pid);
        {io_request, From, ReplyAs, Request} ->
            loop(serve(From, ReplyAs, Request, State));
        {'EXIT', _, kill} -> exit(kill);
        _ -> loop(State)
    end.

pass_on(Pid) ->
    receive
        {io_request, _, _, _} = Request ->
            Pid ! Request,
            pass_on(Pid);
        {'EXIT', _, kill} -> exit(kill);
        _ -> pass_on(Pid)
    end.

serve(From, ReplyAs, Request, State) ->
    {Reply, State1} = request(Request, State),
    reply(From, ReplyAs, Reply),
    State1.

reply(From, ReplyAs, Reply) ->
    From ! {io_reply, ReplyAs, Reply},
    ok.

request({put_chars, Encoding, Chars}, State) -> {put(Chars, Encoding, State), State};
request({put_chars, Encoding, M, F, A}, State) ->
    try apply(M, F, A) of
        Chars -> {put(Chars, Encoding, State), State}
    catch
        _:_ -> {{error, F}, State}
    end;
request({put_chars, Chars}, State) -> request({put_chars, latin1, Chars}, State);
request({put_chars, M, F, A}, State) -> request({put_chars, latin1, M, F, A}, State);
request({get_line, Encoding, Prompt}, State) -> get(Prompt, collect_line, [], Encoding, State);
request({get_line, Prompt}, State) -> request({get_line, latin1, Prompt}, State);
request({get_chars, Encoding, Prompt, N}, State) when is_integer(N), N >= 0 ->
    get(Prompt, collect_chars, N, Encoding, State);
request({get_chars, Prompt, N}, State) -> request({get_chars, latin1, Prompt, N}, State);
request({get_until, Encoding, Prompt, M, F, As}, State) -> get(Prompt, get_until, {M, F, As}, Encoding, State);
request({get_until, Prompt, M, F, As}, State) -> request({get_until, latin1, Prompt, M, F, As}, State);
request({get_password, _}, State) -> {{error, enotsup}, State};
request({get_geometry, _}, State) -> {{error, enotsup}, State};
request({setopts, Options}, State) -> set_options(Options, State);
request(getopts, State) -> {options(State), State};
request({requests, Requests}, State) -> requests(Requests, ok, State);
request(_, State) -> {{error, request}, State}.

%% Several requests in one: the last answer counts, an error ends the row.
requests([Request | Rest], Previous, State) when Previous =:= ok; not is_tuple(Previous) ->
    {Reply, State1} = request(Request, State),
    requests(Rest, Reply, State1);
requests([_ | _], {error, _} = Error, State) -> {Error, State};
requests([Request | Rest], _, State) ->
    {Reply, State1} = request(Request, State),
    requests(Rest, Reply, State1);
requests([], Reply, State) -> {Reply, State}.

options(#state{binary = Binary, echo = Echo, encoding = Encoding}) ->
    [{binary, Binary}, {encoding, Encoding}, {echo, Echo}].

set_options(Options, State) ->
    case lists:foldl(fun set_option/2, State, proplists:unfold(expand(Options))) of
        #state{} = State1 -> {ok, State1};
        error -> {{error, enotsup}, State}
    end.

expand(Options) -> proplists:normalize(Options, [{expand, [{list, {binary, false}}]}]).

set_option(_, error) -> error;
set_option({binary, Flag}, State) when is_boolean(Flag) -> State#state{binary = Flag};
set_option({encoding, E}, State) when E =:= unicode; E =:= utf8 -> State#state{encoding = unicode};
set_option({encoding, latin1}, State) -> State#state{encoding = latin1};
set_option({echo, Flag}, State) when is_boolean(Flag) -> State#state{echo = Flag};
set_option({onlcr, Flag}, #state{input = none} = State) when is_boolean(Flag) -> State#state{onlcr = Flag};
set_option(_, _) -> error.

%% Output. Characters that the encoding lacks are written as \x{H}.
put(Chars, From, #state{encoding = To, output = Fd} = State) ->
    try with_returns(unicode:characters_to_binary(Chars, From, unicode), State) of
        Bytes when is_binary(Bytes), To =:= unicode -> write(Fd, Bytes);
        Bytes when is_binary(Bytes) -> write(Fd, to_latin1(Bytes));
        _ -> {error, {no_translation, From, To}}
    catch
        error:_ -> {error, put_chars}
    end.

%% Beside OTP's user_drv, whose terminal does not do it. Up to OTP 25 that does not say so.
with_returns(Bytes, #state{input = none, onlcr = Onlcr}) when is_binary(Bytes), Onlcr =/= false ->
    case Onlcr =:= true orelse is_pid(whereis(user_drv)) of
        true -> binary:replace(Bytes, <<"\n">>, <<"\r\n">>, [global]);
        false -> Bytes
    end;
with_returns(Bytes, _) -> Bytes.

write({host, Link, Fd}, Bytes) -> sonde_host:write(Link, Fd, Bytes);
write(Fd, Bytes) ->
    case sonde_native:write(Fd, Bytes) of
        ok -> ok;
        {error, Reason} = Error ->
            report_once(Fd, Reason),
            Error
    end.

%% Reports a full disk or a closed pipe on standard error, once: the program gets an exception, but a message about it may be lost in
%% the same way.
report_once(1, Reason) ->
    case put({?MODULE, reported}, true) of
        true -> ok;
        undefined -> sonde_native:write(2, ["sonde: standard output: ", erl_posix_msg:message(Reason), $\n])
    end;
report_once(_, _) -> ok.

to_latin1(Bytes) ->
    case unicode:characters_to_binary(Bytes, unicode, latin1) of
        Latin1 when is_binary(Latin1) -> Latin1;
        _ -> list_to_binary([escape(C) || C <- unicode:characters_to_list(Bytes)])
    end.

escape(C) when C < 256 -> C;
escape(C) -> ["\\x{", integer_to_list(C, 16), "}"].

%% Input: feed what there is to the collector until it has enough.
get(_, _, _, _, #state{input = none} = State) -> {{error, enotsup}, State};
get(Prompt, Function, Argument, Encoding, State) ->
    case prompt(Prompt, State) of
        ok -> collect(start, Function, Argument, Encoding, State);
        Error -> {Error, State}
    end.

prompt('', _) -> ok;
prompt(Prompt, State) ->
    try io_lib:format_prompt(Prompt, State#state.encoding) of
        Text -> put(Text, unicode, State)
    catch
        _:_ -> {error, Prompt}
    end.

collect(Continuation, Function, Argument, Encoding, #state{buffer = []} = State) ->
    case more(State) of
        {data, State1} -> collect_from(Continuation, Function, Argument, Encoding, State1);
        {eof, State1} -> collect_eof(Continuation, Function, Argument, Encoding, State1);
        {error, _} = Error -> {Error, State}
    end;
collect(Continuation, Function, Argument, Encoding, State) ->
    collect_from(Continuation, Function, Argument, Encoding, State).

collect_from(Continuation, Function, Argument, Encoding, #state{buffer = Data} = State) ->
    try io_lib:Function(Continuation, Data, Encoding, Argument) of
        {stop, Result, Rest} -> {answer(Result, Encoding, State), State#state{buffer = rest(Rest)}};
        Continuation1 -> collect(Continuation1, Function, Argument, Encoding, State#state{buffer = []})
    catch
        _:_ -> {{error, Function}, State#state{buffer = []}}
    end.

collect_eof(Continuation, Function, Argument, Encoding, State) ->
    try io_lib:Function(Continuation, eof, Encoding, Argument) of
        {stop, Result, Rest} -> {answer(Result, Encoding, State), State#state{buffer = rest(Rest)}};
        _ -> {{error, Function}, State}
    catch
        _:_ -> {{error, Function}, State}
    end.

rest(eof) -> [];
rest(Rest) -> Rest.

answer(Chars, Encoding, #state{binary = true}) when is_list(Chars) ->
    case unicode:characters_to_binary(Chars, unicode, Encoding) of
        Bytes when is_binary(Bytes) -> Bytes;
        _ -> {error, {no_translation, unicode, Encoding}}
    end;
answer(Chars, latin1, _) when is_list(Chars) ->
    case lists:all(fun(C) -> not is_integer(C) orelse C < 256 end, Chars) of
        true -> Chars;
        false -> {error, {no_translation, unicode, latin1}}
    end;
answer(Result, _, _) -> Result.

%% Waits for more input; serves others' output meanwhile.
more(#state{eof = true} = State) -> {eof, State#state{eof = false}};
more(#state{input = Fd} = State) ->
    ok = sonde_native:read(Fd),
    wait_input(State).

wait_input(State) ->
    receive
        {sonde_input, {data, Bytes}} -> decoded(Bytes, State);
        {sonde_input, eof} -> {eof, State};
        {sonde_input, {error, _} = Error} -> Error;
        {io_request, From, ReplyAs, Request} when element(1, Request) =:= put_chars ->
            wait_input(serve(From, ReplyAs, Request, State))
    end.

decoded(Bytes, #state{encoding = latin1} = State) -> {data, State#state{buffer = binary_to_list(Bytes)}};
decoded(Bytes, #state{partial = Partial} = State) ->
    case unicode:characters_to_list(<<Partial/binary, Bytes/binary>>, unicode) of
        Chars when is_list(Chars) -> have(State#state{buffer = Chars, partial = <<>>});
        {incomplete, Chars, Rest} -> have(State#state{buffer = Chars, partial = Rest});
        {error, Chars, Rest} -> have(State#state{buffer = Chars ++ binary_to_list(Rest), partial = <<>>})
    end.

have(#state{buffer = []} = State) -> more(State);
have(State) -> {data, State}.
