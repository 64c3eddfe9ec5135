/**
 * A warning to the 500 open pages of one tenant among 5,000 connections: our STOMP server beside a bare `ws` server that sends the same
 * body to the same sockets after a greeting. Then 50 pages that never read, while others
 * go on. Servers are processes of their own; runs alternate.
 * Usage: node bench/sockets.ts [rounds] [connections]
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { warningsTopic } from '#contract/realtime.ts';
import { SERVER_OPTIONS } from '#server/realtime/connections.ts';
import { stompServer } from '#server/realtime/stomp.ts';
import { routeUpgrades } from '#server/realtime/upgrades.ts';

const TENANTS = 10;
const BROADCASTS = 300;
const body = JSON.stringify({ type: 'warning.raised', warningId: 123_456, text: '预警'.repeat(48) });

async function serve(kind: string) {
  const server = createServer();
  let publish: (tenant: number, text: string) => void;
  let counters = () => ({});
  if (kind === 'stomp') {
    const stomp = stompServer({
      authenticate: async (token) => ({
        sessionId: Number(token),
        userId: Number(token),
        username: token,
        tenantId: Number(token) % TENANTS,
        permissions: new Set<string>(),
      }),
      stillValid: async () => true,
      maxAnonymous: 10_000,
    });
    routeUpgrades(server, [stomp.route]);
    publish = (tenant, text) => stomp.publish(tenant, 'warnings', null, text);
    counters = stomp.counters;
  } else {
    const tenants = Array.from({ length: TENANTS }, () => new Set<WebSocket>());
    const sockets = new WebSocketServer(SERVER_OPTIONS);
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (ws) => {
        tenants[Number(request.url!.split('?')[1]) % TENANTS]!.add(ws);
        ws.on('message', () => ws.send('R'));
      }),
    );
    publish = (tenant, text) => {
      const bytes = Buffer.from(text);
      for (const ws of tenants[tenant]!) ws.send(bytes, { binary: false });
    };
  }
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  process.on('message', ({ tenant, text, question }: { tenant: number; text?: string; question?: boolean }) => {
    if (text !== undefined) publish(tenant, text);
    if (!question) return;
    const cpu = process.cpuUsage();
    globalThis.gc!();
    process.send!({ cpu, rss: process.memoryUsage().rss, counters: counters() });
  });
  process.send!((server.address() as AddressInfo).port);
}

interface Facts {
  cpu: NodeJS.CpuUsage;
  rss: number;
  counters: { slow?: number };
}

async function start(kind: string) {
  const child: ChildProcess = fork(import.meta.filename, ['serve', kind], { execArgv: ['--expose-gc'] });
  const [port] = (await once(child, 'message')) as [number];
  const ask = async () => {
    child.send({ tenant: 0, question: true });
    return ((await once(child, 'message')) as [Facts])[0];
  };
  return { child, port, ask };
}

/** A page: `id` decides person and tenant; `onMessage` hears what follows the sign-in. */
function connect(kind: string, port: number, id: number, onMessage: () => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/act/ws?${id}`, { perMessageDeflate: false, skipUTF8Validation: true });
    ws.on('error', reject);
    ws.on('open', () => {
      if (kind === 'plain') return ws.send('hello');
      ws.send(`CONNECT\naccept-version:1.2\nheart-beat:0,0\nAuthorization:Bearer ${id}\n\n\0`);
      ws.send(`SUBSCRIBE\nid:sub-0\ndestination:${warningsTopic(id % TENANTS)}\nreceipt:r\n\n\0`);
    });
    ws.on('message', (data: Buffer) => {
      // RECEIPT, which ends the greeting, or MESSAGE; the plain server's greeting is the one letter.
      const first = String.fromCharCode(data[0]!);
      if (first === 'R') resolve(ws);
      else if (first !== 'C') onMessage();
    });
  });
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const share = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

async function round(kind: string, connections: number) {
  const { child, port, ask } = await start(kind);
  const empty = await ask();
  let arrived: (() => void) | null = null;
  const sockets: WebSocket[] = [];
  for (let id = 0; id < connections; id += 100) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, (_, at) => connect(kind, port, id + at, () => arrived?.())))));
  }
  const full = await ask();
  const delays: number[] = [];
  const complete: number[] = [];
  for (let count = 0; count < BROADCASTS; count++) {
    const begun = performance.now();
    let left = connections / TENANTS;
    await new Promise<void>((resolve) => {
      arrived = () => {
        delays.push(performance.now() - begun);
        if (--left === 0) resolve();
      };
      child.send({ tenant: 3, text: body });
    });
    complete.push(performance.now() - begun);
  }
  const done = await ask();
  const cpu = (done.cpu.user + done.cpu.system - full.cpu.user - full.cpu.system) / 1000 / BROADCASTS;
  for (const ws of sockets) ws.terminate();
  child.kill();
  await once(child, 'exit');
  return {
    cpu,
    kb: (full.rss - empty.rss) / 1024 / connections,
    p50: share(delays, 0.5),
    p99: share(delays, 0.99),
    complete: median(complete),
  };
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** 50 pages of a tenant stop reading while 50 others read: memory of the server, and what the readers notice. */
async function deaf() {
  const { child, port, ask } = await start('stomp');
  let received = 0;
  const delays: number[] = [];
  let begun = 0;
  const heard = () => void (received++, delays.push(performance.now() - begun));
  const readers = await Promise.all(Array.from({ length: 50 }, (_, at) => connect('stomp', port, at * TENANTS + 3, heard)));
  const silent = await Promise.all(Array.from({ length: 50 }, (_, at) => connect('stomp', port, (at + 50) * TENANTS + 3, () => {})));
  for (const ws of silent) (ws as unknown as { _socket: Socket })._socket.pause();
  const before = await ask();
  let peak = before.rss;
  for (let count = 1; count <= 1000; count++) {
    begun = performance.now();
    child.send({ tenant: 3, text: 'x'.repeat(16 * 1024) });
    await until(() => received === 50 * count);
    if (count % 20 === 0) peak = Math.max(peak, (await ask()).rss);
  }
  const { counters } = await ask();
  for (const ws of [...readers, ...silent]) ws.terminate();
  child.kill();
  return { cut: counters.slow, megabytes: (peak - before.rss) / 1024 / 1024, p50: share(delays, 0.5), p99: share(delays, 0.99), received };
}

if (process.argv[2] === 'serve') await serve(process.argv[3]!);
else {
  const rounds = Number(process.argv[2] ?? 5);
  const connections = Number(process.argv[3] ?? 5000);
  const results: Record<string, Awaited<ReturnType<typeof round>>[]> = { stomp: [], plain: [] };
  for (let count = 0; count < rounds; count++)
    for (const kind of count % 2 ? ['plain', 'stomp'] : ['stomp', 'plain']) results[kind]!.push(await round(kind, connections));
  const of = (kind: string, what: 'cpu' | 'kb' | 'p50' | 'p99' | 'complete') => median(results[kind]!.map((result) => result[what]));
  for (const kind of ['stomp', 'plain']) {
    console.log(
      `${kind}: ${of(kind, 'cpu').toFixed(2)} ms CPU a broadcast to ${connections / TENANTS}, complete in ${of(kind, 'complete').toFixed(1)} ms, delivery p50 ${of(kind, 'p50').toFixed(1)} p99 ${of(kind, 'p99').toFixed(1)} ms, ${of(kind, 'kb').toFixed(1)} kB a connection`,
    );
  }
  const ratios = results.stomp!.map(({ cpu }, at) => cpu / results.plain![at]!.cpu);
  console.log(`stomp/plain CPU: ${median(ratios).toFixed(2)} (goal <= 1.1)`);
  const { cut, megabytes, p50, p99, received } = await deaf();
  console.log(
    `50 of 100 pages never read: ${cut} cut, memory +${megabytes.toFixed(0)} MB, the readers got all ${received} (16 kB each), p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
  );
}
