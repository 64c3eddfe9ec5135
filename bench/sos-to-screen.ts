/**
 * From the watch's socket to the page's: an SOS frame every 200 ms while 500 watches
 * send 1,000 frames a second, through the real ingest and web processes, until a page that subscribed over STOMP has the message. Beside it
 * the floor: TCP, one committed INSERT with NOTIFY, WebSocket, and nothing else, under the same
 * traffic. Usage: node bench/sos-to-screen.ts [rounds] [alarms a round]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket, WebSocketServer } from 'ws';
import { connection, type Target } from '#server/db/pool.ts';
import { bracketFrame, positionContent } from '../scripts/simulator/frames.ts';
import { SOS } from '../scripts/simulator/watches.ts';
import { machine, over, paired, ratio, share, table } from './harness.ts';
import { cluster, cpuOf, cpuOfPostgres, type Cluster } from './harness-cluster.ts';
import { signIn } from './harness-people.ts';
import { stop } from './harness-server.ts';
import { idOf, place, startProduct, token, WATCHING, type Path } from './harness-watches.ts';

const TENANTS = 20;
const WATCHES = 500;
const ALARMS = 2_000;
const FRAMES_A_SECOND = 1_000;
const EVERY_MS = 200;

/** 500 watches that send `FRAMES_A_SECOND` frames, from a process of their own. */
async function traffic(port: number): Promise<void> {
  const sockets: Socket[] = [];
  for (let n = 0; n < WATCHES; n++) {
    const socket = dial(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    socket.resume().on('error', () => process.exit(1));
    socket.write(bracketFrame({ vendor: '3G', id: idOf(ALARMS + n) }, 'LK,50,3,100'));
    sockets.push(socket);
  }
  let sent = 0;
  const contents = ['UD', 'heart', 'UD', 'LK', 'UD', 'oxygen', 'UD', 'bphrt'];
  const begun = performance.now();
  setInterval(() => {
    // Later ticks make up for a late one.
    const due = Math.min(((performance.now() - begun) / 1000) * FRAMES_A_SECOND, sent + 200);
    for (; sent < due; sent++) {
      const n = sent % WATCHES;
      const kind = contents[Math.floor(sent / WATCHES + n) % contents.length];
      const content =
        kind === 'UD'
          ? positionContent('UD', { at: Date.now(), ...place, steps: sent % 9000 })
          : kind === 'LK'
            ? 'LK,50,3,100'
            : kind === 'bphrt'
              ? 'bphrt,126,78,66,,,,'
              : `${kind},${kind === 'heart' ? 60 + (n % 40) : '0,97'}`;
      sockets[n]!.write(bracketFrame({ vendor: '3G', id: idOf(ALARMS + n) }, content));
    }
  }, 10);
  process.on('message', () => process.send!({ sent, seconds: (performance.now() - begun) / 1000 }));
  process.send!('sending');
}

/** The floor: alarms are inserted and notified, everything else is read and dropped; whoever listens passes the notice on. */
async function floor(target: Target): Promise<void> {
  const writer = new pg.Client(connection(target, 'bench floor'));
  const listener = new pg.Client(connection(target, 'bench floor'));
  await Promise.all([writer.connect(), listener.connect()]);
  await listener.query('listen bench_floor');
  const pages = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  listener.on('notification', ({ payload }) => pages.clients.forEach((page) => page.send(payload!)));
  const text = `with stored as (insert into bench_alarms (frame) values ($1) returning id) select pg_notify('bench_floor', id::text)
    from stored`;
  const watches = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', (chunk) => {
      if (!chunk.includes('*AL,')) return;
      writer.query({ name: 'store', text, values: [chunk.toString('latin1')] }).then(
        () => socket.write('AL'),
        () => socket.destroy(),
      );
    });
  });
  watches.listen(0, '127.0.0.1');
  await Promise.all([once(watches, 'listening'), once(pages, 'listening')]);
  process.send!({ gateway: (watches.address() as AddressInfo).port, web: (pages.address() as AddressInfo).port });
}

async function startFloor(c: Cluster): Promise<Path> {
  await c.admin.query(
    'create table if not exists bench_alarms (id bigint generated always as identity primary key, frame text, at timestamptz default now())',
  );
  const child = fork(import.meta.filename, ['floor', JSON.stringify(c.target('superuser'))]);
  const [ports] = (await once(child, 'message')) as [{ gateway: number; web: number }];
  return {
    gateway: ports.gateway,
    servers: [{ child, port: ports.gateway }],
    async page(onAlarm) {
      const ws = new WebSocket(`ws://127.0.0.1:${ports.web}`, { perMessageDeflate: false });
      ws.on('message', onAlarm);
      await once(ws, 'open');
      return ws;
    },
  };
}

interface Round {
  delays: number[];
  frames: number;
  /** Of one core, in percent: the path's own processes, and PostgreSQL. */
  cpu: number;
  pgCpu: number;
}

let used = 0;

async function measure(path: Path, alarms: number, c: Cluster): Promise<Round> {
  const sender = fork(import.meta.filename, ['traffic', String(path.gateway)]);
  await once(sender, 'message');
  let heard: () => void = () => {};
  const page = await path.page(() => heard());
  const delays: number[] = [];
  const spent = () => ({
    own: path.servers.reduce((sum, { child }) => sum + cpuOf(child.pid!), 0),
    pg: cpuOfPostgres(c.postmaster),
    at: performance.now(),
  });
  const before = spent();
  for (let n = 0; n < alarms; n++) {
    const id = idOf(used++);
    const watch = dial(path.gateway, '127.0.0.1').setNoDelay(true);
    await once(watch, 'connect');
    watch.resume().on('error', () => {});
    watch.write(bracketFrame({ vendor: '3G', id }, 'LK,50,3,100'));
    // The watch has long been connected when somebody presses its button.
    await sleep(EVERY_MS);
    const arrived = new Promise<boolean>((resolve) => {
      heard = () => resolve(true);
      setTimeout(() => resolve(false), 5000).unref();
    });
    const begun = performance.now();
    watch.write(bracketFrame({ vendor: '3G', id }, positionContent('AL', { at: Date.now(), ...place, status: SOS })));
    if (!(await arrived)) throw new Error(`alarm ${n} was not heard within 5 s`);
    delays.push(performance.now() - begun);
    watch.destroy();
  }
  sender.send('how many');
  const [{ sent, seconds }] = (await once(sender, 'message')) as [{ sent: number; seconds: number }];
  sender.kill('SIGKILL');
  page.removeAllListeners('close');
  page.terminate();
  const after = spent();
  const percent = (us: number) => us / 10 / (after.at - before.at);
  return { delays, frames: sent / seconds, cpu: percent(after.own - before.own), pgCpu: percent(after.pg - before.pg) };
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 3);
  const alarms = Number(process.argv[3] ?? 50);
  if ((rounds + 1) * alarms * 2 > ALARMS) throw new Error(`at most ${ALARMS} alarms in all`);
  const c = await cluster('sos', async (admin) => {
    const last = TENANTS + 1;
    const tenant = `case when n < ${ALARMS} then ${WATCHING} else 2 + n % ${TENANTS} end`;
    const all = `generate_series(0, ${ALARMS + WATCHES - 1}) as n`;
    await admin.query(`insert into tenants (id, name, code) select i, '机构' || i, 'bench' || i from generate_series(2, ${last}) as i`);
    await admin.query(
      `insert into users (tenant_id, id, username, name) select i, i, 'bench' || i, '值班员' from generate_series(2, ${last}) as i`,
    );
    await admin.query(`insert into people (tenant_id, id, name) select ${tenant}, n + 1, '老人' || n from ${all}`);
    await admin.query(
      `insert into devices (tenant_id, id, imei, short_id, person_id) select ${tenant}, n + 1, '8637' || (8900000000 + n) || '0',
        (8900000000 + n)::text, n + 1 from ${all}`,
    );
    await admin.query('vacuum (analyze)');
  });
  // Every person's first alarm, in every run.
  await c.admin.query(
    'truncate warnings, warning_events, device_events, device_states, readings, latest_readings, hourly_readings, daily_readings, positions cascade',
  );
  await c.admin.query('select app.prepare_partitions()');
  await signIn(c.admin, TENANTS + 1, ['warning_devicewarning_view'], token);
  const paths = { product: await startProduct(c), floor: await startFloor(c) };
  try {
    const results = await paired(['product', 'floor'] as const, rounds, (kind) => measure(paths[kind], alarms, c));
    const kinds = ['product', 'floor'] as const;
    const all = (kind: (typeof kinds)[number]) => results[kind].flatMap(({ delays }) => delays);
    table(
      `SOS frame to page, ${rounds} rounds of ${alarms} alarms, all alarms together`,
      kinds.map((kind) => ({
        path: kind,
        'frames/s': over(results[kind], ({ frames }) => frames),
        'p50 ms': share(all(kind), 0.5),
        'p90 ms': share(all(kind), 0.9),
        'p99 ms': share(all(kind), 0.99),
        'worst ms': Math.max(...all(kind)),
        'node CPU %': over(results[kind], ({ cpu }) => cpu),
        'pg CPU %': over(results[kind], ({ pgCpu }) => pgCpu),
      })),
    );
    ratio('SOS to screen p99', share(all('product'), 0.99), '<=', 100, ' ms');
    console.log(`p50 product / floor: ${(share(all('product'), 0.5) / share(all('floor'), 0.5)).toFixed(1)}; ${machine()}`);
  } finally {
    for (const server of [...paths.product.servers, ...paths.floor.servers]) await stop(server);
    await c.stop();
  }
}

if (process.send) process.on('disconnect', () => process.exit());
const [role, argument] = process.argv.slice(2);
if (role === 'traffic') await traffic(Number(argument));
else if (role === 'floor') await floor(JSON.parse(argument!));
else await main();
