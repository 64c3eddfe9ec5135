-- Outbound jobs: a questionnaire beside the call, dialling by itself, notices with keys, lists that are filled again (docs/decisions/111).

alter table call_jobs
  add column questionnaire_id bigint,                                 -- what the seat fills in beside the call
  add foreign key (tenant_id, questionnaire_id) references questionnaires on delete restrict;
create index call_jobs_questionnaire on call_jobs (tenant_id, questionnaire_id) where questionnaire_id is not null;

-- Automatic jobs: a person comes again after some days, so that a case that has ended stands in no way.
alter table call_jobs add column again_days smallint not null default 30 check (again_days between 1 and 3650);
drop index call_job_cases_number;
create unique index call_job_cases_number on call_job_cases (tenant_id, job_id, mobile) where state in (1, 2);
create index call_job_cases_called on call_job_cases (tenant_id, job_id, mobile, created_at desc);

-- What a seat filled in for a case, with the last call of it.
alter table questionnaire_results
  add column call_case_id bigint,
  add column call_id bigint,
  add foreign key (tenant_id, call_case_id) references call_job_cases on delete set null (call_case_id),
  add foreign key (tenant_id, call_id) references calls on delete set null (call_id);
create unique index questionnaire_results_call_case on questionnaire_results (tenant_id, call_case_id, questionnaire_id)
  where call_case_id is not null;
create index questionnaire_results_call on questionnaire_results (tenant_id, call_id) where call_id is not null;

alter table call_jobs
  add column dialling smallint not null default 1 check (dialling between 1 and 3), -- 1 seats take cases, 2 by itself, 3 a notice is played
  add column menu_id bigint,                                          -- what a notice says, and its keys
  add column lines smallint not null default 2 check (lines between 1 and 30), -- notices at once
  add foreign key (tenant_id, menu_id) references call_menus on delete restrict,
  add constraint call_jobs_notice check (dialling <> 3 or menu_id is not null);
create index call_jobs_menu on call_jobs (tenant_id, menu_id) where menu_id is not null;
alter table call_job_cases
  drop constraint call_job_cases_result_check,
  add constraint call_job_cases_result_check check (result between 1 and 7),
  add column for_seat_id bigint,                                      -- the only seat that is given it
  add foreign key (tenant_id, for_seat_id) references call_seats on delete set null (for_seat_id),
  add column key text not null default '',                            -- that answered a notice, from the top of its menu
  add column key_name text not null default '';                       -- what it was called then
create index call_job_cases_for_seat on call_job_cases (tenant_id, for_seat_id) where for_seat_id is not null;
create index call_jobs_dialling on call_jobs (tenant_id, id) where state = 2 and dialling > 1;

grant select (tenant_id, id, state, dialling) on call_jobs to yian_auth;
grant select (tenant_id, job_id, state, next_at, taken_at) on call_job_cases to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Tenants with a job that dials by itself and has a case that is due, or one that was taken before `held` and nothing came of.
create function app.call_jobs_to_dial(at timestamptz, held timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct j.tenant_id from call_jobs j where j.state = 2 and j.dialling > 1 and exists (select from call_job_cases c
    where c.tenant_id = j.tenant_id and c.job_id = j.id and c.next_at <= at and (c.state = 1 or c.state = 2 and c.taken_at < held))
$$;
grant execute on function app.call_jobs_to_dial(timestamptz, timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;
