// What --help says above and below the options of each command. The manual page (docs/man/sonde.1)
// has the same facts for people who read on.
#pragma once

namespace tools {

inline constexpr const char* kAbout =
    "Runs Erlang programs (.erl or .beam) and traces them.\n"
    "\n"
    "Examples:\n"
    "  sonde run hello.erl                     compile and run main/0\n"
    "  sonde run -p deps/ebin app.beam x y     run main/1 with [\"x\", \"y\"]\n"
    "  sonde trace --calls ping_pong ping_pong.erl\n"
    "  sonde trace --calls bank:withdraw/2 --messages -o bank.trace bank.erl\n"
    "  sonde trace --calls lists:_ --count sort.erl\n"
    "  sonde view sort.strace\n"
    "  sonde top --attach app.sock\n"
    "  sonde profile --time sort sort.erl\n"
    "  sonde disasm hello.erl hello:main/0\n"
    "  sonde compare --calls sort sort.erl\n"
    "  sonde erlc -o ebin src/hello.erl\n"
    "  sonde shell -p ebin";

/// Of the manual page of sonde itself.
inline constexpr const char* kManualAbout =
    "Sonde is a virtual machine for Erlang that runs the .beam files of Erlang/OTP 25 to 29, with "
    "OTP's "
    "own\n"
    "standard library, and can trace every call, message and event of a running program. Each "
    "command "
    "has a\n"
    "page of its own; FILE is Erlang source, which is compiled into a cache, a .beam file, or "
    "(run, "
    "trace) an\n"
    "escript. What follows FILE are the program's own arguments.";
inline constexpr const char* kManualStatus =
    "0 when the program returned, what the program gave to halt/1, 1 for an error, 2 for a mistake "
    "on "
    "the\n"
    "command line.";
inline constexpr const char* kManualEnvironment =
    "SONDE_OTP_ROOT: the Erlang/OTP to use where --otp is not given. XDG_CACHE_HOME: the folder in "
    "which\n"
    "compiled source and native code are kept, in sonde/; ~/.cache by default.";

inline constexpr const char* kRunFooter =
    "FILE is Erlang source, compiled into a cache, a .beam file, or an escript. Its main/1 is "
    "called\n"
    "with ARGS as strings where it is exported, else main/0; sonde ends when it returns.\n"
    "Further modules are found in FILE's folder, the folders of -p, and OTP's libraries.\n"
    "\n"
    "Exit status: 0 when main returned, what halt(N) says, 1 for an error, 2 for wrong usage.\n"
    "Environment: SONDE_OTP_ROOT (where Erlang/OTP is), XDG_CACHE_HOME (the cache is in sonde/).\n"
    "\n"
    "Examples:\n"
    "  sonde run hello.erl\n"
    "  sonde run --control app.sock app.erl\n"
    "  sonde run --record-last=30s --record-when queue=10000 app.erl\n"
    "  sonde run --schedulers=2 --stress=gc,yield -p deps/ebin app.erl one two\n"
    "  sonde run --engine=jit --dump=ir,asm:/tmp/code hello.erl";

inline constexpr const char* kTraceFooter =
    "PATTERN is mod, mod:fun or mod:fun/arity, with _ for any, or a call with patterns as "
    "arguments:\n"
    "'lists:seq(_, X) when X > 3 -> return;stack'. --calls may be given several times.\n"
    "FILE may be an escript, whose module is named by its file (args:f in args.escript; it needs\n"
    "-mode(compile).), or a log, which is printed (options: --format, --depth, --output).\n"
    "The interrupt key ends the program, and the trace is printed to its end.\n"
    "Each event is a line: seconds, process and its name, and what it did. The program's own\n"
    "output stays on standard output. What processes of the machine itself do is left out.\n"
    "A trace is bounded: where the program makes events faster than they are printed, it waits.\n"
    "Events that are dropped are counted where they are missing.\n"
    "\n"
    "Examples:\n"
    "  sonde trace --calls ping_pong:_ --returns ping_pong.erl\n"
    "  sonde trace --calls bank:withdraw/2 --calls bank:deposit/2 --messages bank.erl\n"
    "  sonde trace --calls 'bank:withdraw(_, Sum) when Sum > 100 -> stack' bank.erl\n"
    "  sonde trace --messages --format mermaid -o ring.mmd ring.erl 3\n"
    "  sonde trace --procs -o procs.trace ring.erl 100\n"
    "  sonde trace --calls ring --returns --messages --gc --running --counters --format perfetto "
    "\\\n"
    "    -o ring.pftrace ring.erl 100\n"
    "  sonde trace --count --calls lists sort.erl\n"
    "  sonde trace --calls lists --format strace -o sort.strace sort.erl\n"
    "  sonde trace --format jsonl sort.strace\n"
    "  sonde trace --attach app.sock --calls app:handle --max-events 100\n"
    "  sonde trace --calls server --explain --max-events 1 server.erl\n"
    "  sonde trace --calls server --max-events 1000 --overload drop_new server.erl";

inline constexpr const char* kProfileFooter =
    "PATTERN is mod, mod:fun or mod:fun/arity, with _ for any. The tables have the form of OTP's "
    "tprof:\n"
    "one for each process and one for all, the most expensive function last. Time and memory are "
    "those\n"
    "that a function spends itself; what it spends in functions that are not measured is its own.\n"
    "\n"
    "Examples:\n"
    "  sonde profile --time sort sort.erl\n"
    "  sonde profile --memory lists,sort -o sort.profile sort.erl\n"
    "  sonde profile --count _ --json sort.erl\n"
    "  sonde profile --time sort --format speedscope -o sort.json sort.erl\n"
    "  sonde profile --sample --format folded -o sort.folded sort.erl";

inline constexpr const char* kTopFooter =
    "Reductions are those since the list before, schedulers' use is the part of the time in which "
    "they\n"
    "were busy. The program goes on when the interrupt key ends this. On a terminal, keys sort the "
    "list,\n"
    "filter and freeze it, open a process, and trace it; a line says which. q ends this.\n"
    "\n"
    "Examples:\n"
    "  sonde run --control /run/user/1000/app.sock app.erl &\n"
    "  sonde top --attach /run/user/1000/app.sock\n"
    "  sonde top --attach /run/user/1000/app.sock --batch --times 3 --sort memory";

inline constexpr const char* kBreakpointsFooter =
    "A line for each function and session: what is done at its calls (the option of "
    "trace:function/4),\n"
    "where (at the function, or at its export: external calls only), whether it runs interpreted "
    "or\n"
    "compiled, and what is in its entry word without the breakpoint and with it. `unchanged`: the\n"
    "breakpoint is in the compiled code (--jit-entry=sled).\n"
    "\n"
    "Examples:\n"
    "  sonde run --control /run/user/1000/app.sock app.erl &\n"
    "  sonde trace --attach /run/user/1000/app.sock --calls app --explain &\n"
    "  sonde breakpoints --attach /run/user/1000/app.sock";

inline constexpr const char* kViewFooter =
    "The page has a timeline, a flame graph, the messages, and a table of the processes; a browser "
    "opens it\n"
    "without a network. It is named as FILE, with the ending .html, and its name is printed.\n"
    "\n"
    "Examples:\n"
    "  sonde trace --calls ring --returns --messages --procs --running --gc --format strace \\\n"
    "    -o ring.strace ring.erl 100\n"
    "  sonde view ring.strace\n"
    "  sonde view -o /tmp/ring.html ring.strace";

inline constexpr const char* kErlcFooter =
    "OTP's own compiler, with the options of erlc: -o DIR, -I DIR, -D NAME[=VALUE], -W, -Werror,\n"
    "-pa DIR, +OPTION, and the rest (erlc's manual page says all). The file it writes is the one\n"
    "that erlc writes. Options for sonde itself stand in front of erlc's.\n"
    "\n"
    "Examples:\n"
    "  sonde erlc hello.erl\n"
    "  sonde erlc -W -I include -o ebin +debug_info +deterministic src/a.erl src/b.erl\n"
    "  sonde erlc --otp /opt/otp-27/lib/erlang -o ebin src/a.erl";

inline constexpr const char* kShellFooter =
    "OTP's own shell, with its line editing where standard input and output are a terminal.\n"
    "The interrupt key opens erl's menu; +B, +Bd, +Bi and +Bc among ARGS change that, as for erl;\n"
    "-pa, -eval, -s, -run, -sname, -name, -setcookie, and the environment of applications "
    "(-kernel\n"
    "shell_history enabled), are taken there, too. What this machine has not (-config, -boot, "
    "-heart, ...) "
    "is\n"
    "refused. Tracing sessions are there, also with libraries older than OTP 27.\n"
    "\n"
    "Examples:\n"
    "  sonde shell -pa ebin -eval 'application:start(app).'\n"
    "  1> S = trace:session_create(s, self(), []), trace:process(S, all, true, [call]),\n"
    "     trace:function(S, {lists, seq, 2}, [{'_', [], [{return_trace}]}], []).\n"
    "  2> spawn(fun() -> lists:seq(1, 3) end).\n"
    "  3> flush().";

inline constexpr const char* kErlFooter =
    "The flags of erl, so that what starts erl can start this machine: -s, -run, -eval, -noshell,\n"
    "-noinput, -detached, -user, -sname, -name, -setcookie, -pa, -pz, -env, -extra, -config, the\n"
    "environment of applications (-kernel net_ticktime 5), and what OTP's libraries ask for by\n"
    "init:get_argument/1. Of the emulator's flags +S and +A count; the others have no effect.\n"
    "ERL_AFLAGS, ERL_FLAGS and ERL_ZFLAGS are added as under erl. Options for sonde itself stand "
    "in\n"
    "front, in one word each (--engine=interp). A link of the name erl to this program is the "
    "same.\n"
    "\n"
    "Examples:\n"
    "  sonde erl -noshell -pa ebin -s hello main -s init stop\n"
    "  sonde erl --schedulers=2 -noinput -eval 'io:put_chars(\"hello\\n\"), halt().'\n"
    "  sonde erl -sname me -setcookie secret";

inline constexpr const char* kDisasmFooter =
    "FUNCTION is mod:fun/arity; without it all functions of FILE are shown.\n"
    "\n"
    "Examples:\n"
    "  sonde disasm hello.erl\n"
    "  sonde disasm ebin/lists.beam lists:reverse/1\n"
    "  sonde disasm --live ping_pong.erl ping_pong:_\n"
    "  sonde disasm --jit fib.erl fib:fib/1\n"
    "  sonde disasm --jit --all fib.erl fib:fib/1\n"
    "  sonde disasm --baseline fib.erl fib:fib/1\n"
    "  sonde disasm --jit --target aarch64 ebin/lists.beam lists:reverse/2";

inline constexpr const char* kCompareFooter =
    "Runs FILE in the interpreter and as compiled code, with each form of function entry; each in "
    "a\n"
    "machine of its own. Says whether the traces are equal (calls of PATTERN, returns, exceptions; "
    "pids\n"
    "and the like are numbered by first appearance), and what each way of tracing costs: the best "
    "of\n"
    "some runs after a first one. Output of the program is dropped.\n"
    "--calls and --rounds may also stand right after FILE; what comes then is the program's.\n"
    "Exit status: 0 when the traces are equal, 1 when not.\n"
    "\n"
    "Examples:\n"
    "  sonde compare --calls fib fib.erl\n"
    "  sonde compare fib.erl --calls fib:fib/1 30\n"
    "  sonde compare --calls lists:_ --calls sort --rounds 10 sort.erl 1000";

}  // namespace tools
