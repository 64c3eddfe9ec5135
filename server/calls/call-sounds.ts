/** Sounds that callers hear: uploaded as WAV, kept as A-law, listened to in pages as callers hear them. */
import { sql, type RawBuilder } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { callSounds as routes, LONGEST_SOUND_S } from '#contract/calls/call-sounds.ts';
import { pieces, spokenWords } from '#contract/calls/spoken.rules.ts';
import { RATE } from '../call-media/alaw.ts';
import { WAV_HEADER, wavHeader } from '../call-media/recordings.ts';
import { toALaw } from '../call-media/to-alaw.ts';
import type { Dependencies } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { needQuota } from '../db/quotas.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { dropSealed, nameFile, storeMade, type StoredFile } from '../files/file-keeping.ts';
import { storeOf } from '../files/file-store.ts';
import type { Handlers } from '../http/implement.ts';
import { ownSound } from './spoken-files.ts';
import { contains, readOne, reads, writes, type ListOf } from '../lists/crud.ts';

const own = { table: 'call_sounds', noun: '语音文件' } as const;
const fields = { name: 'name', said: 'said', piece: 'piece' } as const;

/** That a tree of menus plays the sound. */
const inTree = sql`jsonb_path_exists(m.tree, '$.**.soundId ? (@ == $id)', jsonb_build_object('id', call_sounds.id))`;

const list: ListOf<typeof routes.page, 'call_sounds'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    durationMs: 'duration_ms',
    usedBy: () => sql<string[]>`array(
      select '语音菜单“' || m.name || '”' from call_menus m
        where m.tenant_id = call_sounds.tenant_id and (m.closed_sound_id = call_sounds.id or ${inTree})
      union all select '技能组“' || g.name || '”' from call_groups g
        where g.tenant_id = call_sounds.tenant_id and g.music_id = call_sounds.id
      union all select '呼叫服务“' || s.name || '”' from call_services s
        where s.tenant_id = call_sounds.tenant_id and s.announcement_id = call_sounds.id
      union all select '排队播报“' || (${JSON.stringify(spokenWords)}::jsonb ->> call_sounds.piece) || '”' where call_sounds.piece <> '')`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name') },
};
const written = writes({ ...own, fields });
const refusals = { call_sounds_tenant_id_name_key: conflict('已有同名的语音文件') };

const fileOf = (tx: Tx, id: number) =>
  tx.row<{ name: string }>(sql`select file_name as name from call_sounds where tenant_id = ${tx.tenantId} and id = ${id}`);

/** The sound of a file in the store, A-law without a header; null when the store does not have it. */
export async function soundIn(deps: Pick<Dependencies, 'config'>, name: string): Promise<Buffer | null> {
  const stream = await storeOf(deps.config).get(name, { start: WAV_HEADER, end: WAV_HEADER + LONGEST_SOUND_S * RATE });
  return stream && buffer(stream);
}

/** Throws 404 unless all of these are sounds of the institution. */
export async function needSounds(tx: Tx, ids: readonly (number | null | undefined)[]): Promise<void> {
  const asked = [...new Set(ids.flatMap((id) => id ?? []))];
  if (asked.length === 0) return;
  const row = await tx.row<{ known: number }>(sql`
    select count(*)::integer as known from call_sounds where tenant_id = ${tx.tenantId} and id = any(${asked}::bigint[])`);
  if ((row?.known ?? 0) < asked.length) throw notFound('语音文件');
}

/** How long a sound lasts, as SQL: `id` is an expression; 0 without one. */
export const lengthOf = (tx: Tx, id: RawBuilder<unknown> | number | null): RawBuilder<number> =>
  sql<number>`coalesce((select s.duration_ms from call_sounds s where s.tenant_id = ${tx.tenantId} and s.id = ${id}), 0)`;

/** Puts A-law into the store as a WAV file, outside of every transaction; `undo` takes it back. */
export const storeSound = (deps: Dependencies, name: string, sound: Uint8Array, undo: (work: () => Promise<void>) => void) =>
  storeMade(
    deps,
    { filename: `${name}.wav`, bytes: Buffer.concat([wavHeader(sound.length, 1), sound]), extension: 'wav', mime: 'audio/wav' },
    undo,
  );

/** Takes the sound that is in the place of a piece away from there. */
async function vacate(tx: Tx, piece: string): Promise<void> {
  if (piece === '') return;
  await tx.run(sql`
    update call_sounds set piece = '', version = version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and piece = ${piece}`);
}

/** Names what was stored. Gives its id. Throws 409 for a name that is taken, 422 (quota). */
export async function nameSound(
  tx: Tx,
  deps: Dependencies,
  stored: StoredFile,
  { name, said, piece = '', userId }: { name: string; said: string; piece?: string; userId: number | null },
): Promise<number> {
  await nameFile(tx, deps, stored, { purpose: 'sealed', userId });
  await vacate(tx, piece);
  const row = await explaining(
    refusals,
    tx.row<{ id: number }>(sql`
      insert into call_sounds (tenant_id, name, said, piece, file_name, duration_ms, created_by)
      values (${tx.tenantId}, ${name}, ${said}, ${piece}, ${stored.name},
        ${Math.ceil(((stored.size - WAV_HEADER) * 1000) / RATE)}, ${userId})
      returning id`),
  );
  return row!.id;
}

const asWav = (sound: Buffer) => ({
  type: 'audio/wav' as const,
  content: Buffer.concat([wavHeader(sound.length, 1), sound]).toString('base64'),
});
const pick = ({ id, name, version }: { id: number; name: string; version: number }) => ({ id, name, version });

export const callSounds: Handlers<typeof routes> = {
  page: reads(list).page,

  async create({ name, said, piece }, { tx, deps, session, upload, afterRollback }) {
    // Whose storage is full writes nothing.
    await needQuota(tx, 'storage', 1);
    const stored = await tx.outside(async () => storeSound(deps, name, await toALaw(upload.bytes), afterRollback));
    return nameSound(tx, deps, stored, { name, said, piece, userId: session.userId });
  },

  async update(form, context) {
    const { piece } = await readOne(list, form.id, context);
    if (form.piece && form.piece !== piece) await vacate(context.tx, form.piece);
    return explaining(refusals, written.update(form, context));
  },

  async listen({ id }, context) {
    const { tx, deps } = context;
    const file = await fileOf(tx, id);
    if (!file) throw notFound('语音文件');
    const sound = await tx.outside(() => soundIn(deps, file.name));
    if (!sound) throw notFound('语音文件');
    return asWav(sound);
  },

  async spoken(_, { tx }) {
    const rows = await tx.rows<{ id: number; name: string; version: number; piece: string; durationMs: number }>(sql`
      select id, name, version, piece, duration_ms as "durationMs" from call_sounds where tenant_id = ${tx.tenantId} and piece <> ''`);
    return Promise.all(
      pieces.map(async (piece) => {
        const found = rows.find((row) => row.piece === piece);
        const durationMs = found?.durationMs ?? Math.ceil(((await ownSound(piece)).length * 1000) / RATE);
        return { piece, words: spokenWords[piece], sound: found ? pick(found) : null, durationMs };
      }),
    );
  },

  hear: async ({ piece }) => asWav(await ownSound(piece)),

  async remove(input, context) {
    const { usedBy } = await readOne(list, input.id, context);
    if (usedBy.length > 0) throw refused(`语音文件正被${usedBy.join('、')}使用，请先在那里更换`);
    const file = await fileOf(context.tx, input.id);
    await written.remove(input, context);
    if (file) await dropSealed(context.tx, [file.name]);
    return true;
  },
};
