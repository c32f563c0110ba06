%% What calls of an export lead to, see hot_calls_of_versions.
-module(led_version_1).
-export([version/0, answer/1, bounce/2, only_here/0]).

version() -> 1.
answer(N) -> N + 1.
bounce(0, _) -> bounced_1;
bounce(N, M) -> M:bounce(N - 1).
only_here() -> here.
