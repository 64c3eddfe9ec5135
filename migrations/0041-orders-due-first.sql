-- The order of what is due, in which the list of orders begins: urgent ones first, then by when they must be finished. Only open orders
-- stand in it, with all that lists narrow them by, so that they are counted there and the page is read to its last row
-- (docs/decisions/055). Of an institution with recurring orders tens of thousands are open, and would be sorted for ten.
create index work_orders_due_first on work_orders (tenant_id, emergency desc, complete_by, id)
  include (status, ordered_at, created_at, source, service_type_id, person_id) where status in (1, 2, 3, 5);
