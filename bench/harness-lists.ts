/** The same list in a large tenant and in a small one beside it in the same table, through the whole product, one request at a time. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, ratio, table } from './harness.ts';
import type { Cluster } from './harness-cluster.ts';
import { signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const GOAL = 1.5;
/** Prepared statements get their lasting plan after five uses. */
const WARM = 10;
const tenants = { large: 2, small: 3 };
type Side = keyof typeof tenants;
type Input = Record<string, string | number>;

export interface ListCase {
  name: string;
  /** The list's path. */
  path: string;
  large: Input;
  /** Where a tenant of 10,000 has no such page, the comparable one. */
  small?: Input;
  /**
   * What finds about as many rows in the small tenant (or as many as it has), where
   * `large` finds hundreds in the large one and next to none in the small. A search reads what it finds, counts it, puts it in order and
   * shows ten: beside a search that finds nothing that is other work at every size of the table. The goal is about this pair then; the
   * ratio of the same words is printed as well.
   */
  alike?: Input;
}

interface Answer {
  ms: number;
  data: { total: number; approximate?: boolean; records: unknown[] };
}

const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;
const agent = new Agent({ keepAlive: true });

function ask(port: number, side: Side, path: string, input: Input): Promise<Answer> {
  const address = `${path}?${new URLSearchParams(input as Record<string, string>)}`;
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    request({ host: '127.0.0.1', port, path: address, agent, headers: { authorization: `Bearer ${token(tenants[side])}` } }, (answer) => {
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

/**
 * Prints a table and a ratio for each case; `permissions` are those that the lists ask
 * for. "first" is the first request of its kind, before the total has been counted aside; the others follow when it has, in turn.
 */
export async function compareLists(
  c: Cluster,
  title: string,
  permissions: string[],
  cases: readonly ListCase[],
  requests: number,
): Promise<void> {
  await signIn(c.admin, 3, permissions, token);
  const server = await startProduct(c, 4);
  const rows: Record<string, unknown>[] = [];
  const ratios: { name: string; value: number; sameWords?: number }[] = [];
  try {
    // Connections, session cache and compiled code are warm; nothing is known about the lists.
    const paths = new Map(cases.map(({ path, large, small = large }) => [path, small]));
    for (const [path, input] of paths)
      for (let n = 0; n < 200; n++) await ask(server.port, 'small', path, { ...input, oldmanId: 900_000_000 + n, userName: `甲${n}` });
    for (const { name, path, large, small = large, alike } of cases) {
      const sides: { side: Side; input: Input; times: number[]; last?: Answer }[] = [
        { side: 'large', input: large, times: [] },
        { side: 'small', input: small, times: [] },
        ...(alike ? [{ side: 'small' as const, input: alike, times: [] }] : []),
      ];
      const first = await ask(server.port, 'large', path, large);
      for (let waited = 0; waited < 600 && (await ask(server.port, 'large', path, large)).data.approximate; waited++) await sleep(100);
      for (let round = 0; round < requests + WARM; round++) {
        for (const one of round % 2 ? sides : sides.toReversed()) {
          one.last = await ask(server.port, one.side, path, one.input);
          if (round >= WARM) one.times.push(one.last.ms);
        }
      }
      const [ofLarge, ofSmall, ofAlike] = sides.map(({ times }) => median(times)) as [number, number, number | undefined];
      const [inLarge, inSmall, inAlike] = sides.map(({ last }) => last!.data.total);
      const value = ofLarge / (ofAlike ?? ofSmall);
      rows.push({
        name,
        rows: inLarge,
        'first ms': first.ms,
        large: ofLarge,
        small: ofSmall,
        'small rows': inSmall,
        alike: ofAlike,
        'alike rows': inAlike,
        ratio: value,
      });
      ratios.push({ name, value, ...(alike ? { sameWords: ofLarge / ofSmall } : {}) });
      process.stderr.write(`${name}: ${ofLarge.toFixed(1)} / ${(ofAlike ?? ofSmall).toFixed(1)} ms\n`);
    }
  } finally {
    agent.destroy();
    await stop(server);
    await c.stop();
  }
  table(`${title}, ${requests} requests each in turn, median ms`, rows);
  for (const { name, value, sameWords } of ratios) {
    ratio(name, value, '<=', GOAL);
    if (sameWords) console.log(`      the same words in the small tenant, which has fewer of such rows: ${sameWords.toFixed(2)}`);
  }
}
