/** Findings of the skin: found, looked at again and again, healed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  closedSkin,
  decideSkin,
  isPressure,
  seenProblem,
  skinKinds,
  skinStates,
  type SkinChange,
  type SkinCommand,
  type SkinSeen,
} from '#contract/care/skin-commands.rules.ts';
import { skinFindings as routes, type SkinFinding } from '#contract/care/skin-findings.ts';
import { instantOf, isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, needVersion, type Machine } from '../db/transitions.ts';
import { notFound, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, reads, type ListOf } from '../lists/crud.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { reachesCare } from './care-reach.ts';

const NOUN = '皮肤记录';
const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;
const PRESSURE = Object.keys(skinKinds).map(Number).filter(isPressure);

/** Millimetres of a column as centimetres. */
const cm = (column: string) => sql<number | null>`(${sql.ref(column)} / 10.0)::float8`;
const mm = (side: number | null) => (side === null ? null : Math.round(side * 10));

const listAt = (tenantId: number): ListOf<typeof routes.page, 'skin_findings'> => ({
  table: 'skin_findings',
  noun: NOUN,
  scope: reachesCare('skin_findings.person_id'),
  columns: {
    id: 'id',
    state: 'state',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'skin_findings.person_id'),
    place: () => placeOfPerson(sql.ref('skin_findings.tenant_id'), sql.ref('skin_findings.person_id')),
    part: 'part',
    kind: 'kind',
    length: () => cm('skin_findings.length_mm'),
    width: () => cm('skin_findings.width_mm'),
    foundTime: 'found_at',
    seenTime: 'seen_at',
    healTime: 'healed_at',
    looks: () => sql<number>`(select count(*)::integer from skin_looks l where l.tenant_id = skin_findings.tenant_id
      and l.finding_id = skin_findings.id)`,
    userName: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    oldmanId: equals('person_id'),
    oldmanName: personTyped(tenantId, 'skin_findings.person_id'),
    state: equals('state'),
    kind: equals('kind'),
    pressure: (_eb, value) => (value === true ? sql`kind = any(${PRESSURE}::smallint[])` : sql`true`),
  },
  sorts: { seen_time: 'seen_at' },
  order: 'seen_at',
});

type Wire = z.input<typeof SkinFinding>;

/** A finding that the session reaches, locked. Throws 404. */
async function lockFinding(context: Context, id: number) {
  await readOne(listAt(context.session.tenantId), id, context);
  const row = await context.tx.row(
    db.selectFrom('skin_findings').selectAll().where('tenant_id', '=', context.tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
type Row = Awaited<ReturnType<typeof lockFinding>>;

const skin: Machine<Context, Row, SkinCommand, SkinChange, Wire> = {
  table: 'skin_findings',
  read: lockFinding,
  fresh: (context, { id }) => readOne(listAt(context.session.tenantId), id, context),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedSkin,
  decide: decideSkin,
  columns: (_context, _row, { set }) => set,
  follow: async () => {},
  async record(context, { person_id }) {
    await context.emit('skin.changed', { personId: person_id });
  },
};

interface Look {
  seen: SkinSeen;
  at: number;
  healed: boolean;
  note: string;
  photos: readonly string[];
}

const write = ({ tx, deps, session }: Context, findingId: number, { seen, at, healed, note, photos }: Look) =>
  tx.run(
    db.insertInto('skin_looks').values({
      tenant_id: tx.tenantId,
      finding_id: findingId,
      ...seen,
      healed,
      note,
      photos: [...photos],
      seen_at: isoOf(at),
      user_id: session.userId,
      user_name: session.name,
      created_at: isoOf(deps.now()),
    }),
  );

interface Told {
  note: string;
  photos: readonly string[];
  time: string | null;
}

/** Carries out a command on a finding and writes the look that it was; `seenOf` says what was seen of the row. */
async function act(
  context: Context,
  { id, version }: { id: number; version?: number | undefined },
  action: SkinCommand['action'],
  { note, photos, time }: Told,
  seenOf: (row: Row) => SkinSeen,
): Promise<true> {
  const row = await lockFinding(context, id);
  await needVersion(skin, context, row, version);
  const now = context.deps.now();
  const at = time === null ? now : instantOf(time);
  const seen = seenOf(row);
  return applyTo(skin, context, row, { action, at, seen }, () =>
    write(context, id, { seen, at: Math.min(at, now), healed: action === 'heal', note, photos }),
  );
}

const sizes = (length: number | null, width: number | null) => ({ length_mm: mm(length), width_mm: mm(width) });

export const skinFindings: Handlers<typeof routes> = {
  page: (input, context) => reads(listAt(context.session.tenantId)).page(input, context),

  async get({ id }, context) {
    const row = await readOne(listAt(context.session.tenantId), id, context);
    const course = await context.tx.rows(
      db
        .selectFrom('skin_looks')
        .select((eb) => [
          'id',
          'kind',
          cm('skin_looks.length_mm').as('length'),
          cm('skin_looks.width_mm').as('width'),
          'healed',
          'note',
          'photos',
          eb.ref('seen_at').as('time'),
          'user_name as userName',
        ])
        .where('tenant_id', '=', context.tx.tenantId)
        .where('finding_id', '=', id)
        .orderBy('seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(500),
    );
    return { ...row, course };
  },

  create: (form, context) =>
    once(context, routes.create, form, async () => {
      const { tx, deps, session } = context;
      const { oldmanId, part, kind, length, width, note, photos, time } = form;
      const now = deps.now();
      const told = time === null ? now : instantOf(time);
      const problem = seenProblem(told, now);
      if (problem !== null) throw refused(problem);
      await readOne(peopleRows(session), oldmanId, context);
      const at = Math.min(told, now);
      const seen = { kind, ...sizes(length, width) };
      const made = await tx.row(
        db
          .insertInto('skin_findings')
          .values({
            tenant_id: tx.tenantId,
            person_id: oldmanId,
            state: skinStates.open,
            part,
            ...seen,
            found_at: isoOf(at),
            seen_at: isoOf(at),
            user_id: session.userId,
            user_name: session.name,
            created_at: isoOf(now),
          })
          .returning('id'),
      );
      await write(context, made!.id, { seen, at, healed: false, note, photos });
      await context.emit('skin.changed', { personId: oldmanId });
      return made!.id;
    }),

  look: ({ version, ...form }, context) =>
    once(context, routes.look, form, () =>
      act(context, { id: form.id, version }, 'look', form, () => ({ kind: form.kind, ...sizes(form.length, form.width) })),
    ),

  heal: ({ version, ...form }, context) =>
    once(context, routes.heal, form, () =>
      act(context, { id: form.id, version }, 'heal', form, ({ kind, length_mm, width_mm }) => ({ kind, length_mm, width_mm })),
    ),
};
