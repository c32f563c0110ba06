%% What calls of an export lead to, see hot_calls_of_versions.
-module(led_version_2).
-export([version/0, answer/1, bounce/2]).

version() -> 2.
answer(N) -> N + 2.
bounce(0, _) -> bounced_2;
bounce(N, M) -> M:bounce(N - 1).
