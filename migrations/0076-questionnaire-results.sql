-- Counts of what was answered, kept beside the results (docs/decisions/103). Results are counted in chunks of 2,000 numbers: one that is
-- full is folded into rows here; one that changes afterwards loses them and is counted from its results until it is folded again.

create table questionnaire_chunks (
  tenant_id bigint not null,
  questionnaire_id bigint not null,
  chunk integer not null check (chunk >= 0),                          -- (serial_number - 1) / 2000
  folded boolean not null default false,                              -- its counts are in the two tables below
  primary key (tenant_id, questionnaire_id, chunk),
  foreign key (tenant_id, questionnaire_id) references questionnaires on delete cascade
);
create index questionnaire_chunks_waiting on questionnaire_chunks (tenant_id) where not folded;
call app.isolate('questionnaire_chunks');

create table questionnaire_counts (
  tenant_id bigint not null,
  questionnaire_id bigint not null,
  facet integer not null,                                             -- form_item_id; 0 results, -1 place, -2 browser, -3 system
  chunk integer not null,
  day date not null,                                                  -- of the answer, Asia/Shanghai
  place integer not null,                                             -- 1, 2, 3 … within the four above
  value jsonb,                                                        -- what was answered; null: too many different words to keep apart
  n integer not null,
  complete_ms bigint,                                                 -- of all together; of the facet 0
  primary key (tenant_id, questionnaire_id, facet, chunk, day, place),
  foreign key (tenant_id, questionnaire_id, chunk) references questionnaire_chunks on delete cascade
);
create index questionnaire_counts_chunk on questionnaire_counts (tenant_id, questionnaire_id, chunk);
call app.isolate('questionnaire_counts');

-- The answers of a chunk to one question by their numbers, for cross tables.
create table questionnaire_columns (
  tenant_id bigint not null,
  questionnaire_id bigint not null,
  facet integer not null,                                             -- form_item_id; 0: the days
  chunk integer not null,
  answers json not null,                                              -- 2,000 of them; null: not answered
  primary key (tenant_id, questionnaire_id, facet, chunk),
  foreign key (tenant_id, questionnaire_id, chunk) references questionnaire_chunks on delete cascade
);
create index questionnaire_columns_chunk on questionnaire_columns (tenant_id, questionnaire_id, chunk);
call app.isolate('questionnaire_columns');

-- Changes of the results of a chunk hold this lock together; the fold of the chunk holds it alone.
create function app.questionnaire_chunk_lock(tenant bigint, questionnaire bigint, chunk integer) returns bigint
  language sql immutable parallel safe as $$
    select hashtextextended('questionnaire_chunks:' || tenant || ':' || questionnaire || ':' || chunk, 0) $$;

-- Chunks that are full wait to be folded; chunks that change are folded no more.
create function app.note_questionnaire_result() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  its questionnaire_results;
  at integer;
begin
  foreach its in array case tg_op when 'INSERT' then array[new] when 'DELETE' then array[old] else array[old, new] end loop
    at := (its.serial_number - 1) / 2000;
    perform pg_advisory_xact_lock_shared(app.questionnaire_chunk_lock(its.tenant_id, its.questionnaire_id, at));
    update questionnaire_chunks c set folded = false
      where c.tenant_id = its.tenant_id and c.questionnaire_id = its.questionnaire_id and c.chunk = at and c.folded;
    if found then
      delete from questionnaire_counts c
        where c.tenant_id = its.tenant_id and c.questionnaire_id = its.questionnaire_id and c.chunk = at;
      delete from questionnaire_columns c
        where c.tenant_id = its.tenant_id and c.questionnaire_id = its.questionnaire_id and c.chunk = at;
    end if;
    if tg_op = 'INSERT' and its.serial_number % 2000 = 0 then
      insert into questionnaire_chunks (tenant_id, questionnaire_id, chunk) values (its.tenant_id, its.questionnaire_id, at)
        on conflict do nothing;
    end if;
  end loop;
  return null;
end $$;
create trigger note_result after insert or delete or update of tenant_id, questionnaire_id, serial_number, original_data, complete_ms,
    submit_os, submit_browser, submit_address, created_at on questionnaire_results
  for each row execute function app.note_questionnaire_result();

grant select on questionnaire_results to yian_auth;
grant select, insert, update on questionnaire_chunks to yian_auth;
grant select, insert, delete on questionnaire_counts, questionnaire_columns to yian_auth;
grant execute on function app.questionnaire_chunk_lock(bigint, bigint, integer), app.note_questionnaire_result() to yian_app, yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- Folds one chunk that waits; false when none does, or when another process is at it.
create function app.fold_questionnaire_chunk() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  its questionnaire_chunks;
  first integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_questionnaire_chunk', 0)) then return false; end if;
  select * into its from questionnaire_chunks c where not c.folded limit 1;
  if not found then return false; end if;
  -- Who is changing its results ends first; the statements below see what they did.
  perform pg_advisory_xact_lock(app.questionnaire_chunk_lock(its.tenant_id, its.questionnaire_id, its.chunk));
  first := its.chunk * 2000 + 1;
  update questionnaire_chunks c set folded = true
    where c.tenant_id = its.tenant_id and c.questionnaire_id = its.questionnaire_id and c.chunk = its.chunk and not c.folded;
  if not found then return true; end if;
  with r as materialized (
      select serial_number - first as at, (created_at at time zone 'Asia/Shanghai')::date as day, original_data, complete_ms,
        coalesce(nullif(split_part(submit_address, '-', 1), ''), '其他') as place, coalesce(nullif(submit_browser, ''), '其他') as browser,
        coalesce(nullif(submit_os, ''), '其他') as os
      from questionnaire_results
      where tenant_id = its.tenant_id and questionnaire_id = its.questionnaire_id and serial_number between first and first + 1999),
    given as materialized (
      select r.at, r.day, substr(key, 6)::integer as facet, value, jsonb_typeof(value) in ('number', 'boolean') as small
      from r cross join jsonb_each(r.original_data) where key ~ '^field[0-9]{1,7}$'),
    many as (select facet from given where not small group by facet having count(distinct value) > 1000),
    counted as (
      select facet, day, value, count(*)::integer as n, null::bigint as complete_ms
        from (select facet, day, case when small or facet not in (select facet from many) then value end as value from given) as kept
        group by facet, day, value
      union all select 0, day, null, count(*), sum(complete_ms) from r group by day
      union all select -1, day, to_jsonb(place), count(*), null from r group by day, place
      union all select -2, day, to_jsonb(browser), count(*), null from r group by day, browser
      union all select -3, day, to_jsonb(os), count(*), null from r group by day, os),
    kept as (
      insert into questionnaire_counts (tenant_id, questionnaire_id, facet, chunk, day, place, value, n, complete_ms)
      select its.tenant_id, its.questionnaire_id, facet, its.chunk, day, row_number() over (partition by facet, day), value, n, complete_ms
      from counted)
    insert into questionnaire_columns (tenant_id, questionnaire_id, facet, chunk, answers)
      select its.tenant_id, its.questionnaire_id, f.facet, its.chunk, json_agg(g.value order by p.at)
      from (select facet from given where facet not in (select facet from many) group by facet having sum(length(value::text)) < 60000
          union all select 0) as f
        cross join generate_series(0, 1999) as p (at)
        left join (select facet, at, value from given union all select 0, at, to_jsonb(day) from r) as g
          on g.facet = f.facet and g.at = p.at
      group by f.facet;
  return true;
end $$;

-- Every full chunk of every questionnaire waits to be folded anew: for results that were there before, or restored by other means.
create function app.unfold_questionnaires() returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  select pg_advisory_xact_lock(hashtextextended('fold_questionnaire_chunk', 0));
  with counts as (delete from questionnaire_counts), columns as (delete from questionnaire_columns),
    waiting as (
      insert into questionnaire_chunks (tenant_id, questionnaire_id, chunk)
      select r.tenant_id, r.questionnaire_id, c.chunk
      from (select tenant_id, questionnaire_id, max(serial_number) as last from questionnaire_results group by 1, 2) as r
        cross join generate_series(0, r.last / 2000 - 1) as c (chunk)
      on conflict (tenant_id, questionnaire_id, chunk) do update set folded = false returning 1)
  select count(*)::integer from waiting
$$;

select app.unfold_questionnaires();
grant execute on function app.fold_questionnaire_chunk(), app.unfold_questionnaires() to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;

-- What staff changed in a result that was handed in: who, when, and what each answer was before and after.
create table questionnaire_edits (
  tenant_id bigint not null,
  id bigint generated by default as identity,
  result_id bigint not null,
  user_id bigint not null,
  changes jsonb not null,                                             -- [{formItemId, label, before, after}], as people read them
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, result_id) references questionnaire_results on delete cascade,
  foreign key (tenant_id, user_id) references users on delete restrict
);
create index questionnaire_edits_result on questionnaire_edits (tenant_id, result_id, id desc);
call app.isolate('questionnaire_edits');

-- Letters to the addresses that a setting names: one for all answers of some minutes.
create table questionnaire_letters (
  tenant_id bigint not null,
  id bigint generated by default as identity,
  questionnaire_id bigint not null,
  from_serial integer not null,                                       -- of the first answer that it tells
  to_serial integer,                                                  -- of the last; null: it still waits for more
  due_at timestamptz not null,
  sent text[] not null default '{}',                                  -- addresses that have it
  primary key (tenant_id, id),
  foreign key (tenant_id, questionnaire_id) references questionnaires on delete cascade
);
create unique index questionnaire_letters_waiting on questionnaire_letters (tenant_id, questionnaire_id) where to_serial is null;
create index questionnaire_letters_due on questionnaire_letters (due_at) where to_serial is null;
call app.isolate('questionnaire_letters');
grant select on questionnaire_letters to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

create function app.questionnaire_letters_due(until timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct l.tenant_id from questionnaire_letters l where l.to_serial is null and l.due_at <= until
$$;

grant execute on function app.questionnaire_letters_due(timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;

-- Whether an answer came in already is asked of each, of a whole day where it has a key.
create index questionnaire_results_digest on questionnaire_results (tenant_id, questionnaire_id, digest);
