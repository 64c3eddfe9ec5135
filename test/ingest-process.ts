/** The ingest process as it runs, on the database of a test: to be killed, and to be told things from outside. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { clusterDir } from './config.ts';
import { type Harness } from './harness.ts';

const MAIN = join(import.meta.dirname, '../server/ingest/main.ts');

/**
 * Starts processes, `env` on top of what they need; resolves when one listens, with what
 * it says of its ports. `killAll` ends those that are left.
 */
export function ingestProcesses() {
  const running = new Set<ChildProcess>();
  return {
    async start<T = unknown>(t: Harness, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; message: T }> {
      const { host, port, database } = t.target('app');
      const child = fork(MAIN, [], {
        env: {
          ...process.env,
          DATABASE_URL: `postgres://${encodeURIComponent(host)}:${port}/${database}`,
          DATA_DIR: clusterDir,
          WATCH_PORT: '0',
          LOG_LEVEL: 'fatal',
          DEMO: '0',
          ...env,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      const [message] = (await once(child, 'message')) as [T];
      return { child, message };
    },
    killAll: () => [...running].forEach((child) => child.kill('SIGKILL')),
  };
}
