%% A bank: a gen_server under a supervisor stores the accounts. An invalid request crashes the server. The supervisor
%% restarts it, and it restores the accounts from its journal, a process that survives the crash.
%% OTP prints reports of the crash between the lines of this program.
%% reports: ignored
-module(bank).
-behaviour(gen_server).
-behaviour(supervisor).

-export([main/0]).
-export([start_link/0, open/1, deposit/2, withdraw/2, balance/1, accounts/0]).
-export([init/1, handle_call/3, handle_cast/2, start_journal/0, journal/1]).

main() ->
    {ok, _} = supervisor:start_link({local, bank_sup}, ?MODULE, supervisor),
    ok = open(ann),
    ok = open(bob),
    {ok, 100} = deposit(ann, 100),
    {ok, 70} = withdraw(ann, 30),
    {ok, 30} = deposit(bob, 30),
    io:format("withdraw too much: ~w~n", [withdraw(bob, 1000)]),
    io:format("unknown account:   ~w~n", [balance(eve)]),
    io:format("before the crash:  ~w~n", [accounts()]),

    Before = whereis(bank),
    Monitor = monitor(process, Before),
    {'EXIT', {{badarith, _}, _}} = (catch deposit(bob, a_lot)),
    receive
        {'DOWN', Monitor, process, Before, {badarith, _}} -> io:format("the bank crashed~n")
    end,
    After = wait_for_restart(Before),
    io:format("started again:     ~w~n", [is_pid(After)]),
    io:format("after the crash:   ~w~n", [accounts()]),
    {ok, 75} = deposit(bob, 45),
    io:format("business goes on:  ~w~n", [accounts()]),
    %% Every change has been stored before the supervisor ends with this process, and with it the journal.
    journal ! {read, self()},
    receive {journal, Changes} -> io:format("changes stored:    ~w~n", [length(Changes)]) end.

%% The supervisor restarts the server when it receives the exit signal; a call of the supervisor waits for a restart in progress.
wait_for_restart(Old) ->
    _ = supervisor:which_children(bank_sup),
    case whereis(bank) of
        New when is_pid(New), New =/= Old -> New;
        _ -> wait_for_restart(Old)
    end.

%% The interface of the bank.

start_link() -> gen_server:start_link({local, bank}, ?MODULE, server, []).

open(Name) -> gen_server:call(bank, {open, Name}).
deposit(Name, Amount) -> gen_server:call(bank, {change, Name, Amount}).
withdraw(Name, Amount) -> gen_server:call(bank, {change, Name, -Amount}).
balance(Name) -> gen_server:call(bank, {balance, Name}).
accounts() -> gen_server:call(bank, accounts).

%% Callbacks of the supervisor and of the server.

init(supervisor) ->
    Children = [#{id => journal, start => {?MODULE, start_journal, []}},
                #{id => bank, start => {?MODULE, start_link, []}}],
    {ok, {#{strategy => one_for_one, intensity => 3, period => 10}, Children}};
init(server) ->
    journal ! {read, self()},
    receive
        {journal, Changes} ->
            {ok, lists:foldl(fun({Name, New}, Accounts) -> Accounts#{Name => New} end, #{}, Changes)}
    end.

handle_call({open, Name}, _From, Accounts) ->
    {reply, ok, save(Name, 0, Accounts)};
handle_call({change, Name, Amount}, _From, Accounts) when is_map_key(Name, Accounts) ->
    case maps:get(Name, Accounts) + Amount of
        New when New < 0 -> {reply, {error, not_enough_money}, Accounts};
        New -> {reply, {ok, New}, save(Name, New, Accounts)}
    end;
handle_call({balance, Name}, _From, Accounts) when is_map_key(Name, Accounts) ->
    {reply, {ok, maps:get(Name, Accounts)}, Accounts};
handle_call(accounts, _From, Accounts) ->
    {reply, lists:sort(maps:to_list(Accounts)), Accounts};
handle_call(_Request, _From, Accounts) ->
    {reply, {error, no_such_account}, Accounts}.

handle_cast(_Request, Accounts) ->
    {noreply, Accounts}.

save(Name, Amount, Accounts) ->
    journal ! {write, {Name, Amount}},
    Accounts#{Name => Amount}.

%% The journal stores every change and returns them in order, oldest first.

start_journal() ->
    Pid = spawn_link(?MODULE, journal, [[]]),
    register(journal, Pid),
    {ok, Pid}.

journal(Changes) ->
    receive
        {write, Change} ->
            journal([Change | Changes]);
        {read, From} ->
            From ! {journal, lists:reverse(Changes)},
            journal(Changes)
    end.
