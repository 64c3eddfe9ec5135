/** Files of people with the link: kept in the institution's store, named by an answer within a day, or removed. */
import { sql } from 'kysely';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { uploadBytes, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import type { Dependencies, Upload } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { invalid, refused, Refusal } from '../errors.ts';
import { nameFile, type StoredFile } from '../files/file-keeping.ts';
import { typeOf } from '../files/file-types.ts';
import { accepts } from './answer-files.ts';
import { keyedDigest } from './visitors.ts';

const MEGABYTE = 1024 * 1024;
const MOST_SIGNATURE = 2 * MEGABYTE;
/** Bytes that no answer names yet, of one address and of one questionnaire. */
const MOST_OF_ADDRESS = 100 * MEGABYTE;
const MOST_OF_QUESTIONNAIRE = 1000 * MEGABYTE;

interface Room {
  most: number;
  accept: string | undefined;
}

/** What each question takes. */
const roomsOf = (items: readonly FormItem[]): Room[] =>
  items.flatMap(({ type, expand }): Room[] => {
    if (type === 'SIGN_PAD') return [{ most: MOST_SIGNATURE, accept: 'image/*' }];
    return type === 'UPLOAD' ? [{ most: uploadBytes(expand, MAX_FILE_BYTES), accept: expand.accept }] : [];
  });

const words = (bytes: number) => (bytes < MEGABYTE ? `${Math.floor(bytes / 1024)}KB` : `${Math.floor((bytes / MEGABYTE) * 10) / 10}MB`);

/** Refuses what no question of these takes: 422 when none asks for a file, 400 for its kind, 413 for its size. */
export function needRoom(items: readonly FormItem[], { bytes }: Upload): void {
  const rooms = roomsOf(items);
  if (rooms.length === 0) throw refused('该问卷没有需要上传文件的题目');
  const type = typeOf(bytes);
  if (!type) throw invalid('不支持的文件类型或文件已损坏');
  // A GIF is kept as a PNG.
  const extension = type.extension === 'gif' ? 'png' : type.extension;
  const fitting = rooms.filter(({ accept }) => accepts(accept, `a.${extension}`));
  if (fitting.length === 0) throw invalid('该问卷不接受这种类型的文件');
  const most = Math.max(...fitting.map((room) => room.most));
  if (bytes.length > most) throw new Refusal(413, `单个文件不能超过${words(most)}`);
}

/** Names a stored file for an answer to come; gives its address. Throws 429 while too much waits. The questionnaire is locked by the caller. */
export async function keepUnnamed(
  tx: Tx,
  deps: Dependencies,
  questionnaire: { id: number; userId: number | null },
  address: string,
  stored: StoredFile,
): Promise<string> {
  const viewer = keyedDigest(deps, 'questionnaire-upload', questionnaire.id, address);
  const waiting = await tx.row<{ all: number; own: number }>(sql`
    select coalesce(sum(size), 0)::bigint as "all", coalesce(sum(size) filter (where viewer = ${viewer}), 0)::bigint as own
    from questionnaire_uploads where tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaire.id}`);
  const { all, own } = waiting!;
  if (own + stored.size > MOST_OF_ADDRESS || all + stored.size > MOST_OF_QUESTIONNAIRE)
    throw new Refusal(429, '未提交的文件过多，请先提交问卷或稍后再试');
  const { url } = await nameFile(tx, deps, stored, { purpose: 'shared', userId: null });
  await tx.run(sql`
    insert into questionnaire_uploads (tenant_id, name, questionnaire_id, viewer, size)
    values (${tx.tenantId}, ${stored.name}, ${questionnaire.id}, ${viewer}, ${stored.size})`);
  return url;
}
