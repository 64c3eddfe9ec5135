-- Rows that were sealed before this version may have no signed head, and none can be made afterwards: the proof misses heads only of rows after
-- these. Heads that are there are compared with their rows as before, also older ones. Written by this migration alone.
create table audit_head_starts (
  tenant_id bigint primary key references tenants on delete restrict,
  seq bigint not null,                                                -- the last row of the chain that was sealed before
  started_at timestamptz not null default now()
);
-- Row-level security is forced on the owner too.
alter table audit_seals no force row level security;
insert into audit_head_starts (tenant_id, seq) select tenant_id, max(seq) from audit_seals group by tenant_id;
alter table audit_seals force row level security;
call app.isolate('audit_head_starts');
revoke insert, update, delete on audit_head_starts from yian_app;
