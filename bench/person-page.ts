/**
 * The calls that the page of a person makes when it is opened, 今天 in front, for a person with ten years of history: each as its handler
 * answers it under row-level security, beside its own statements without it. Usage: node bench/person-page.ts [events] [rounds]
 */
import pg from 'pg';
import { devices as deviceRoutes } from '#contract/devices/devices.ts';
import { lastSeen as lastSeenRoutes } from '#contract/devices/last-seen.ts';
import { people as peopleRoutes } from '#contract/elderly/people.ts';
import { personContacts as contactRoutes } from '#contract/elderly/person-contacts.ts';
import { observations as observationRoutes } from '#contract/health/observations.ts';
import { vitals as vitalRoutes } from '#contract/health/vitals.ts';
import type { Route } from '#contract/http.ts';
import { DAY, dayOf } from '#contract/time.ts';
import { timeline as timelineRoutes } from '#contract/screens/timeline.ts';
import { outings as outingRoutes } from '#contract/visitors/outings.ts';
import { restrictedVisitors as restrictedRoutes } from '#contract/visitors/restricted-visitors.ts';
import { visitorRecords as visitorRoutes } from '#contract/visitors/visitor-records.ts';
import { warnings as warningRoutes } from '#contract/warnings/warnings.ts';
import { workOrders as orderRoutes } from '#contract/work-orders/work-orders.ts';
import { connection } from '#server/db/pool.ts';
import { services } from '#server/registry.ts';
import { besideBare, handlersOn, headOf } from './harness-handlers.ts';
import { cluster } from './harness-cluster.ts';
import { fillHistory, HISTORY_TENANT } from './harness-history.ts';
import { median, ratio, share, table } from './harness.ts';

const EVENTS = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 40);
/** Milliseconds of server time of all calls together. */
const GOAL = 50;

const of = { oldmanId: 1, current: 1 };
const today = dayOf(Date.now());
/** As web/person/ asks: the service and call by their names, and the input. */
const calls: [service: string, name: string, route: Route, input: object][] = [
  ['people', 'get', peopleRoutes.get, { id: 1 }],
  ['personContacts', 'ofPerson', contactRoutes.ofPerson, { oldmanId: 1 }],
  ['personContacts', 'calls', contactRoutes.calls, { oldmanId: 1 }],
  ['lastSeen', 'person', lastSeenRoutes.person, { id: 1 }],
  ['vitals', 'latest', vitalRoutes.latest, { oldmanId: 1 }],
  ['warnings', 'page', warningRoutes.page, { ...of, size: 3 }],
  [
    'workOrders',
    'page',
    orderRoutes.page,
    { ...of, size: 100, serverTimeStart: `${today} 00:00:00`, serverTimeEnd: `${dayOf(Date.now() + 7 * DAY)} 23:59:59` },
  ],
  ['workOrders', 'page', orderRoutes.page, { ...of, size: 10, late: true }],
  ['devices', 'page', deviceRoutes.page, { ...of, size: 10 }],
  ['observations', 'page', observationRoutes.page, { ...of, size: 50 }],
  ['visitorRecords', 'page', visitorRoutes.page, { ...of, size: 3 }],
  ['outings', 'page', outingRoutes.page, { ...of, size: 3 }],
  ['restrictedVisitors', 'page', restrictedRoutes.page, { ...of, size: 20 }],
];
const TAB: (typeof calls)[number] = ['timeline', 'page', timelineRoutes.page, { oldmanId: 1 }];

const c = await cluster(`history-${EVENTS}`, (admin) => fillHistory(admin, EVENTS));
const product = handlersOn(c, headOf(HISTORY_TENANT));
const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
await client.connect();

const rows: Record<string, unknown>[] = [];
let [whole, wholeBare] = [0, 0];
for (const [service, name, route, input] of [...calls, TAB]) {
  const handler = (services as unknown as Record<string, Record<string, never>>)[service]![name]!;
  const { times, bares, statements } = await besideBare(product, client, [route, handler, input as never], ROUNDS);
  if (route !== timelineRoutes.page) [whole, wholeBare] = [whole + median(times), wholeBare + median(bares)];
  rows.push({
    call: `${service}.${name}`,
    'product ms': median(times),
    'p95 ms': share(times, 0.95),
    'bare ms': median(bares),
    statements,
  });
}
table(`the page of a person with ${EVENTS.toLocaleString('en')} things behind them, ${ROUNDS} rounds`, rows);
console.log(`all calls of 今天: ${whole.toFixed(1)} ms beside ${wholeBare.toFixed(1)} ms of their statements alone`);
ratio('all calls when the page is opened, p50', whole, '<=', GOAL, ' ms');
await client.end();
await product.close();
await c.stop();
