/** Imports as a person does them: a workbook is sent, its task is awaited. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Route } from '#contract/http.ts';
import type { Progress } from '#contract/transfers/transfers.ts';
import type { Harness, TestUser } from './harness.ts';

type Cell = string | number | boolean | Date | null;

/** The bytes of a workbook with these rows in its first sheet. */
export const workbook = async (rows: Cell[][], name = '数据'): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name, rows }] }));

/** The cells of a workbook's first sheet, or of the one at `at`. */
export async function cellsOf(bytes: Buffer, at = 0): Promise<string[][]> {
  const { sheets } = await readXlsx(bytes);
  return (sheets[at]?.rows ?? []).map((row) => row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))));
}

/** Sends a file; gives status, text and data of the answer. */
export async function send(t: Harness, route: Route, as: TestUser | null, bytes: Buffer, query = '', headers: Record<string, string> = {}) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), '名单.xlsx');
  const answer = await fetch(`${t.url}${route.path}${query && `?${query}`}`, {
    method: 'POST',
    body,
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
  });
  const { msg, data } = (await answer.json()) as { msg: string | null; data: { key: string; repeated?: boolean } | null };
  return { status: answer.status, msg, data };
}

/** Asks for a task until it has ended. */
export async function ended(t: Harness, as: TestUser, key: string): Promise<Progress> {
  for (;;) {
    const { data } = await t.call<Progress>('GET', '/questionnaire/common/process', { as, input: { key } });
    if (data === null || data.status !== 'running') return data;
    await sleep(50);
  }
}

/** Sends a file and waits for its end; throws when it is refused. */
export async function imported(t: Harness, route: Route, as: TestUser, bytes: Buffer, query = ''): Promise<Progress> {
  const { data, msg, status } = await send(t, route, as, bytes, query);
  if (!data?.key) throw new Error(`${status} ${msg}`);
  return ended(t, as, data.key);
}

/** The bytes at an address of ours. */
export async function fetched(t: Harness, as: TestUser, path: string): Promise<Buffer> {
  const answer = await fetch(t.url + path, { headers: { authorization: `Bearer ${as.token}` } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}
