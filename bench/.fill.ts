import { cluster } from '/work/main/bench/harness-cluster.ts';
import { fillPeople, fillTenants, MIXED, LARGE_AND_SMALL } from '/work/main/bench/harness-people.ts';
const big = process.argv[2] === '10m';
const c = await cluster(big ? 'people-10m' : 'people-1m', async (admin) => {
  await fillTenants(admin, big ? 3 : 201);
  await fillPeople(admin, big ? 10_010_000 : 1_000_000, big ? LARGE_AND_SMALL : MIXED);
});
console.log((await c.admin.query("select pg_size_pretty(pg_database_size('yian')), (select count(*) from people)")).rows);
console.log((await c.admin.query("select indexrelid::regclass::text, pg_size_pretty(pg_relation_size(indexrelid)) from pg_index where indrelid='people'::regclass")).rows);
await c.admin.end();
