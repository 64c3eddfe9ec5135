/**
 * One thread that hashes passwords. On Linux a thread has a priority of its own: this one waits for pages and alarms.
 */
import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface HashOrder {
  message: string;
  nonce: Uint8Array;
  tagLength: number;
  memory: number;
  passes: number;
  parallelism: number;
}

// Elsewhere 0 would mean the whole process. One step: with five no user could sign in
// any more while pages take both cores (bench/sign-in.ts).
if (process.platform === 'linux') setPriority(0, 1);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(argon2Sync('argon2id', order)));
