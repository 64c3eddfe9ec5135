/**
 * The import of 20,000 people through the whole product, from the upload to "done",
 * beside a bare program that parses the same file and inserts its rows in one transaction as superuser: no checks, no row-level security,
 * no report. Time, peak memory above idle, how long other requests wait meanwhile. Then a check of 3,000 people with every kind of error
 * (test/faulty-people.ts), whose rows are measured by a row of the large file. Usage: node bench/import.ts [rounds]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsx, streamXlsxRows } from 'hucre/xlsx';
import pg from 'pg';
import { people } from '#contract/elderly/people.ts';
import { transfers } from '#contract/transfers/transfers.ts';
import { connection } from '#server/db/pool.ts';
import { faultyPeople } from '#test/faulty-people.ts';
import { over, paired, pairRatio, ratio, share, table } from './harness.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { forgetPeak, peakOf, residentOf } from './harness-memory.ts';
import { fillTenants, signIn } from './harness-people.ts';
import { startProduct, stop, type Server } from './harness-server.ts';

const ROWS = 20_000;
const TENANT = 2;
const FAULTY = 3000;
const GOAL_TIME = 2;
/** A row with errors is read as a right one is, and told besides. */
const GOAL_FAULTY = 3;
const GOAL_MB = 200;
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;
const TITLES = ['姓名*', '出生日期', '联系电话', '家庭住址', '照护提醒', '紧急联系人', '联系人电话', '备注'];

const file = async () =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: '服务对象',
          rows: [
            TITLES,
            ...Array.from({ length: ROWS }, (_, at) => [
              `长者${at}`,
              `19${30 + (at % 30)}-0${1 + (at % 9)}-1${at % 10}`,
              `138${String(at).padStart(8, '0')}`,
              `幸福路${at % 400}号${at % 30}室`,
              at % 9 ? '' : '跌倒高危',
              `家属${at % 1000}`,
              `139${String(at).padStart(8, '0')}`,
              `备注${at}`,
            ]),
          ],
        },
      ],
    }),
  );

interface Round {
  ms: number;
  above: number;
  /** Of a small request meanwhile. */
  wait: number;
}

const headers = { authorization: `Bearer ${token(TENANT)}` };

async function product({ child, port }: Server, bytes: Buffer, mode: 'all' | 'check' = 'all'): Promise<Round> {
  const pid = child.pid!;
  const base = `http://127.0.0.1:${port}`;
  const idle = residentOf(pid);
  forgetPeak(pid);
  const waits: number[] = [];
  let over = false;
  const probe = (async () => {
    while (!over) {
      const begun = performance.now();
      await (await fetch(`${base}/health`)).text();
      waits.push(performance.now() - begun);
      await sleep(5);
    }
  })();
  const begun = performance.now();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), '名单.xlsx');
  const sent = (await (await fetch(`${base}${people.import.path}?again=true&mode=${mode}`, { method: 'POST', body, headers })).json()) as {
    msg: string;
    data: { key: string } | null;
  };
  if (!sent.data) throw new Error(sent.msg);
  for (;;) {
    const { data } = (await (await fetch(`${base}${transfers.process.path}?key=${sent.data.key}`, { headers })).json()) as {
      data: { status: string; message: string };
    };
    if (data.status === 'done') break;
    if (data.status !== 'running') throw new Error(data.message);
    await sleep(20);
  }
  const ms = performance.now() - begun;
  over = true;
  await probe;
  return { ms, above: peakOf(pid) - idle, wait: share(waits, 0.99) };
}

async function bare(c: Cluster, bytes: Buffer): Promise<Round> {
  const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
  await client.connect();
  const begun = performance.now();
  const text = `insert into people (tenant_id, name, birth_date, mobile, address, flags, contact_name, contact_phone, remarks, status,
    service_type)
    select $2::bigint, name, birth_date, mobile, address, flags, contact_name, contact_phone, remarks, 1, 1
    from jsonb_populate_recordset(null::people, $1::jsonb)`;
  let rows: object[] = [];
  const put = async () => {
    await client.query({ name: 'put', text, values: [JSON.stringify(rows), TENANT] });
    rows = [];
  };
  await client.query('begin');
  for await (const { index, values } of streamXlsxRows(bytes)) {
    if (index === 0) continue;
    const [name, birth_date, mobile, address, flag, contact_name, contact_phone, remarks] = values;
    rows.push({ name, birth_date, mobile, address, flags: flag ? [flag] : [], contact_name, contact_phone, remarks });
    if (rows.length === 200) await put();
  }
  await put();
  await client.query('commit');
  const ms = performance.now() - begun;
  await client.end();
  return { ms, above: NaN, wait: NaN };
}

const rounds = Number(process.argv[2] ?? 5);
const c = await cluster('import', (admin) => fillTenants(admin, TENANT));
await signIn(c.admin, TENANT, ['members_oldman_import'], token);
const bytes = await file();
const server = await startProduct(c, 6);
const variants = ['product', 'bare'] as const;
try {
  await sleep(1000);
  const results = await paired(variants, rounds, async (variant) => {
    const round = variant === 'product' ? await product(server, bytes) : await bare(c, bytes);
    const { rows } = await c.admin.query('delete from people returning 1');
    if (rows.length !== ROWS) throw new Error(`${rows.length} people were there`);
    await c.admin.query('vacuum people');
    return round;
  });
  table(
    `import of ${ROWS.toLocaleString('en')} rows, ${(bytes.length / 1024 / 1024).toFixed(1)} MB, ${rounds} rounds, medians`,
    variants.map((variant) => ({
      way: variant,
      ms: over(results[variant], ({ ms }) => ms),
      'peak MB above idle': variant === 'bare' ? '' : Math.max(...results.product.map(({ above }) => above)),
      'other requests p99 ms': variant === 'bare' ? '' : over(results.product, ({ wait }) => wait),
    })),
  );
  ratio(
    'time product / bare',
    pairRatio(results.product, results.bare, ({ ms }) => ms),
    '<=',
    GOAL_TIME,
  );
  const { bytes: faulty } = faultyPeople(FAULTY);
  const checks: Round[] = [];
  for (let round = 0; round < rounds; round += 1) checks.push(await product(server, faulty, 'check'));
  table(`check of ${FAULTY.toLocaleString('en')} rows with every kind of error, ${rounds} rounds`, [
    { ms: over(checks, ({ ms }) => ms), 'peak MB above idle': Math.max(...checks.map(({ above }) => above)) },
  ]);
  ratio(
    'time of a row with errors / a right one',
    over(checks, ({ ms }) => ms) / FAULTY / (over(results.product, ({ ms }) => ms) / ROWS),
    '<=',
    GOAL_FAULTY,
  );
  ratio('peak of the check above idle', Math.max(...checks.map(({ above }) => above)), '<=', GOAL_MB, ' MB');
  ratio('peak of the server above idle', Math.max(...results.product.map(({ above }) => above)), '<=', GOAL_MB, ' MB');
} finally {
  await stop(server);
  await c.stop();
}
