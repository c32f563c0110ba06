% ran: integers of all lengths, as constants, sizes and values to compare with
{module, mutant}.
{exports, [{f,1}]}.
{attributes, []}.
{labels, 8}.
{function, f, 1, 2}.
{label,1}.
{func_info,{atom,mutant},{atom,f},1}.
{label,2}.
{test,is_eq_exact,{f,3},[{x,0},{integer,1180591620717411303424}]}.
{move,{integer,-1180591620717411303424},{x,0}}.
return.
{label,3}.
{select_val,{x,0},{f,4},{list,[{integer,2},{f,4},{integer,1180591620717411303424},{f,5},{integer,-9223372036854775809},{f,5},{float,1.5},{f,5}]}}.
{label,4}.
{test,bs_start_match3,{f,5},1,[{x,0}],{x,1}}.
{test,bs_get_integer2,{f,5},2,[{x,1},{integer,1180591620717411303424},1,{field_flags,[]}],{x,2}}.
return.
{label,5}.
{select_val,{x,0},{f,6},{list,[]}}.
{label,6}.
{move,{atom,a},{x,0}}.
return.
