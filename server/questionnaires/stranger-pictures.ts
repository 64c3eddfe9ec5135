/** Pictures of a questionnaire as strangers see them: they have no session that opens a file, so its address comes signed. */
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { signedLink } from '../files/file-links.ts';

/** The stored address of a picture, alone or within rich text; one that has a query already is none. */
const PICTURES = /\/admin\/sys-file\/[a-z0-9-]{1,30}\/([0-9a-f-]{36}\.(?:jpe?g|png|webp|gif))(?![\w?.])/g;

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change)]));
}

/**
 * The same value, in which the address of each picture of the tenant opens for some minutes. What somebody keeps
 * for their own eyes is not opened, although an editor may have written its address.
 */
export async function withPictures<T>({ tx, deps }: Pick<Work, 'tx' | 'deps'>, value: T): Promise<T> {
  const names = new Set<string>();
  mapped(value, (text) => {
    for (const [, name] of text.matchAll(PICTURES)) names.add(name as string);
    return text;
  });
  if (names.size === 0) return value;
  const shared = await tx.rows(
    db
      .selectFrom('files')
      .select('name')
      .where('tenant_id', '=', tx.tenantId)
      .where('name', 'in', [...names])
      .where('purpose', '=', 'shared')
      .where('deleted_at', 'is', null),
  );
  const open = new Set(shared.map(({ name }) => name));
  return mapped(value, (text) =>
    text.replace(PICTURES, (path, name: string) => (open.has(name) ? signedLink(deps.secrets, tx.tenantId, path, deps.now()) : path)),
  ) as T;
}
