/**
 * The list of people of a tenant with 10,000,000 beside one with 10,000, in the same table, through the whole product, one request at a
 * time: first and deep pages, sorting, search by name and number. "first" is the first request of its kind, before the total has been
 * counted aside; the others follow when it has. Usage: node bench/large-tables.ts [requests]
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { people } from '#contract/elderly/people.ts';
import { median, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { fillPeople, fillTenants, LARGE_AND_SMALL, signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const GOAL = 1.5;
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;
const tenants = { large: 2, small: 3 };
type Size = keyof typeof tenants;

interface Case {
  name: string;
  large: Record<string, unknown>;
  /** Where a tenant of 10,000 has no such page, the comparable one. */
  small?: Record<string, unknown>;
}

const cases: Case[] = [
  { name: 'first page', large: {} },
  { name: 'page 2', large: { current: 2 } },
  { name: 'page 101', large: { current: 101 } },
  { name: 'page 50,000 (small: 500)', large: { current: 50_000 }, small: { current: 500 } },
  { name: 'middle page', large: { current: 500_000 }, small: { current: 500 } },
  { name: 'last page', large: { current: 1_000_000 }, small: { current: 1000 } },
  { name: 'oldest first', large: { ascs: 'create_time' } },
  { name: 'oldest first, middle', large: { ascs: 'create_time', current: 500_000 }, small: { ascs: 'create_time', current: 500 } },
  { name: 'by birth date', large: { ascs: 'birth_date' } },
  { name: 'by birth date, middle', large: { ascs: 'birth_date', current: 500_000 }, small: { ascs: 'birth_date', current: 500 } },
  { name: 'youngest first', large: { descs: 'birth_date' } },
  { name: 'name 王 (1 of 11)', large: { userName: '王' } },
  { name: 'name 王, page 50', large: { userName: '王', current: 50 } },
  { name: 'name 薛 (1 of 150)', large: { userName: '薛' } },
  { name: 'name 龘 (1 of 500,000)', large: { userName: '龘' } },
  { name: 'name 王英', large: { userName: '王英' } },
  { name: 'name 汤灿', large: { userName: '汤灿' } },
  { name: 'name 王英秀', large: { userName: '王英秀' } },
  { name: 'name 汤烂灿 (nobody)', large: { userName: '汤烂灿' } },
  { name: 'number 138…', large: { mobile: '138' } },
  { name: 'number 13812…', large: { mobile: '13812' } },
  { name: 'number 13812345…', large: { mobile: '13812345' } },
];

const agent = new Agent({ keepAlive: true });

function ask(
  port: number,
  size: Size,
  input: Record<string, unknown>,
): Promise<{ ms: number; data: { total: number; approximate?: boolean; records: unknown[] } }> {
  const path = `${people.page.path}?${new URLSearchParams(input as Record<string, string>)}`;
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    request({ host: '127.0.0.1', port, path, agent, headers: { authorization: `Bearer ${token(tenants[size])}` } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => {
        // A search that takes longer than the server allows (15 s) is a result, too.
        if (answer.statusCode !== 200 && answer.statusCode !== 503) return reject(new Error(`${answer.statusCode} ${text}`));
        resolve({ ms: performance.now() - begun, data: JSON.parse(text).data ?? { total: NaN, records: [] } });
      });
    })
      .on('error', reject)
      .end();
  });
}

const requests = Number(process.argv[2] ?? 30);
const c = await cluster('people-10m', async (admin) => {
  await fillTenants(admin, 3);
  await fillPeople(admin, 10_010_000, LARGE_AND_SMALL);
});
await signIn(c.admin, 3, ['members_oldman_view'], token);
const server = await startProduct(c, 4);
const rows: { name: string; large: number; small: number; ratio: number }[] = [];
try {
  // Connections, session cache and compiled code are warm; nothing is known about the lists.
  for (let n = 0; n < 200; n++) await ask(server.port, 'small', { userName: `甲${n}` });
  for (const { name, large, small = large } of cases) {
    const inputs = { large, small };
    const first = { large: await ask(server.port, 'large', large), small: await ask(server.port, 'small', small) };
    for (let waited = 0; waited < 600 && (await ask(server.port, 'large', large)).data.approximate; waited++) await sleep(100);
    const times: Record<Size, number[]> = { large: [], small: [] };
    let total = 0;
    for (let round = 0; round < requests + 10; round++) {
      for (const size of (round % 2 ? ['large', 'small'] : ['small', 'large']) as Size[]) {
        const { ms, data } = await ask(server.port, size, inputs[size]);
        // Prepared statements get their lasting plan after five uses.
        if (round >= 10) times[size].push(ms);
        if (size === 'large') total = data.total;
      }
    }
    process.stderr.write(`${name}: ${first.large.ms.toFixed(1)} ${median(times.large).toFixed(1)} / ${median(times.small).toFixed(1)}\n`);
    const row = { name, total, 'first large ms': first.large.ms, 'first small ms': first.small.ms, large: median(times.large), small: median(times.small) };
    rows.push({ ...row, ratio: row.large / row.small });
  }
} finally {
  agent.destroy();
  await stop(server);
  await c.stop();
}
table(`10,000,000 people beside 10,000, ${requests} requests each in turn, median ms`, rows);
for (const row of rows) ratio(row.name, row.ratio, '<=', GOAL);
