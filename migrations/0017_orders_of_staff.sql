-- Carers who see only their own find what they wrote down themselves without reading everybody's orders.
create index work_orders_creator on work_orders (tenant_id, created_by);
