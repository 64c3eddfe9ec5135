-- The platform orders for a tenant, too.
alter table package_orders drop constraint package_orders_source_check;
alter table package_orders add constraint package_orders_source_check
  check (source in (1, 2, 3));                                        -- 1 signed in, 2 the platform for the tenant, 3 outside of login
