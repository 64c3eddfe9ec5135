/** Processes of the operating system, found in /proc: what a test may kill, and that nothing of it is left behind. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Why these tests cannot run here; false when they can. */
export const unable = existsSync('/proc/self/stat') ? false : 'needs /proc to find the processes';

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const everyone = () => readdirSync('/proc').map(Number).filter(Boolean);
const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(read(pid, 'stat'))?.[1]);
/** A zombie has ended: nobody has asked for its exit code yet. */
const ended = (pid: number) => ['', 'Z', 'X'].includes(/\) (\S)/.exec(read(pid, 'stat'))?.[1] ?? '');

export const commandOf = (pid: number) => read(pid, 'cmdline').replaceAll('\0', ' ');

/** The living children of a process whose command line contains `part`. */
export const childrenOf = (pid: number, part: string) =>
  everyone().filter((one) => parentOf(one) === pid && !ended(one) && commandOf(one).includes(part));

/** The living processes that were started with this variable in their environment. */
export const processesWith = (name: string, value: string) =>
  everyone().filter((pid) => !ended(pid) && read(pid, 'environ').split('\0').includes(`${name}=${value}`));

/** Sends a signal; false when the process has gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Seconds that a test waits for anything; a busy machine needs a few. */
export const PATIENCE_S = 90;

/** Resolves with the first truthy answer; throws after `seconds` and says in the words of `what` what did not come. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  what: string | (() => string) = ask.toString(),
  seconds = PATIENCE_S,
): Promise<NonNullable<T>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    if (performance.now() > end) throw new Error(`within ${seconds} s not: ${typeof what === 'string' ? what : what()}`);
    await wait(20);
  }
}

/** Resolves when the process has ended. */
export async function gone(pid: number): Promise<void> {
  const command = commandOf(pid);
  await eventually(() => ended(pid), `the end of process ${pid} (${command})`);
}

/** Resolves as `work` does; throws when that takes longer than `seconds`. What it does goes on. */
export async function within<T>(work: Promise<T>, what: string, seconds = PATIENCE_S): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`within ${seconds} s not: ${what}`)), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The first of `count` free ports in a row, below those that the system gives to clients: nobody takes them while their server is down. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 15_000 + Math.floor(Math.random() * 15_000);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}
