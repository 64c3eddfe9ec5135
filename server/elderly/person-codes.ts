/** The codes of people: made, renewed, scanned, and printed on cards. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { codeOfScan, partFlags } from '#contract/elderly/person-codes.rules.ts';
import type { PersonCard, PersonCode, personCodes as routes, ScannedPerson } from '#contract/elderly/person-codes.ts';
import { hiddenPhone } from '#contract/warnings/warning-records.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { matching, readOne, withColumns } from '../lists/crud.ts';
import { peopleRows } from './people-rows.ts';
import { lock } from './person-locks.ts';
import { hasGone } from './registrations.ts';

type Card = z.input<typeof PersonCard>;
type Scanned = Omit<z.input<typeof ScannedPerson>, 'allergies'>;

const GONE = '该服务对象已离开机构，不能生成身份码';
/** The same words for a code that never was, for one that was renewed, and for a person out of reach. */
const noPerson = () => new Refusal(404, '身份码无效或已更换');

/** Guesses find none: 128 random bits, 26 letters and digits. */
export const newCode = () =>
  BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(32)
    .padStart(26, '0');

const readCode = async ({ tx }: Context, personId: number): Promise<z.input<typeof PersonCode> | null> =>
  (await tx.row<z.input<typeof PersonCode>>(sql`
    select person_id as "oldmanId", code, version, user_name as "createBy", updated_at as "createTime"
    from person_codes where tenant_id = ${tx.tenantId} and person_id = ${personId}`)) ?? null;

/** What cards say of the people with these ids, as far as the session reaches, in no order. */
function cardsOf({ session, tx }: Context, ids: readonly number[]) {
  const options = peopleRows(session);
  const { userName, gender, age, status, place, careLevel, flags } = options.columns;
  return tx.rows<Card>(
    withColumns<Card>(matching({ ...options, filters: {} }, {}, session).where('id', 'in', ids), {
      oldmanId: 'id',
      userName,
      gender,
      age,
      status,
      place,
      careLevel,
      meal: 'meal',
      mealNote: 'meal_note',
      flags,
      code: () => sql`(select c.code from person_codes c where c.tenant_id = people.tenant_id and c.person_id = people.id)`,
      version: () =>
        sql`coalesce((select c.version from person_codes c where c.tenant_id = people.tenant_id and c.person_id = people.id), 0)`,
    }),
  );
}

export const personCodes: Handlers<typeof routes> = {
  async renew({ oldmanId, version }, context) {
    const { tx, session } = context;
    // Of two at once the second waits here and then reads what the first made.
    const person = await lock(oldmanId, context);
    if (hasGone(person.status)) throw refused(GONE);
    const before = await readCode(context, oldmanId);
    if (version !== undefined && version !== (before?.version ?? 0)) throw conflict('身份码已被他人更换，请刷新后重试', before);
    await tx.run(sql`
      insert into person_codes (tenant_id, person_id, code, user_name) values (${tx.tenantId}, ${oldmanId}, ${newCode()}, ${session.name})
      on conflict (tenant_id, person_id) do update
        set code = excluded.code, user_name = excluded.user_name, version = person_codes.version + 1, updated_at = now()`);
    await context.emit('person.changed', { personId: oldmanId });
    return (await readCode(context, oldmanId))!;
  },

  async find({ code: scanned }, context) {
    const { tx, session } = context;
    const code = codeOfScan(scanned);
    if (code === null) throw noPerson();
    const options = peopleRows(session);
    const { id, userName, gender, age, status, place, careLevel, flags, contactName, contactRelation, contactPhone } = options.columns;
    const columns = { id, userName, gender, age, status, place, careLevel, flags, contactName, contactRelation, contactPhone };
    // A card that was printed for a record that was merged is that of the person who was kept.
    const ofCode = sql<number>`(select coalesce(p.merged_into, p.id) from person_codes c
      join people p on p.tenant_id = c.tenant_id and p.id = c.person_id where c.tenant_id = ${tx.tenantId} and c.code = ${code})`;
    const row = await tx.row(
      withColumns<Scanned>(matching({ ...options, filters: {} }, {}, session).where('id', '=', ofCode), {
        ...columns,
        meal: 'meal',
        mealNote: 'meal_note',
      }),
    );
    if (!row) throw noPerson();
    const { allergies, others } = partFlags(row.flags);
    return { ...row, allergies, flags: others, contactPhone: row.contactPhone && hiddenPhone(row.contactPhone) };
  },

  async prepare({ ids }, context) {
    const { tx, session } = context;
    const wanted = [...new Set(ids)];
    const cards = await cardsOf(context, wanted);
    if (cards.length < wanted.length) throw notFound('服务对象');
    if (cards.some(({ status }) => hasGone(status))) throw refused(GONE);
    const without = cards.filter(({ code }) => code === null).map(({ oldmanId }) => oldmanId);
    if (without.length === 0) return true;
    const rows = without.map((personId) => ({ tenant_id: tx.tenantId, person_id: personId, code: newCode(), user_name: session.name }));
    // Who got one meanwhile keeps it.
    await tx.run(
      db
        .insertInto('person_codes')
        .values(rows)
        .onConflict((on) => on.columns(['tenant_id', 'person_id']).doNothing()),
    );
    for (const personId of without) await context.emit('person.changed', { personId });
    return true;
  },

  async cards({ ids }, context) {
    const known = new Map((await cardsOf(context, ids)).map((card) => [card.oldmanId, card]));
    return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  },

  async get({ id }, context) {
    await readOne(peopleRows(context.session), id, context);
    return readCode(context, id);
  },
};
