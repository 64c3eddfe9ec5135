-- Calls are sent to inspection by hand, too; an agent has so many days to appeal, and reads what was found (docs/decisions/116).

alter table call_sheets
  add appeal_days smallint not null default 7 check (appeal_days between 1 and 90);

alter table call_inspections
  add sender_id bigint,                                               -- who sent it by hand; null: a plan drew it
  add sender_name text not null default '',
  add appeal_until timestamptz,                                       -- of a score
  add seen_at timestamptz;                                            -- when the agent read the score or, after that, the decision
create index call_inspections_unseen on call_inspections (tenant_id, agent_id, id) where seen_at is null and state in (2, 4);

-- What was scored before is taken as read; those who have not appealed yet have a week from now.
update call_inspections set seen_at = now() where state in (2, 3, 4);
update call_inspections set appeal_until = (date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '8 days' - interval '1 second')
  at time zone 'Asia/Shanghai' where state = 2;
