-- What lists are searched and sorted by (docs/decisions/008). Readings and the states of devices, which every frame writes, get nothing.
-- By phone number people are found, counted and put in order without reading their rows.
drop index people_mobile;
create index people_mobile on people (tenant_id, mobile) include (created_at, id) where deleted_at is null;

-- Newest first, and of one moment the most urgent first.
drop index warnings_page;
create index warnings_page on warnings (tenant_id, happened_at desc, severity, id desc);
-- The bell asks all day for the few that nobody has dealt with yet; a warning leaves this index when somebody has.
drop index warnings_unhandled;
create index warnings_unfinished on warnings (tenant_id, happened_at desc, severity, id desc) where status in (0, 2);
-- False triggers and tests.
create index warnings_set_aside on warnings (tenant_id, status, happened_at desc, severity, id desc) where status > 2;
create index warnings_rule on warnings (tenant_id, rule, happened_at desc, severity, id desc);
create index warnings_severity on warnings (tenant_id, severity, happened_at desc, id desc);

create index work_orders_ordered on work_orders (tenant_id, ordered_at desc, id desc);
create index work_orders_price on work_orders (tenant_id, total_fen, id desc);
create index devices_type on devices (tenant_id, type, id desc) where deleted_at is null;
