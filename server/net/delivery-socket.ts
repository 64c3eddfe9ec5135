/** The local socket between the web process and the one that takes devices' messages. */
import { environment } from '../config.ts';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer paths than this are no addresses of sockets. */
const MOST = 100;

/** Where `PUSH_SOCKET` says, else in the data directory; in the folder of temporary files when that is too deep. */
export function pushSocketOf(dataDir: string): string {
  const named = environment.pushSocket();
  if (named) return named;
  const own = join(dataDir, 'push.sock');
  if (Buffer.byteLength(own) <= MOST) return own;
  return join(tmpdir(), `yian-push-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`);
}
