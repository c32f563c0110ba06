%% Version 1 of a module that is replaced while it runs.
-module(running_version_1).
-define(VERSION, 1).
-include("running_functions.hrl").
