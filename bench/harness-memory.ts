/** Memory of another process, from /proc; mebibytes. */
import { readFileSync, writeFileSync } from 'node:fs';

const read = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

export const residentOf = (pid: number) => read(pid, 'VmRSS');
/** The most since `forgetPeak`. */
export const peakOf = (pid: number) => read(pid, 'VmHWM');
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
