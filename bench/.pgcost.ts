import pg from 'pg';
import { readFileSync } from 'node:fs';
import { cluster } from './harness-cluster.ts';
import { connection } from '#server/db/pool.ts';
import { signContext } from '#server/db/tenant.ts';
const c = await cluster('people-1m', async () => {});
const page = `select "id" as "id", "name" as "userName", "tenant_id" as "tenantId", "gender" as "gender", "birth_date" as "birthDate", "mobile" as "mobile", "address" as "address", "region_code" as "regionCode", "longitude" as "lng", "latitude" as "lat", "status" as "status", "service_type" as "serviceType", "care_level" as "careLevel", "ability" as "anergy", "department_id" as "departmentId", "bed_id" as "bedId", "carer_id" as "carerId", "photo" as "avatar", "contact_name" as "contactName", "contact_phone" as "contactPhone", "remarks" as "remarks", "flags" as "flags", "version" as "version", "created_at" as "createTime", date_part('year', age(people.birth_date))::int as "age", (select t.name from tenants t where t.id = people.tenant_id) as "tenantName", (select b.name from beds b where b.tenant_id = people.tenant_id and b.id = people.bed_id) as "bedName", (select r.name from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where b.tenant_id = people.tenant_id and b.id = people.bed_id) as "roomName", (select u.name from users u where u.tenant_id = people.tenant_id and u.id = people.carer_id) as "carerName" from "people" where "tenant_id" = $1 and "deleted_at" is null order by "created_at" desc, "id" desc limit $2 offset $3`;
const plain = page.replace(/, \(select t.name.*carerName"/, '');
const probe = `select count(*) as "n" from (select 1 as "one" from "people" where "tenant_id" = $1 and "deleted_at" is null limit $2) as "matching"`;
const mk = async (user: any) => { const cl = new pg.Client({ ...connection(c.target(user), 'x'), pipeline: true } as any); await cl.connect(); const pid = (await cl.query('select pg_backend_pid() as p')).rows[0].p; return { cl, pid }; };
const su = await mk('superuser'), app = await mk('app');
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' '); return Number(f[0]) / 1000; };
const t = () => 4 + Math.floor(Math.random() * 198);
const variants: Record<string, { on: typeof su; run: (cl: pg.Client) => Promise<unknown> }> = {
  bare: { on: su, run: (cl) => { const x = t(); return Promise.all([cl.query({ name: 'page', text: page, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] })]); } },
  app: { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 'page', text: page, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] }), cl.query('commit')]); } },
  'app 1 msg': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query(`begin;set local app.ctx='${signContext(c.secrets.context, x)}'`), cl.query({ name: 'page', text: page, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] }), cl.query('commit')]); } },
  'su txn': { on: su, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 'page', text: page, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] }), cl.query('commit')]); } },
  'bare plain': { on: su, run: (cl) => { const x = t(); return Promise.all([cl.query({ name: 'plain', text: plain, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] })]); } },
  'app plain': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 'plain', text: plain, values: [x, 10, 0] }), cl.query({ name: 'probe', text: probe, values: [x, 10001] }), cl.query('commit')]); } },
  'bare probe': { on: su, run: (cl) => { const x = t(); return cl.query({ name: 'probe', text: probe, values: [x, 10001] }); } },
  'app empty': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }),  cl.query('commit')]); } },
  'app tenant x1': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 't1', text: 'select (select app.tenant())', values: [] }), cl.query('commit')]); } },
  'app tenant x2': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 't2', text: 'select (select app.tenant()), (select app.tenant())', values: [] }), cl.query('commit')]); } },
  'app tenant x0': { on: app, run: (cl) => { const x = t(); return Promise.all([cl.query('begin'), cl.query({ name: 'ctx', text: "select set_config('app.ctx', $1, true)", values: [signContext(c.secrets.context, x)] }), cl.query({ name: 't0', text: 'select 1', values: [] }), cl.query('commit')]); } },
};
const want = process.argv[2]?.split(',') ?? Object.keys(variants);
const res: Record<string, number[]> = {};
for (let r = 0; r < 12; r++) for (const k of r % 2 ? want : want.toReversed()) {
  const v = variants[k]!; const b = cpu(v.on.pid);
  for (let i = 0; i < 150; i++) await v.run(v.on.cl);
  if (r > 1) (res[k] ??= []).push((cpu(v.on.pid) - b) / 150);
}
for (const k of want) { const s = res[k]!.sort((a, b) => a - b); console.log(k.padEnd(14), 'min', s[0]!.toFixed(0), 'median', s[s.length >> 1]!.toFixed(0), 'µs PG'); }
if (process.argv[3]) { await app.cl.query('begin'); await app.cl.query("select set_config('app.ctx', $1, true)", [signContext(c.secrets.context, 5)]); for (const x of (await app.cl.query('explain (analyze, buffers off) ' + page.replace('$1', '5').replace('$2','10').replace('$3','0'))).rows) console.log(x['QUERY PLAN']); }
await su.cl.end(); await app.cl.end(); await c.admin.end();
