%% Natives over much data whose process is killed, suspended, traced, collected or asked at any time of them: the process ends,
%% or the result is right.
%% timeout: 300
-module(natives_interrupted).
-export([main/0]).

-define(ROUNDS, 2).

main() ->
    rand:seed(exsss, {1, 2, 3}),
    [io:format("~s: ~p~n", [Name, [interrupt(Way, F) || Way <- [kill, suspend, collect, ask, trace, messages]]]) || {Name, F} <- natives()].

natives() ->
    List = lists:seq(1, 30000),
    Bytes = lists:duplicate(30000, $a),
    Binary = binary:copy(<<"ab,">>, 20000),
    Map = maps:from_list([{I, a} || I <- lists:seq(1, 3000)]),
    [{"reverse", fun() -> lists:reverse(List, [x]) end},
     {"subtract", fun() -> List -- lists:seq(1, 30000, 3) end},
     {"term_to_binary", fun() -> term_to_binary(List) end},
     {"compressed", fun() -> binary_to_term(term_to_binary([List, Bytes], [{compressed, 3}])) end},
     {"binary_to_term", fun() -> binary_to_term(term_to_binary([List, Map])) end},
     {"list_to_binary", fun() -> list_to_binary([Bytes, Binary | Binary]) end},
     {"list_to_bitstring", fun() -> list_to_bitstring([<<1:1>>, Bytes | <<0:2>>]) end},
     {"iolist_size", fun() -> iolist_size([Bytes, Bytes]) end},
     {"iolist_to_iovec", fun() -> iolist_to_binary(erlang:iolist_to_iovec([Bytes, Bytes])) end},
     {"binary_to_list", fun() -> binary_to_list(Binary) end},
     {"split", fun() -> binary:split(Binary, <<",">>, [global, trim]) end},
     {"matches", fun() -> binary:matches(Binary, [<<"b,">>, <<"a">>]) end},
     {"characters_to_list", fun() -> unicode:characters_to_list([Binary, Bytes]) end},
     {"characters_to_binary", fun() -> unicode:characters_to_binary([Binary, Bytes], latin1, utf8) end},
     {"md5", fun() -> erlang:md5([Binary, Bytes]) end},
     {"md5_update", fun() -> erlang:md5_final(erlang:md5_update(erlang:md5_init(), [Bytes | Binary])) end},
     {"crc32", fun() -> erlang:crc32([Binary, Bytes]) end},
     {"adler32", fun() -> erlang:adler32(5, [[Bytes] | Binary]) end},
     {"from_list", fun() -> maps:from_list([{I, I} || I <- List]) end},
     {"from_keys", fun() -> maps:from_keys(List, v) end},
     {"keys", fun() -> {lists:sort(maps:keys(Map)), length(maps:values(Map))} end}].

%% ok, if all rounds went well.
interrupt(Way, F) ->
    Right = erlang:phash2(F()),
    case lists:usort([round_of(Way, F, Right) || _ <- lists:seq(1, ?ROUNDS)]) of
        [ok] -> ok;
        Other -> {Way, Other}
    end.

round_of(Way, F, Right) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Self ! {self(), started}, exit({right, erlang:phash2(F())}) end),
    receive {Pid, started} -> ok end,
    wait(rand:uniform(300)),
    disturb(Way, Pid),
    receive
        {'DOWN', Ref, _, _, {right, Right}} -> ok;
        {'DOWN', Ref, _, _, killed} when Way =:= kill -> ok;
        {'DOWN', Ref, _, _, Other} -> Other
    after 120000 -> stays
    end.

wait(0) -> ok;
wait(N) -> erlang:yield(), erlang:bump_reductions(20), wait(N - 1).

disturb(kill, Pid) -> exit(Pid, kill);
disturb(suspend, Pid) ->
    try
        erlang:suspend_process(Pid),
        erlang:resume_process(Pid)
    catch
        error:badarg -> has_ended
    end;
disturb(collect, Pid) -> erlang:garbage_collect(Pid);
disturb(ask, Pid) -> [process_info(Pid, Item) || Item <- [memory, current_function, messages, backtrace]];
disturb(trace, Pid) ->
    Tracer = spawn(fun Loop() -> receive _ -> Loop() end end),
    try
        erlang:trace(Pid, true, [call, running, garbage_collection, 'receive', {tracer, Tracer}])
    catch
        error:badarg -> has_ended
    end;
disturb(messages, Pid) ->
    [Pid ! {message, I} || I <- lists:seq(1, 50)],
    catch link(Pid),
    unlink(Pid),
    exit(Pid, normal).
