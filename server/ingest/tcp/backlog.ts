/** Frames of all connections that wait for commit, so that a slow database slows the sockets down and never fills memory. */
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface Backlog {
  readonly full: boolean;
  add(size: number): void;
  /** Takes a frame out; when half of the room is free again, everybody who waited for room is called once. */
  remove(size: number): void;
  onRoom(resume: () => void): void;
  forget(resume: () => void): void;
}

export function createBacklog(limits: GatewayLimits, counts: GatewayCounts): Backlog {
  let bytes = 0;
  const waiters = new Set<() => void>();
  return {
    get full() {
      return counts.waiting >= limits.totalFrames || bytes >= limits.totalBytes;
    },
    add(size) {
      counts.waiting++;
      bytes += size;
    },
    remove(size) {
      counts.waiting--;
      bytes -= size;
      if (waiters.size === 0 || counts.waiting > limits.totalFrames / 2 || bytes > limits.totalBytes / 2) return;
      const woken = [...waiters];
      waiters.clear();
      for (const resume of woken) resume();
    },
    onRoom(resume) {
      waiters.add(resume);
    },
    forget(resume) {
      waiters.delete(resume);
    },
  };
}
