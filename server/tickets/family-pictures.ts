/** Pictures that families send: kept first, then named by what they write; at most so many of one phone on a day. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { DAY, isoOf } from '#contract/time.ts';
import type { Context, Dependencies } from '../context.ts';
import { Refusal, refused } from '../errors.ts';
import { dropShared, nameFile, urlOf, withStored } from '../files/file-keeping.ts';
import { withPage, type FamilyPage } from './family-passes.ts';
import type { NamedFile } from './ticket-messages.ts';

const EACH_DAY = 20;
const BUCKET = 'files';

const hashed = (deps: Dependencies, tenantId: number, phone: string) =>
  createHmac('sha256', deps.secrets.blind).update(`ticket-picture\0${tenantId}\0${phone}`).digest();

/** Throws 422 when this phone has sent enough today. What was sent yesterday and named by nothing goes. */
async function needRoom({ tx, tenantId }: FamilyPage, deps: Dependencies, phone: string): Promise<void> {
  const since = isoOf(deps.now() - DAY);
  const old = await tx.rows<{ name: string; used: boolean }>(sql`
    delete from ticket_uploads where tenant_id = ${tenantId} and created_at < ${since} returning name, used`);
  await dropShared(
    tx,
    old.filter(({ used }) => !used).map(({ name }) => name),
  );
  const sent = await tx.row<{ n: number }>(sql`
    select count(*)::integer as n from ticket_uploads where tenant_id = ${tenantId} and phone = ${hashed(deps, tenantId, phone)}`);
  if (sent!.n >= EACH_DAY) throw refused('今天上传的图片过多，请先提交或明天再试');
}

/** Keeps the picture of a request; `phoneOf` says whose it is. */
export async function keepPicture({ deps, upload }: Context, token: string, phoneOf: (page: FamilyPage) => string) {
  await withPage(deps, token, (page) => needRoom(page, deps, phoneOf(page)));
  return withStored(deps, upload, (stored) => {
    if (!stored.mime.startsWith('image/')) throw new Refusal(400, '只能上传图片');
    return withPage(deps, token, async (page) => {
      const { tx, tenantId, userId } = page;
      const { fileName, original, link } = await nameFile(tx, deps, stored, { purpose: 'shared', userId });
      await tx.run(sql`insert into ticket_uploads (tenant_id, name, phone, original, created_at)
        values (${tenantId}, ${fileName}, ${hashed(deps, tenantId, phoneOf(page))}, ${original}, ${isoOf(deps.now())})`);
      return { name: fileName, link };
    });
  });
}

/** The pictures that a message names: those that this phone has sent, each once. Throws 422. */
export async function takePictures(
  { tx, tenantId }: FamilyPage,
  deps: Dependencies,
  phone: string,
  names: readonly string[],
): Promise<NamedFile[]> {
  if (names.length === 0) return [];
  const taken = await tx.rows<{ name: string; original: string }>(sql`
    update ticket_uploads set used = true where tenant_id = ${tenantId} and name = any(${[...names]}::text[]) and not used
      and phone = ${hashed(deps, tenantId, phone)} returning name, original`);
  if (taken.length < new Set(names).size) throw refused('图片不存在，请重新上传');
  return taken.map(({ name, original }) => ({ fileName: original, fileUrl: urlOf(BUCKET, name) }));
}
