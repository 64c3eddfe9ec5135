/**
 * As much as 100,000 watches send, on as many sockets as are asked for: 2,500 rows a second
 * for a while, then a burst of 20,000 a second. A report is a measurement and a heartbeat; the heartbeat is answered after the commit of
 * both, which is the wait that is measured. Meanwhile a watch sends an SOS every half second, until a page has it. Usage: node
 * bench/many-watches.ts [sockets] [seconds]
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bracketFrame, positionContent } from '../scripts/simulator/frames.ts';
import { SOS } from '../scripts/simulator/watches.ts';
import { machine, ratio, share, table } from './harness.ts';
import { cluster, cpuOf, cpuOfPostgres } from './harness-cluster.ts';
import { signIn } from './harness-people.ts';
import { stop } from './harness-server.ts';
import { idOf, place, startProduct, token, WATCHING } from './harness-watches.ts';

const TENANTS = 20;
const DEVICES = 15_000;
const ALARMS = 1_000;
const EVERY_MS = 500;
const DIALLING = 100;
/** Systolic, diastolic, pulse; battery and steps, each time another value, or they would not be kept. */
const ROWS_A_REPORT = 5;
const PHASES = [
  { name: 'steady', rows: 2_500 },
  { name: 'burst', rows: 20_000 },
] as const;

interface Counted {
  sent: number;
  answered: number;
  waits: number[];
}

/**
 * The watches, in a process of their own: told how many reports a second, it sends them in turn; asked, it says how long the answers took.
 */
async function watches(port: number, count: number): Promise<void> {
  const sockets: Socket[] = [];
  const since: number[] = [];
  let counted: Counted = { sent: 0, answered: 0, waits: [] };
  const dialOne = async (n: number) => {
    const socket = dial(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    socket.on('error', () => process.exit(1));
    const known = once(socket, 'data');
    socket.write(bracketFrame({ vendor: '3G', id: idOf(ALARMS + n) }, 'LK,50,3,100'));
    await known;
    socket.on('data', () => {
      const begun = since[n];
      if (begun === undefined) return;
      delete since[n];
      counted.answered++;
      counted.waits.push(performance.now() - begun);
    });
    sockets[n] = socket;
  };
  for (let n = 0; n < count; n += DIALLING)
    await Promise.all(Array.from({ length: Math.min(DIALLING, count - n) }, (_, at) => dialOne(n + at)));
  let [rate, begun, done, turn] = [0, 0, 0, 0];
  setInterval(() => {
    // Later ticks make up for a late one.
    const due = Math.min(((performance.now() - begun) / 1000) * rate, done + 500);
    for (; done < due; done++) {
      const n = turn++ % count;
      // A watch that still waits for its answer does not report again: it would not in life, and its wait is told by the answer that comes.
      if (since[n] !== undefined) continue;
      since[n] = performance.now();
      counted.sent++;
      const who = { vendor: '3G', id: idOf(ALARMS + n) } as const;
      sockets[n]!.write(
        Buffer.concat([
          bracketFrame(who, `bphrt,${118 + (turn % 20)},78,${60 + (turn % 30)},,,,`),
          bracketFrame(who, `LK,${turn % 9000},3,${10 + (turn % 90)}`),
        ]),
      );
    }
  }, 5);
  process.on('message', (reports: number | 'told') => {
    if (reports === 'told') process.send!(counted);
    else [rate, begun, done, counted] = [reports, performance.now(), 0, { sent: 0, answered: 0, waits: [] }];
  });
  process.send!('connected');
}

const ask = async (child: ChildProcess): Promise<Counted> => {
  child.send('told');
  return ((await once(child, 'message')) as [Counted])[0];
};

async function main(): Promise<void> {
  const [count, seconds] = [Number(process.argv[2] ?? 8_000), Number(process.argv[3] ?? 20)];
  if (count > DEVICES) throw new Error(`at most ${DEVICES} watches`);
  const c = await cluster('many-watches', async (admin) => {
    const tenant = `case when n < ${ALARMS} then ${WATCHING} else 2 + n % ${TENANTS} end`;
    const all = `generate_series(0, ${ALARMS + DEVICES - 1}) as n`;
    await admin.query(
      `insert into tenants (id, name, code) select i, '机构' || i, 'bench' || i from generate_series(2, ${TENANTS + 1}) as i`,
    );
    await admin.query(
      `insert into users (tenant_id, id, username, name) select i, i, 'bench' || i, '值班员' from generate_series(2, ${TENANTS + 1}) as i`,
    );
    await admin.query(`insert into people (tenant_id, id, name) select ${tenant}, n + 1, '老人' || n from ${all}`);
    await admin.query(
      `insert into devices (tenant_id, id, imei, short_id, person_id) select ${tenant}, n + 1, '8637' || (8900000000 + n) || '0',
        (8900000000 + n)::text, n + 1 from ${all}`,
    );
    await admin.query('vacuum (analyze)');
  });
  await c.admin.query(
    'truncate warnings, warning_events, device_events, device_states, readings, latest_readings, hourly_readings, daily_readings, positions cascade',
  );
  await c.admin.query('select app.prepare_partitions()');
  await signIn(c.admin, TENANTS + 1, ['warning_devicewarning_view'], token);
  const path = await startProduct(c);
  const sender = fork(import.meta.filename, ['watches', String(path.gateway), String(count)]);
  const figures: Record<string, unknown>[] = [];
  const goals: [string, number, number][] = [];
  let used = 0;
  try {
    await once(sender, 'message');
    let heard: () => void = () => {};
    const page = await path.page(() => heard());
    const spent = () => ({
      own: path.servers.reduce((sum, { child }) => sum + cpuOf(child.pid!), 0),
      pg: cpuOfPostgres(c.postmaster),
      at: performance.now(),
    });
    for (const { name, rows } of PHASES) {
      const stored = async () => Number((await c.admin.query('select count(*) as n from readings')).rows[0].n);
      const [rowsBefore, before] = [await stored(), spent()];
      sender.send(rows / ROWS_A_REPORT);
      const alarms: number[] = [];
      while (performance.now() - before.at < seconds * 1000) {
        const id = idOf(used++);
        const watch = dial(path.gateway, '127.0.0.1').setNoDelay(true);
        await once(watch, 'connect');
        watch.resume().on('error', () => {});
        watch.write(bracketFrame({ vendor: '3G', id }, 'LK,50,3,100'));
        await sleep(EVERY_MS);
        const arrived = new Promise<boolean>((resolve) => {
          heard = () => resolve(true);
          setTimeout(() => resolve(false), 10_000).unref();
        });
        const begun = performance.now();
        watch.write(bracketFrame({ vendor: '3G', id }, positionContent('AL', { at: Date.now(), ...place, status: SOS })));
        if (!(await arrived)) throw new Error(`an alarm was not heard within 10 s (${name})`);
        alarms.push(performance.now() - begun);
        watch.destroy();
      }
      const { sent, answered, waits } = await ask(sender);
      const after = spent();
      sender.send(0);
      await sleep(2000);
      const late = (await ask(sender)).answered;
      const percent = (us: number) => us / 10 / (after.at - before.at);
      const elapsed = (after.at - before.at) / 1000;
      figures.push({
        load: name,
        sockets: count,
        'reports/s': sent / elapsed,
        'rows/s': ((await stored()) - rowsBefore) / elapsed,
        'ack p50 ms': share(waits, 0.5),
        'ack p99 ms': share(waits, 0.99),
        'SOS p50 ms': share(alarms, 0.5),
        'SOS p99 ms': share(alarms, 0.99),
        alarms: alarms.length,
        unanswered: sent - answered - late,
        'node CPU %': percent(after.own - before.own),
        'pg CPU %': percent(after.pg - before.pg),
      });
      goals.push([`${name}: answer p99`, share(waits, 0.99), 500], [`${name}: SOS to screen p99`, share(alarms, 0.99), 100]);
    }
    page.removeAllListeners('close');
    page.terminate();
    table(`${count} watches, ${seconds} s each`, figures);
    for (const [what, value, goal] of goals) ratio(what, value, '<=', goal, ' ms');
    console.log(machine());
  } finally {
    sender.kill('SIGKILL');
    for (const server of path.servers) await stop(server);
    await c.stop();
  }
}

if (process.send) process.on('disconnect', () => process.exit());
const [role, port, count] = process.argv.slice(2);
if (role === 'watches') await watches(Number(port), Number(count));
else await main();
