-- One name per level of the catalogue; names at the root collide too.
create unique index service_types_name on service_types (tenant_id, coalesce(parent_id, 0), name);
-- A warning's timeline shows its cancelled orders as well.
create index work_orders_of_warning on work_orders (tenant_id, warning_id) where warning_id is not null;
