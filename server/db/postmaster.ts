/** What a data directory says about the PostgreSQL that runs on it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  pid: number;
  /** It takes connections; false while it starts, recovers or stops. */
  ready: boolean;
}

/** The command line of a living process; empty for one that is gone or a zombie. */
function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const fileOf = (data: string) => join(data, 'postmaster.pid');

/** Number, command and status that `postmaster.pid` names; null without a whole file. */
function read(data: string): { pid: number; ours: boolean; command: string; status: string } | null {
  let lines: string[];
  try {
    lines = readFileSync(fileOf(data), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, directory, , , , , , status = ''] = lines;
  if (!(Number(pid) > 0) || !directory) return null;
  const command = commandOf(Number(pid));
  return { pid: Number(pid), ours: command.includes('postgres') && command.includes(directory), command, status: status.trim() };
}

/** The server of a cluster by its `postmaster.pid`; null when none runs there. */
export function postmasterOf(data: string): Postmaster | null {
  const found = read(data);
  return found?.ours ? { pid: found.pid, ready: found.status === 'ready' } : null;
}

/**
 * Removes a `postmaster.pid` whose number now belongs to another program: after a
 * restart of a container numbers repeat, and PostgreSQL would take that program for its predecessor. Processes of a real predecessor still
 * keep a new server away: they hold the shared memory of the folder.
 */
export function removeForeignLock(data: string): void {
  const found = read(data);
  if (found && !found.ours && found.command !== '') rmSync(fileOf(data), { force: true });
}
