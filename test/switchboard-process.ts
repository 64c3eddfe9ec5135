/** The process of the calls as it runs, on the database of a test: to be killed. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { clusterDir } from './config.ts';
import { type Harness } from './harness.ts';

const MAIN = join(import.meta.dirname, '../server/switchboard/main.ts');

/** Starts processes; each resolves when it takes calls. `first` is the first of 200 UDP ports. `killAll` ends those that are left. */
export function switchboardProcesses(first: number) {
  const running = new Set<ChildProcess>();
  return {
    async start(t: Harness, more: Record<string, string> = {}): Promise<ChildProcess> {
      const { host, port, database } = t.target('app');
      const child = fork(MAIN, [], {
        env: {
          ...process.env,
          DATABASE_URL: `postgres://${encodeURIComponent(host)}:${port}/${database}`,
          DATA_DIR: clusterDir,
          CALL_PORTS: `${first}-${first + 199}`,
          CALL_ADDRESSES: '127.0.0.1',
          LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
          DEMO: '0',
          ...more,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      await once(child, 'message');
      return child;
    },
    killAll: () => [...running].forEach((child) => child.kill('SIGKILL')),
  };
}
