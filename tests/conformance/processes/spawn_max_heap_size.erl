%% shows that a limit of the heap must be as large as the smallest heap
-module(spawn_max_heap_size).
-export([main/0]).
main() ->
  F=fun(O)->try spawn_opt(fun()->ok end,O) of _->ok catch C:E->{C,E} end end,
  [io:format("~0p ~0p~n",[O,F(O)])||O<-[[{max_heap_size,300},{min_heap_size,400}],[{min_heap_size,400},{max_heap_size,300}],[{min_heap_size,400},{max_heap_size,500}],[{min_heap_size,400},{max_heap_size,609}],[{min_heap_size,400},{max_heap_size,610}],[{min_heap_size,400},{max_heap_size,0}],[{max_heap_size,232}],[{max_heap_size,233}],[{max_heap_size,#{size=>1,kill=>false}}]]].
