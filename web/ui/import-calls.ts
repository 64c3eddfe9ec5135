/** Sending a workbook, and following what becomes of it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImportMode, Progress } from '#contract/transfers/transfers.ts';
import { transfers, type importRoutes } from '#contract/transfers/transfers.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/refusals.ts';

export type ImportRoutes = ReturnType<typeof importRoutes>;

/** A workbook goes up and is read at once; large ones over slow lines take their time. */
const SEND_MS = 3 * 60_000;
const FIRST_POLL_MS = 300;
const POLL_MS = 1000;
/** So many questions without an answer in a row are no passing trouble. */
const PATIENCE = 10;

/** Where an import is. `refused` has the server's text about the whole file; `repeated`: it asks whether to do it once more. */
export type Importing =
  | { at: 'idle' }
  | { at: 'refused'; text: string; repeated: boolean; mode: ImportMode }
  | { at: 'running'; mode: ImportMode; progress: Progress | null }
  | { at: 'ended'; mode: ImportMode; progress: Progress };

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Asks until the task has ended; null when it cannot be learned any more. Throws when aborted. */
export async function follow(key: string, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Progress | null> {
  let failures = 0;
  for (let wait = FIRST_POLL_MS; ; wait = POLL_MS) {
    await pause(wait, signal);
    signal.throwIfAborted();
    const progress = await call(transfers.process, { key }, { quiet: true }).catch(() => undefined);
    signal.throwIfAborted();
    if (progress === null) return null;
    if (progress === undefined) {
      if (++failures >= PATIENCE) return null;
    } else {
      failures = 0;
      if (progress.status !== 'running') return progress;
      onProgress(progress);
    }
  }
}

/** `send(file, mode, again)` imports; `stop` cancels on the server what is running. Leaving the page leaves a running import alone. */
export function useImporting(routes: ImportRoutes) {
  const [state, setState] = useState<Importing>({ at: 'idle' });
  const running = useRef<{ abort: AbortController; key: string | null } | null>(null);
  useEffect(() => () => running.current?.abort.abort(), []);

  const send = useCallback(
    async (file: File, mode: ImportMode, again = false) => {
      running.current?.abort.abort();
      const own: { abort: AbortController; key: string | null } = { abort: new AbortController(), key: null };
      running.current = own;
      const { signal } = own.abort;
      setState({ at: 'running', mode, progress: null });
      try {
        const route = { ...routes.import, path: `${routes.import.path}?mode=${mode}&again=${again}` };
        const once = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
        const { key } = await call(route, { file } as never, { quiet: true, timeout: SEND_MS, key: once, signal });
        own.key = key;
        const progress = await follow(key, signal, (progress) => setState({ at: 'running', mode, progress }));
        if (progress) setState({ at: 'ended', mode, progress });
        else setState({ at: 'refused', mode, repeated: false, text: '读取不到导入进度，请稍后在列表中核对，不要重复导入' });
      } catch (error) {
        if (signal.aborted) return;
        const refusal = error instanceof CallError ? error : new CallError(0, '导入失败，请重试');
        const repeated = Boolean((refusal.data as { repeated?: boolean } | null)?.repeated);
        setState({ at: 'refused', mode, repeated, text: refusal.message });
      }
    },
    [routes],
  );
  const stop = useCallback(async () => {
    const own = running.current;
    if (!own) return;
    if (own.key) await call(transfers.cancel, { key: own.key }, { quiet: true }).catch(() => {});
    else {
      own.abort.abort();
      setState({ at: 'idle' });
    }
  }, []);
  const reset = useCallback(() => {
    running.current?.abort.abort();
    setState({ at: 'idle' });
  }, []);
  return { state, send, stop, reset };
}
