% refused: a tuple that set_tuple_element puts into itself
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 4}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,0,1}.
{move,{x,0},{x,1}}.
{move,{integer,1},{x,0}}.
{move,{atom,a},{x,2}}.
{call_ext,3,{extfunc,erlang,setelement,3}}.
{set_tuple_element,{x,0},{x,0},0}.
{deallocate,0}.
return.
