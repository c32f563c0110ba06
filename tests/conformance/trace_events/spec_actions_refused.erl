%% proves E2: which actions the two kinds of specs take
%% needs: 27
-module(spec_actions_refused).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), S = session(T),
    [say({F, A, attempt(fun() -> trace:F(S, [{'_', [], [A]}], []) end)}) || F <- [send, recv],
        A <- [{is_seq_trace}, {get_seq_token}, {set_seq_token, label, 1}, {enable_trace, send}, {disable_trace, send}, {trace, [], []}, {silent, true}, {process_dump}, {caller},
              {caller_line}, {current_stacktrace}, {return_trace}, {exception_trace}, {message, x}, {display, x}, {set_tcw, 1}, {get_tcw}, {self}]].
