/** Files of the server: an `<img>` cannot send a token, so what is shown has a link that is good for some minutes. */
import type { QueryClient } from '@tanstack/react-query';
import { files } from '#contract/files/files.ts';
import { call, keyOf, useCall } from '#web/api/call.ts';
import { keptLink } from './kept-files.ts';

/** Links are good for ten minutes at least. */
const FRESH_MS = 9 * 60_000;
const OURS = /^\/admin\/sys-file\/([a-z0-9-]+)\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

/** The address to show a file by: a link for ours, any other as it is. Undefined while it is asked for, null when there is none. */
export function useFileLink(url: string): string | null | undefined {
  const kept = keptLink(url);
  const [, bucket = '', file = ''] = (kept === undefined && OURS.exec(url)) || [];
  const query = useCall(
    files.link,
    { bucket, file },
    { enabled: file !== '', staleTime: FRESH_MS, refetchInterval: FRESH_MS, quiet: true },
  );
  if (kept !== undefined) return kept;
  if (file === '') return /^(https?:|blob:|data:image\/|\/)/.test(url) ? url : null;
  return query.isError ? null : query.data?.link;
}

/** As `useFileLink`, for what is drawn without React: the link of a file of ours; null when there is none. */
export async function fileLink(client: QueryClient, url: string): Promise<string | null> {
  const [, bucket = '', file = ''] = OURS.exec(url) ?? [];
  if (file === '') return null;
  const input = { bucket, file };
  const queryFn = () => call(files.link, input, { quiet: true });
  return client.fetchQuery({ queryKey: keyOf(files.link, input), queryFn, staleTime: FRESH_MS, retry: false }).then(
    ({ link }) => link,
    () => null,
  );
}
