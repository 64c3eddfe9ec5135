-- Public results stay to be read after a questionnaire has stopped: people look when it is over (docs/decisions/098).
grant select on questionnaire_settings to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- Whose stopped questionnaire a key names, where its setting shows the results to everybody.
create function app.find_shown_results(wanted text) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select q.tenant_id from questionnaires q
    join questionnaire_settings s on s.tenant_id = q.tenant_id and s.questionnaire_id = q.id
    join tenants t on t.id = q.tenant_id
  where q.key = wanted and q.status = 3 and q.deleted_at is null and s.public_result
    and t.status = 0 and t.deleted_at is null and (t.ends_at is null or t.ends_at > clock_timestamp())
$$;

grant execute on function app.find_shown_results(text) to yian_app;
reset role;
revoke create on schema app from yian_auth;
