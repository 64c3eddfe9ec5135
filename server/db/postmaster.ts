/** What a data directory says about the PostgreSQL that runs on it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** Reads `postmaster.pid` of a cluster; null when no server runs there. A number that the system gave to another process meanwhile is not ours. */
export function postmasterOf(data: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, directory, , , , , , status] = lines;
  if (!(Number(pid) > 0) || !directory) return null;
  const command = commandOf(Number(pid));
  if (!command.includes('postgres') || !command.includes(directory)) return null;
  return { pid: Number(pid), ready: status?.trim() === 'ready' };
}
