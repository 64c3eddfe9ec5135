/**
 * The export of 100,000 people in 20 columns through the whole product, beside a bare
 * server that reads the same rows by keyset as superuser and puts them through the same writer: no session, no row-level security, no
 * dictionaries, no log. Time, and peak memory of the server process above what it has when idle. Usage: node bench/export.ts [rounds]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { people } from '#contract/elderly/people.ts';
import { createPool } from '#server/db/pool.ts';
import { xlsx, type SheetColumn } from '#server/lists/xlsx.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { forgetPeak, peakOf, residentOf } from './harness-memory.ts';
import { fillPeople, fillTenants, signIn } from './harness-people.ts';
import { start, startProduct, stop, type Server } from './harness-server.ts';

const ROWS = 100_000;
const TENANT = 2;
const GOAL_TIME = 1.5;
const GOAL_MB = 200;
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;

const FIELDS =
  'name gender age birth_date mobile address status service_type care_level ability flags bed carer contact_name contact_phone remarks longitude latitude tenant created_at'.split(
    ' ',
  );
const SQL = `select p.id, p.name, p.gender, extract(year from age(p.birth_date))::int as age, p.birth_date, p.mobile, p.address, p.status,
  p.service_type, p.care_level, p.ability,
  array_to_string(p.flags, '、') as flags, (select r.name || ' ' || b.name from beds b join rooms r on r.tenant_id = b.tenant_id
    and r.id = b.room_id where b.tenant_id = p.tenant_id and b.id = p.bed_id) as bed,
  (select u.name from users u where u.tenant_id = p.tenant_id and u.id = p.carer_id) as carer, p.contact_name, p.contact_phone, p.remarks,
    p.longitude, p.latitude,
  (select t.name from tenants t where t.id = p.tenant_id) as tenant, p.created_at, p.created_at::text as key
  from people p where p.tenant_id = $1 and p.deleted_at is null and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3))
  order by p.created_at desc, p.id desc limit 1000`;

async function serveBare(): Promise<void> {
  const pool = createPool(JSON.parse(process.env.BENCH_TARGET!), 'bench bare', 4, () => {});
  const columns: SheetColumn<any>[] = FIELDS.map((field) => ({
    title: field,
    value: (row) => row[field],
    ...(field === 'created_at' ? { format: 'dateTime' } : field === 'birth_date' ? { format: 'date' } : {}),
  }));
  async function* batches() {
    let last: { key: string; id: number } | undefined;
    do {
      const { rows } = await pool.query({ name: 'export', text: SQL, values: [TENANT, last?.key ?? null, last?.id ?? null] });
      yield rows;
      last = rows.length === 1000 ? rows.at(-1) : undefined;
    } while (last);
  }
  const server = createServer((_request, response) =>
    Readable.from(xlsx('数据', columns, batches()), { objectMode: false, highWaterMark: 256 * 1024 }).pipe(response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!((server.address() as AddressInfo).port);
}

interface Round {
  ms: number;
  mb: number;
  above: number;
}

async function measure({ child, port }: Server): Promise<Round> {
  const pid = child.pid!;
  const idle = residentOf(pid);
  forgetPeak(pid);
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${people.export.path}`, { headers: { authorization: `Bearer ${token(TENANT)}` } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  const ms = performance.now() - begun;
  return { ms, mb: bytes / 1024 / 1024, above: peakOf(pid) - idle };
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const c = await cluster('export-100k', async (admin) => {
    await fillTenants(admin, TENANT);
    await fillPeople(admin, ROWS, String(TENANT));
  });
  await signIn(c.admin, TENANT, ['members_oldman_export'], token);
  const roles = ['product', 'bare'] as const;
  const servers = {
    product: await startProduct(c, 4),
    bare: await start(import.meta.filename, ['bare'], { BENCH_TARGET: JSON.stringify(c.target('superuser')) }),
  };
  try {
    // What a server has before its first export is what it has when idle.
    await sleep(1000);
    const first = { product: await measure(servers.product), bare: await measure(servers.bare) };
    const results = await paired(roles, rounds, (role) => measure(servers[role]));
    table(
      `export of ${ROWS.toLocaleString('en')} rows × ${FIELDS.length} columns, ${rounds} rounds, medians`,
      roles.map((role) => ({
        server: role,
        ms: over(results[role], ({ ms }) => ms),
        'file MB': over(results[role], ({ mb }) => mb),
        'first: peak MB above idle': first[role].above,
        'then: peak MB above idle': over(results[role], ({ above }) => above),
      })),
    );
    ratio(
      'time product / bare',
      pairRatio(results.product, results.bare, ({ ms }) => ms),
      '<=',
      GOAL_TIME,
    );
    ratio(
      'peak of the server above idle',
      Math.max(first.product.above, ...results.product.map(({ above }) => above)),
      '<=',
      GOAL_MB,
      ' MB',
    );
  } finally {
    for (const server of Object.values(servers)) await stop(server);
    await c.stop();
  }
}

// Whoever started us has gone.
process.on('disconnect', () => process.exit());
if (process.argv[2] === 'bare') await serveBare();
else await main();
