/** The files that answers name: uploads and signatures. */
import { FILE_URL } from '#contract/questionnaires/answer-checks.rules.ts';
import { keyOf, labelText, uploadBytes, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { db, type Tx } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import { setNamed, unnamedOf } from './unnamed-files.ts';

interface Named {
  item: FormItem;
  url: string;
}

const namedIn = (items: readonly FormItem[], answers: Readonly<Record<string, unknown>>): Named[] =>
  items.flatMap((item) => {
    const value = answers[keyOf(item.formItemId)];
    if (value === undefined) return [];
    if (item.type === 'SIGN_PAD') return [{ item, url: value as string }];
    return item.type === 'UPLOAD' ? (value as { url: string }[]).map(({ url }) => ({ item, url })) : [];
  });

/** Whether a file of this name is of a kind that `accept` names: extensions of `.jpg,.png` or `image/*`; empty takes everything. */
export function accepts(accept: string | undefined, name: string): boolean {
  const wanted = (accept ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);
  const extension = name.split('.').at(-1) as string;
  const kinds: Record<string, string> = { 'image/*': 'jpg jpeg png gif webp bmp', 'video/*': 'mp4 webm mov', 'audio/*': 'mp3 wav m4a ogg' };
  return (
    wanted.length === 0 || wanted.some((one) => one === '*' || one === `.${extension}` || (kinds[one] ?? '').split(' ').includes(extension))
  );
}

/**
 * Refuses files that are not the tenant's own, are larger than their question takes, or of another kind; of a stranger all that was not
 * uploaded for this questionnaire. They belong to the answer from now on.
 */
export async function checkFiles(
  tx: Tx,
  questionnaireId: number,
  items: readonly FormItem[],
  answers: Readonly<Record<string, unknown>>,
  isStranger: boolean,
): Promise<void> {
  const named = namedIn(items, answers);
  if (named.length === 0) return;
  const nameOf = (url: string) => FILE_URL.exec(url)?.[2] ?? '';
  const names = named.map(({ url }) => nameOf(url));
  const known = isStranger ? [...(await unnamedOf(tx, questionnaireId, names))] : names;
  const stored = await tx.rows(
    db
      .selectFrom('files')
      .select(['name', 'size'])
      .where('tenant_id', '=', tx.tenantId)
      .where('name', 'in', known.length > 0 ? known : [''])
      .where('deleted_at', 'is', null),
  );
  const sizes = new Map(stored.map(({ name, size }) => [name, Number(size)]));
  for (const { item, url } of named) {
    const size = sizes.get(nameOf(url));
    const label = labelText(item.label);
    if (size === undefined) throw invalid(`${label}的文件不存在，请重新上传`);
    if (item.type !== 'UPLOAD') continue;
    const { fileSize = 10, sizeUnit = 'MB', accept } = item.expand;
    if (size > uploadBytes(item.expand, MAX_FILE_BYTES)) throw invalid(`${label}的单个文件不能超过${fileSize}${sizeUnit}`);
    if (!accepts(accept, nameOf(url))) throw invalid(`${label}的文件类型不正确`);
  }
  await setNamed(tx, questionnaireId, names);
}
