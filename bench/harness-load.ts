/** The load generator, a process of its own: `connections` keep-alive connections, each asking again as soon as it has its answer. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

export interface Request {
  path: string;
  headers?: Record<string, string>;
}

export interface Order {
  port: number;
  /** Asked in turn. */
  requests: Request[];
  connections: number;
  /** How long answers count. */
  seconds: number;
}

export interface Load {
  /** Answers with status 200; any other ends the run with an error. */
  answers: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of an answer's body. */
  bytes: number;
}

/** Runs one load in a fresh process. Rejects with the first answer that is not 200. */
export async function load(order: Order): Promise<Load> {
  const child = fork(import.meta.filename, [], { execArgv: [] });
  child.send(order);
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [{ error: 'the load generator ended' }]),
  ])) as [Load | { error: string }];
  child.kill();
  if ('error' in result) throw new Error(result.error);
  return result;
}

async function generate({ port, requests, connections, seconds }: Order): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const { path, headers } = requests[next++ % requests.length]!;
      const begun = performance.now();
      request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => (size += chunk.length));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} from ${path}`));
          times.push(performance.now() - begun);
          bytes += size;
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const line = async () => {
    while (performance.now() < until) await ask();
  };
  await Promise.all(Array.from({ length: connections }, line));
  const took = (performance.now() - begun) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    perSecond: times.length / took,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    bytes: bytes / times.length,
  };
}

if (process.argv[1] === import.meta.filename) {
  process.on('disconnect', () => process.exit());
  process.once('message', (order) => {
    generate(order as Order).then(
      (result) => process.send!(result),
      (error: Error) => process.send!({ error: error.message }),
    );
  });
}
