% refused: a register of the frame holds a catch tag on one path, and nothing on the other
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 6}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,1,1}.
{test,is_atom,{f,3},[{x,0}]}.
{'catch',{y,0},{f,4}}.
{label,3}.
{call_ext,1,{extfunc,erlang,atom_to_list,1}}.
{label,4}.
{catch_end,{y,0}}.
{deallocate,1}.
return.
