/** The product's own web application in a process of its own, on a bench cluster; only its rate limits are wider. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/dependencies.ts';
import type { Cluster } from './harness-cluster.ts';

export interface Server {
  child: ChildProcess;
  port: number;
}

/** Starts a child that sends its port once it listens. It ends with us. */
export async function start(file: string, args: string[], env: Record<string, string>): Promise<Server> {
  const child = fork(file, args, { env: { LOG_LEVEL: 'warn', ...process.env, ...env } });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ${args.join(' ')} ended`);
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => {});
  return { child, port };
}

export async function stop({ child }: Server): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The product with `pool` database connections. */
export const startProduct = (c: Cluster, pool: number) =>
  start(import.meta.filename, [], { DATA_DIR: c.dir, DB_POOL: String(pool), DEMO: '0' });

if (process.argv[1] === import.meta.filename) {
  process.on('disconnect', () => process.exit());
  const { app } = await buildApp(connect(readConfig(), 'bench'), { webDir: null, rateFactor: 1e6 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send!((app.server.address() as AddressInfo).port);
}
