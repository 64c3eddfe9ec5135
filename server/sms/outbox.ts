/** The local adapter: messages end in a file that only the operator can read. */
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sms } from './exchange.ts';

/** Appends one JSON line `{at, phone, text}` to `outbox/sms.log` of the data directory (0600), before anything else can happen. */
export async function appendToOutbox(dataDir: string, { phone, text }: Sms): Promise<void> {
  const folder = join(dataDir, 'outbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'sms.log');
  appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), phone, text })}\n`, { mode: 0o600 });
  // The mode above counts only for a new file.
  chmodSync(file, 0o600);
}
