%% shows erl_tar and zip: archives in memory and on disk
-module(lib_erl_tar).
-include("../support/edge.hrl").

main() ->
    ?T(tar(fun(F) -> erl_tar:create(F, [{"a", <<"1">>}, {"d/b", <<"22">>}]), erl_tar:table(F) end)),
    ?T(tar(fun(F) -> erl_tar:create(F, [{"a", <<"1">>}]), erl_tar:extract(F, [memory]) end)),
    ?T(tar(fun(F) -> erl_tar:create(F, [{"a", <<"1">>}], [compressed]), erl_tar:extract(F, [memory, compressed]) end)),
    ?T(erl_tar:table("/no/such.tar")),
    ?T(zip:unzip(element(2, element(2, zip:zip("m", [{"a", <<"one">>}, {"b", <<"two">>}], [memory]))), [memory])),
    ?T(zip:zip("m", ["/no/such/file"], [memory])),
    ?T(element(1, zip:list_dir(element(2, element(2, zip:zip("m", [{"a", <<"one">>}], [memory])))))),
    ok.

tar(F) -> File = "/tmp/sonde_lib_erl_tar_" ++ os:getpid() ++ ".tar", R = F(File), file:delete(File), R.
