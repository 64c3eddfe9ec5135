/**
 * The timeline of a person to whom 100,000 things happened, and of one to whom 1,000 did: the first page, a page deep down, and pages that
 * are narrowed, as the handler answers them under row-level security, beside their own statements without it.
 * Usage: node bench/timeline.ts [events] [rounds]
 */
import pg from 'pg';
import { timeline as routes } from '#contract/screens/timeline.ts';
import { connection } from '#server/db/pool.ts';
import { timeline } from '#server/screens/timeline.ts';
import { besideBare, handlersOn, headOf } from './harness-handlers.ts';
import { cluster } from './harness-cluster.ts';
import { fillHistory, HISTORY_TENANT } from './harness-history.ts';
import { median, ratio, share, table } from './harness.ts';

const EVENTS = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 60);
/** Milliseconds of server time. */
const GOAL = 10;

const c = await cluster(`history-${EVENTS}`, (admin) => fillHistory(admin, EVENTS));
const product = handlersOn(c, headOf(HISTORY_TENANT));
const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
await client.connect();

const years = Math.floor(Date.now() / 1000) - 5 * 365 * 86_400;
const deep = `${new Date(years * 1000).toISOString().slice(0, 19)}.000000Z~care_done~1`;
const cases = {
  'first page': { oldmanId: 1 },
  'first page of a short history': { oldmanId: 2 },
  'five years down': { oldmanId: 1, before: deep },
  'of one kind': { oldmanId: 1, kinds: ['warning'] },
  'of words that are frequent': { oldmanId: 1, text: '饮水' },
  'of words that are not there': { oldmanId: 1, text: '没有这样的事' },
} as const;

const rows: Record<string, unknown>[] = [];
const times: Record<string, number[]> = {};
for (const [name, input] of Object.entries(cases)) {
  const { times: own, bares } = await besideBare(product, client, [routes.page, timeline.page as never, input as never], ROUNDS);
  times[name] = own;
  rows.push({
    timeline: name,
    'product ms': median(own),
    'p95 ms': share(own, 0.95),
    'bare ms': median(bares),
    'product / bare': median(own) / median(bares),
  });
}
table(`the timeline of ${EVENTS.toLocaleString('en')} things, ${ROUNDS} rounds`, rows);
ratio('first page, p50', median(times['first page']!), '<=', GOAL, ' ms');
ratio('first page, 100 times the history', median(times['first page']!) / median(times['first page of a short history']!), '<=', 1.5);
await client.end();
await product.close();
await c.stop();
