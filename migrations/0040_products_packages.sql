-- What 0033 could not say yet: a product that is a package is one of the catalogue.
alter table products add foreign key (tenant_id, package_id) references service_packages on delete restrict;
create index products_package on products (tenant_id, package_id) where package_id is not null;
