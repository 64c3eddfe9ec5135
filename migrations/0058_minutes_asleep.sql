-- Minutes of sleep that a report comes to, so that trends, lists and newest values read them like any other value: minutesAsleep of contract/devices/sleep-reports.rules.ts.
alter table sleep_reports add column asleep smallint generated always as (
  case when deep is not null or light is not null then coalesce(deep, 0) + coalesce(light, 0) + coalesce(rem, 0)
    when asleep_at is not null and awake_at > asleep_at then greatest(0, round(extract(epoch from awake_at - asleep_at) / 60)::integer - coalesce(awake, 0)) end
) stored;
