%% Loads mutants of modules and calls all that they export, with limits of time and memory.
%% Prints a line `Name refused`, `Name ran` or `Name hung` for each; before it, `Name ...`, so that
%% the last line names the mutant with which the machine has ended.
-module(mutants).
-export([main/1]).

-define(CALL_MS, 40).
-define(WAIT_MS, 4).
-define(ROUNDS, 5).
-define(GROUP, 20).
-define(KILL_MS, 20000).
-define(HEAP_WORDS, 2000000).

main(Files) ->
    % What processes die of is of no interest.
    ok = logger:set_primary_config(level, none),
    lists:foreach(fun try_mutant/1, Files),
    io:format("end~n").

try_mutant(File) ->
    Name = filename:basename(File, ".beam"),
    io:format("~s ...~n", [Name]),
    {ok, Bytes} = file:read_file(File),
    % These read a file without loading it, and a file is refused under another name than its own.
    _ = [erts_internal:beamfile_module_md5(Bytes) | [erts_internal:beamfile_chunk(Bytes, Chunk) || Chunk <- ["AtU8", "Attr", "none"]]],
    _ = is_other_name(File) andalso erlang:prepare_loading(?MODULE, Bytes),
    Outcome =
        case code:load_binary(mutant, File, Bytes) of
            % Its own module_info may be damaged.
            {module, mutant} -> call_all(erlang:get_module_info(mutant, exports));
            {error, _} -> refused
        end,
    io:format("~s ~s~n", [Name, Outcome]),
    code:purge(mutant),
    code:delete(mutant),
    code:purge(mutant).

%% Of one mutant in twenty.
is_other_name(File) -> erlang:phash2(filename:basename(File), 20) =:= 0.

call_all(Exports) ->
    Calls = [{F, arguments(A, Round)} || Round <- lists:seq(0, ?ROUNDS - 1), {F, A} <- Exports, F =/= module_info],
    case call_groups(Calls) of
        true -> ran;
        false -> hung
    end.

%% Some calls at a time.
call_groups(Calls) when length(Calls) > ?GROUP ->
    {Group, Rest} = lists:split(?GROUP, Calls),
    call_group(Group) andalso call_groups(Rest);
call_groups(Calls) ->
    call_group(Calls).

call_group(Calls) ->
    Running = [call(F, Arguments) || {F, Arguments} <- Calls],
    Now = erlang:monotonic_time(millisecond),
    lists:all(fun(Call) -> await(Call, Now + ?WAIT_MS, Now + ?CALL_MS) end, Running).

arguments(Arity, Round) -> [value(I * 3 + Round * 5) || I <- lists:seq(1, Arity)].

value(N) ->
    Values = {[c, a, b], 2, [{a, 1}, {b, 2}], fun(X) -> X end, "text", {a, b, c}, <<"bytes">>, #{a => 1, b => 2}, 1.5, [],
              {2, {k, v, nil, nil}}, fun(X, Y) -> [X | Y] end, -7, [1, 2, 3], [<<"io">>, $x]},
    element(N rem tuple_size(Values) + 1, Values).

call(F, Arguments) ->
    Limits = [monitor, {max_heap_size, #{size => ?HEAP_WORDS, kill => true, error_logger => false}}],
    spawn_opt(fun() -> self() ! a_message, catch apply(mutant, F, Arguments) end, Limits).

%% False: it could not be killed when its time was over. Many only wait for a message that never comes: those are killed earlier.
await({Pid, Ref}, WaitUntil, Deadline) ->
    receive
        {'DOWN', Ref, _, _, _} -> true
    after left(WaitUntil) ->
        case process_info(Pid, status) of
            {status, waiting} -> kill(Pid, Ref);
            _ when WaitUntil =:= Deadline -> kill(Pid, Ref);
            _ -> await({Pid, Ref}, Deadline, Deadline)
        end
    end.

kill(Pid, Ref) ->
    exit(Pid, kill),
    receive
        {'DOWN', Ref, _, _, _} -> true
    after ?KILL_MS -> false
    end.

left(Deadline) -> max(0, Deadline - erlang:monotonic_time(millisecond)).
