/**
 * The wall of a call room with a million calls of a year: from the NOTIFY of a seat's command, as a bare connection hears it, until a page
 * that heard of it over STOMP has read the wall that shows it. Then the statistics of a day, a month and the year.
 * Usage: node bench/call-wallboard.ts [commands]
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { callStatistics } from '#contract/calls/call-statistics.ts';
import { workbench } from '#contract/calls/workbench.ts';
import { eventsTopic, STOMP_PATH } from '#contract/realtime.ts';
import { callWallboard } from '#contract/screens/call-wallboard.ts';
import { DAY, dayOf } from '#contract/time.ts';
import { buildApp } from '#server/app.ts';
import { fillCallDays } from '#server/calls/call-day-filling.ts';
import { readConfig } from '#server/config.ts';
import type { Dependencies } from '#server/context.ts';
import { connection, createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { connect, target } from '#server/dependencies.ts';
import { CHANNEL } from '#server/events.ts';
import { servePages } from '#server/realtime/page-sockets.ts';
import { machine, ratio, share, table } from './harness.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { fillTenants, signIn } from './harness-people.ts';
import { start, stop } from './harness-server.ts';

const TENANT = 2;
const CALLS = 1_000_000;
/** Of the statistics of a year, whose days are filled. */
const YEAR_MS = 1000;
const SEATS = 20;
const GROUPS = 6;
const LIMIT_MS = 200;
/** As the page gathers what comes together (web/screens/calls.tsx). */
const GATHER_MS = 50;
/** The first meet code that is not compiled yet. */
const WARM = 20;
const COMMANDS = Number(process.argv[2] ?? 200);
const token = () => 'bench-token-of-the-call-room';
const RIGHTS = ['cloudcall_workbench', 'cloudcall_wallboard', 'cloudcall_callstatistics_view', 'cloudcall_call_own'];

/** A call every 31 seconds of the year, from short numbers, which need no seal; each waits for a group and has four spans of its seat. */
async function fill(admin: pg.Client): Promise<void> {
  await fillTenants(admin, TENANT);
  await admin.query(`insert into users (tenant_id, id, username, name, department_id)
    select ${TENANT}, 100 + i, 'seat' || i, '坐席' || i, ${TENANT} from generate_series(2, ${SEATS}) as i`);
  await admin.query(`insert into call_groups (tenant_id, id, name, code) select ${TENANT}, i, '组' || i, 'g' || i
    from generate_series(1, ${GROUPS}) as i`);
  await admin.query(`insert into call_seats (tenant_id, id, user_id, extension)
    select ${TENANT}, i, case i when 1 then ${TENANT} else 100 + i end, 8000 + i from generate_series(1, ${SEATS}) as i`);
  await admin.query(`insert into call_seat_groups (tenant_id, seat_id, group_id) select ${TENANT}, i, 1 + i % ${GROUPS}
    from generate_series(1, ${SEATS}) as i`);
  await admin.query(`insert into call_presences (tenant_id, seat_id, state, since, seen_at)
    select ${TENANT}, i, 2, now(), now() + interval '1 year' from generate_series(1, ${SEATS}) as i`);
  // What refers to others holds by construction.
  await admin.query('set session_replication_role = replica; set synchronous_commit = off');
  const at = `now() - (${CALLS} - i) * interval '31 seconds'`;
  const of = `from generate_series(1, ${CALLS}) as i`;
  await admin.query(`insert into calls (tenant_id, id, kind, status, phase, caller, callee, group_id, seat_id, began_at, queued_at,
      established_at, ended_at, disposition, ended_by)
    select ${TENANT}, i, 1, 2, 7, (1000 + i % 9000)::text, '4001', 1 + i % ${GROUPS},
      case when i % 8 > 0 then 1 + i % ${SEATS} end, ${at}, ${at}, case when i % 8 > 0 then ${at} + i % 40 * interval '1 second' end,
      ${at} + interval '4 minutes', case when i % 8 > 0 then 'Success' else 'AbandonedInQueue' end, 1 ${of}`);
  await admin.query(`insert into call_waits (tenant_id, call_id, nth, group_id, began_at, ended_at, outcome, seat_id)
    select ${TENANT}, i, 1, 1 + i % ${GROUPS}, ${at}, ${at} + i % 40 * interval '1 second', case when i % 8 > 0 then 1 else 2 end,
      case when i % 8 > 0 then 1 + i % ${SEATS} end ${of}`);
  await admin.query(`insert into call_seat_spans (tenant_id, seat_id, state, call_id, group_id, began_at, ended_at, next_state)
    select ${TENANT}, 1 + i % ${SEATS}, (array[6, 9, 5, 3])[n], case when n < 4 then i end, case when n < 4 then 1 + i % ${GROUPS} end,
      ${at} + n * interval '15 seconds', ${at} + (n + 1) * interval '15 seconds', (array[9, 5, 3, 6])[n]
    ${of}, generate_series(1, 4) as n where i % 8 > 0`);
  await admin.query('set session_replication_role = origin; set synchronous_commit = on');
  await admin.query(`select setval(pg_get_serial_sequence('calls', 'id'), ${CALLS})`);
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}

/** The product's pages and sockets, with wider limits of rates. */
async function serve(): Promise<void> {
  const config = readConfig();
  const deps = connect(config, 'bench');
  const { app, gate } = await buildApp(deps, { webDir: null, rateFactor: 1e6 });
  servePages(app, gate, target(config, deps.secrets, 'app'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send!((app.server.address() as AddressInfo).port);
}

const asks = async (port: number, path: string, init: RequestInit = {}): Promise<any> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json', ...init.headers },
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown };
  if (code !== 0) throw new Error(`${path}: ${msg}`);
  return data;
};

/** A page of the wall: hears events, gathers them, reads. */
async function page(port: number, onBoard: (board: any) => void): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${STOMP_PATH}`, { perMessageDeflate: false });
  await once(ws, 'open');
  ws.send(`CONNECT\naccept-version:1.2\nheart-beat:0,0\nAuthorization:Bearer ${token()}\n\n\0`);
  ws.send(`SUBSCRIBE\nid:sub-0\ndestination:${eventsTopic(TENANT)}\nreceipt:r\n\n\0`);
  let due: ReturnType<typeof setTimeout> | null = null;
  const read = async () => {
    due = null;
    onBoard(await asks(port, callWallboard.read.path));
  };
  await new Promise<void>((resolve, reject) => {
    ws.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('RECEIPT')) resolve();
      else if (text.startsWith('ERROR')) reject(new Error(text));
      else if (text.includes('"seat.changed"')) due ??= setTimeout(() => void read(), GATHER_MS);
    });
  });
  return ws;
}

interface Delays {
  /** From the command until a bare connection has the NOTIFY of its commit, and from there until the page has the wall that shows it. */
  notice: number[];
  wall: number[];
}

async function commands(port: number, c: Cluster): Promise<Delays> {
  let seen: (board: any) => void = () => {};
  let heard: () => void = () => {};
  const ws = await page(port, (board) => seen(board));
  const bare = new pg.Client(connection(c.target('superuser'), 'bench notice'));
  await bare.connect();
  await bare.query(`listen ${CHANNEL}`);
  bare.on('notification', ({ payload }) => payload?.includes('seat.changed') && heard());
  const act = (action: string, request: object = {}) =>
    asks(port, `${workbench.invoke.path}?action=${action}`, { method: 'POST', body: JSON.stringify({ request: JSON.stringify(request) }) });
  await act('SignInGroup');
  const delays: Delays = { notice: [], wall: [] };
  for (let n = 0; n < COMMANDS + WARM; n++) {
    await sleep(100);
    const ready = n % 2 === 0;
    let noticed = NaN;
    heard = () => void (noticed = performance.now());
    const shown = new Promise<void>((resolve) => {
      seen = ({ seats }) => {
        if (seats.find(({ seatId }: { seatId: number }) => seatId === 1)?.state === (ready ? 3 : 2)) resolve();
      };
    });
    const began = performance.now();
    await Promise.all([
      shown.then(() => n >= WARM && delays.wall.push(performance.now() - noticed)),
      ready ? act('ReadyForService') : act('TakeBreak', { Code: 'Rest' }),
    ]);
    if (n >= WARM) delays.notice.push(noticed - began);
  }
  ws.terminate();
  await bare.end();
  return delays;
}

/** What cleanup does every few minutes. */
async function fillDays(c: Cluster): Promise<void> {
  const pool = createPool(c.target('app'), 'bench filler', 2, (error) => console.error(error));
  const begun = performance.now();
  const deps = { pool, inTenant: tenantRunner(pool, c.secrets), log: { warn: console.error } } as unknown as Dependencies;
  const filled = await fillCallDays(deps, Date.now(), 10_000);
  console.log(`filled ${filled} days in ${Math.round(performance.now() - begun)} ms`);
  await pool.end();
  await c.admin.query('vacuum (analyze) call_sum_days, call_day_calls, call_day_waits, call_day_spans');
}

const SPANS = [
  ['a day', 0],
  ['30 days', 29],
  ['a year', 365],
] as const;
/** Gives the median of the longest span. */
async function statistics(port: number, what: string, spans: readonly (readonly [string, number])[]): Promise<number> {
  const today = dayOf(Date.now());
  const rows = [];
  for (const [name, days] of spans) {
    const path = `${callStatistics.read.path}?startDate=${dayOf(Date.now() - days * DAY)}&endDate=${today}`;
    const times: number[] = [];
    let calls = 0;
    for (let n = 0; n < 6; n++) {
      const began = performance.now();
      calls = (await asks(port, path)).total.offered;
      if (n > 0) times.push(performance.now() - began);
    }
    rows.push({ span: name, calls, 'median ms': share(times, 0.5), 'worst ms': Math.max(...times) });
  }
  table(`statistics over ${CALLS} calls, ${what}`, rows);
  return rows.at(-1)!['median ms'];
}

async function main(): Promise<void> {
  const c = await cluster('call-wallboard', fill);
  await signIn(c.admin, TENANT, RIGHTS, token);
  // Asked by no route: it widens what one sees.
  await c.admin
    .query(`with made as (insert into menus (tenant_id, name, type, permission) values (${TENANT}, 'all', 1, 'cloudcall_call_view')
    returning id) insert into role_menus (tenant_id, role_id, menu_id) select ${TENANT}, ${TENANT}, id from made`);
  await c.admin.query(`update call_presences set state = 1, since = now(), seen_at = now() + interval '1 year' where seat_id = 1`);
  const server = await start(import.meta.filename, ['serve'], { DATA_DIR: c.dir, DB_POOL: '10', DEMO: '0' });
  try {
    const reading: number[] = [];
    for (let n = 0; n < 50; n++) {
      const began = performance.now();
      await asks(server.port, callWallboard.read.path);
      reading.push(performance.now() - began);
    }
    const { notice, wall } = await commands(server.port, c);
    table(
      `${COMMANDS} commands of a seat, ${GATHER_MS} ms of gathering among the second`,
      Object.entries({ 'reading alone': reading, 'command to bare NOTIFY': notice, 'NOTIFY to wall': wall }).map(([path, delays]) => ({
        path,
        'p50 ms': share(delays, 0.5),
        'p99 ms': share(delays, 0.99),
        'worst ms': Math.max(...delays),
      })),
    );
    ratio('event to wallboard p99', share(wall, 0.99), '<=', LIMIT_MS, ' ms');
    // From its calls a year takes longer than a request may.
    await statistics(server.port, 'no day filled', SPANS.slice(0, 2));
    await fillDays(c);
    ratio('statistics of a year', await statistics(server.port, 'days filled', SPANS), '<=', YEAR_MS, ' ms');
    console.log(machine());
  } finally {
    await stop(server);
    await c.stop();
  }
}

if (process.send) process.on('disconnect', () => process.exit());
if (process.argv[2] === 'serve') await serve();
else await main();
