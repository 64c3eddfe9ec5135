/** Accounts and their ledger as the wire shows and finds them, as far as the session's data scope of people reaches. */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import type { accounts } from '#contract/accounts/accounts.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { orderOf } from '../lists/paging.ts';
import { nameTyped, reach } from '../lists/people-reach.ts';
import { placeOfBed } from '../rooms/places.ts';

/** People whom the session reaches, for accounts to be joined with. */
export const reached = (session: Session) =>
  db
    .selectFrom('people')
    .select(['tenant_id', 'id', 'name', 'status', 'bed_id'])
    .where('tenant_id', '=', session.tenantId)
    .where('deleted_at', 'is', null)
    .where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never);

/** Of those whose name contains, or whose pinyin begins with, what was typed: their ids. */
export const named = (session: Session, typed: string) =>
  reached(session)
    .clearSelect()
    .select('people.id')
    .where((eb) => nameTyped(session.tenantId)(eb as never, typed, 'few') as never);

const all = (session: Session) =>
  db
    .selectFrom('person_accounts')
    .innerJoin(reached(session).as('person'), (on) =>
      on.onRef('person.tenant_id', '=', 'person_accounts.tenant_id').onRef('person.id', '=', 'person_accounts.id'),
    )
    .where('person_accounts.tenant_id', '=', session.tenantId);

const place = sql<string | null>`${placeOfBed(sql.ref('person.tenant_id'), sql.ref('person.bed_id'))}`.as('place');

const accountColumns = [
  'person_accounts.id',
  'person.name',
  'person.status',
  'person_accounts.tenant_id',
  'person_accounts.cash_fen',
  'person_accounts.grant_fen',
  'person_accounts.deposit_fen',
  'person_accounts.alert_fen',
  'person_accounts.low',
  'person_accounts.version',
  'person_accounts.updated_at',
] as const;

interface AccountRow {
  id: number;
  name: string;
  status: number;
  tenant_id: number;
  cash_fen: number;
  grant_fen: number;
  deposit_fen: number;
  alert_fen: number | null;
  low: boolean;
  version: number;
  updated_at: string | null;
  place: string | null;
}

export const toAccount = (row: AccountRow) => ({
  id: row.id,
  oldmanId: row.id,
  oldmanName: row.name,
  tenantId: row.tenant_id,
  place: row.place,
  oldmanStatus: row.status,
  availableBalance: toYuan(row.cash_fen),
  virtualAvailableBalance: toYuan(row.grant_fen),
  depositBalance: toYuan(row.deposit_fen),
  alertBalance: row.alert_fen === null ? null : toYuan(row.alert_fen),
  low: row.low,
  version: row.version,
  updateTime: row.updated_at,
});

type AccountSearch = Partial<SearchOf<typeof accounts.page>>;

export const accountList = (session: Session) =>
  listFrom({
    matching({ oldmanName, low, owing }: AccountSearch) {
      let query = all(session);
      if (oldmanName) query = query.where('person_accounts.id', 'in', named(session, oldmanName));
      if (low) query = query.where('person_accounts.low', '=', true);
      if (owing) query = query.where('person_accounts.cash_fen', '<', 0);
      return query;
    },
    listed: (query: ReturnType<typeof all>) => query.select(accountColumns).select(place),
    order: (input) =>
      orderOf(
        input,
        { available_balance: 'person_accounts.cash_fen', update_time: 'person_accounts.updated_at' },
        'person_accounts.updated_at',
      ),
    toRow: toAccount,
  });

/** The account of one person, also of one who never had money; undefined when the session does not reach the person. */
export const accountOf = (session: Session, personId: number) =>
  db
    .selectFrom(reached(session).as('person'))
    .leftJoin('person_accounts', (on) =>
      on.onRef('person_accounts.tenant_id', '=', 'person.tenant_id').onRef('person_accounts.id', '=', 'person.id'),
    )
    .where('person.id', '=', personId)
    .select([
      'person.id',
      'person.name',
      'person.status',
      'person.tenant_id',
      'person_accounts.alert_fen',
      'person_accounts.updated_at',
      sql<number>`coalesce(person_accounts.cash_fen, 0)`.as('cash_fen'),
      sql<number>`coalesce(person_accounts.grant_fen, 0)`.as('grant_fen'),
      sql<number>`coalesce(person_accounts.deposit_fen, 0)`.as('deposit_fen'),
      sql<boolean>`coalesce(person_accounts.low, false)`.as('low'),
      sql<number>`coalesce(person_accounts.version, 0)`.as('version'),
      place,
    ]);
