-- Which address opened which questionnaire that asks for a phone number (docs/decisions/104): clients of the wire ask for a code without
-- saying for which questionnaire.
create table questionnaire_openings (
  tenant_id bigint not null,
  questionnaire_id bigint not null,
  origin bytea not null,                                               -- keyed digest of the address, the same for all questionnaires
  opened_at timestamptz not null default now(),
  primary key (tenant_id, questionnaire_id, origin),
  foreign key (tenant_id, questionnaire_id) references questionnaires on delete cascade
);
create index questionnaire_openings_origin on questionnaire_openings (origin, opened_at);
create index questionnaire_openings_old on questionnaire_openings (opened_at);
call app.isolate('questionnaire_openings');

grant select, delete on questionnaire_openings to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- The keys that an address opened within two hours and that collect answers, the last first.
create function app.questionnaires_opened(wanted bytea) returns table (key text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select q.key from questionnaire_openings o
    join questionnaires q on q.tenant_id = o.tenant_id and q.id = o.questionnaire_id
    join tenants t on t.id = q.tenant_id
  where o.origin = wanted and o.opened_at > now() - interval '2 hours' and q.status = 2 and q.deleted_at is null
    and t.status = 0 and t.deleted_at is null and (t.ends_at is null or t.ends_at > clock_timestamp())
  order by o.opened_at desc limit 5
$$;

-- An address is not kept longer than it is of use.
create function app.clear_questionnaire_openings(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from questionnaire_openings where ctid = any (array(
    select o.ctid from questionnaire_openings o where o.opened_at < now() - interval '2 hours' limit most)) returning 1)
  select count(*)::integer from gone
$$;

grant execute on function app.questionnaires_opened(bytea) to yian_app;
grant execute on function app.clear_questionnaire_openings(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;

-- A template keeps the quotas of its questionnaire, as it keeps the logic.
alter table questionnaire_templates
  add column quotas jsonb not null default '[]' check (jsonb_typeof(quotas) = 'array');
