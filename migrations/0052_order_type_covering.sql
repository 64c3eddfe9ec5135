-- A type's orders of a month are counted from the index alone: what lists narrow them by stands in it.
drop index work_orders_type;
create index work_orders_type on work_orders (tenant_id, service_type_id, ordered_at desc, id desc) include (status, emergency, source);
