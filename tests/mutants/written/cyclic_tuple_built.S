% refused: a tuple that set_tuple_element puts into a list that holds it
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 4}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{allocate,0,1}.
{move,{literal,{a,b}},{x,1}}.
{move,{integer,1},{x,0}}.
{move,{atom,a},{x,2}}.
{call_ext,3,{extfunc,erlang,setelement,3}}.
{bif,max,{f,0},[{x,0},{integer,1}],{x,1}}.
{set_tuple_element,{x,1},{x,0},0}.
{deallocate,0}.
return.
