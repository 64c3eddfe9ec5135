-- What the list of work orders is searched and sorted by beside 0028 (docs/decisions/008), with 2,000,000 orders in a tenant.
-- In the order of a span, the time of order: a type of a month is one range of the index, and a rare type few rows anyway.
create index work_orders_type on work_orders (tenant_id, service_type_id, ordered_at desc, id desc);
-- The few that are urgent, and those that staff did not write down: the others are found on a walk along the list.
create index work_orders_urgent on work_orders (tenant_id, emergency, ordered_at desc, id desc) where emergency > 1;
create index work_orders_source on work_orders (tenant_id, source, ordered_at desc, id desc) where source > 1;
-- Beside work_orders_due: whom nobody was sent to in time.
create index work_orders_unanswered on work_orders (tenant_id, respond_by) where responded_at is null and status in (1, 2, 3, 5);
-- In order of their numbers, pages are found without reading the rows between.
alter table work_orders drop constraint work_orders_tenant_id_number_key,
  add constraint work_orders_tenant_id_number_key unique (tenant_id, number) include (id);
-- A carer's week and what she has begun, without all that she ever did.
create index work_order_jobs_running on work_order_jobs (tenant_id, user_id) where status = 3;
