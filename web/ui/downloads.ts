/** Files from raw routes: with the session's token, as a download of the browser. */
import { useCallback, useRef, useState } from 'react';
import type { Input, Route } from '#contract/http.ts';
import { fetchRoute } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { CallError } from '#web/api/refusals.ts';
import { filenameOf } from './filenames.ts';

/** A large export takes its time. */
const TIMEOUT_MS = 15 * 60_000;

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * `start(route, input, name, said)` saves what the route answers and says so; `bytes`
 * is what has come so far, null when nothing is on its way.
 */
export function useDownload() {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);

  const start = useCallback(async <R extends Route>(route: R, input: Input<R>, fallback: string, said = '导出完成') => {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setBytes(0);
    try {
      const answer = await fetchRoute(route, input, { signal: abort.signal, timeout: TIMEOUT_MS });
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let length = 0;
      const reader = answer.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        parts.push(part.value);
        length += part.value.length;
        setBytes(length);
      }
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      saveAs(new Blob(parts, { type }), filenameOf(answer.headers.get('content-disposition'), fallback));
      showMessage('success', said);
    } catch (error) {
      // A refusal has been shown; a download that broke off has not.
      if (!abort.signal.aborted && !(error instanceof CallError)) showMessage('error', '导出中断，请重试');
    } finally {
      running.current = null;
      setBytes(null);
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { start, cancel, bytes };
}
