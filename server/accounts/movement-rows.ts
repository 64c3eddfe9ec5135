/** The ledger of accounts as the wire shows and finds it, as far as the session's data scope of people reaches. */
import { toYuan } from '#contract/fields.ts';
import type { accountMovements } from '#contract/accounts/accounts.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { orderOf } from '../lists/paging.ts';
import { named, reached } from './account-rows.ts';

const moved = (session: Session) =>
  db
    .selectFrom('account_movements')
    .innerJoin(reached(session).as('person'), (on) =>
      on.onRef('person.tenant_id', '=', 'account_movements.tenant_id').onRef('person.id', '=', 'account_movements.person_id'),
    )
    .where('account_movements.tenant_id', '=', session.tenantId);

const movementColumns = [
  'account_movements.id',
  'account_movements.number',
  'account_movements.person_id',
  'person.name',
  'account_movements.kind',
  'account_movements.cash_fen',
  'account_movements.grant_fen',
  'account_movements.deposit_fen',
  'account_movements.cash_after',
  'account_movements.grant_after',
  'account_movements.deposit_after',
  'account_movements.pay_type',
  'account_movements.text',
  'account_movements.goods_order_id',
  'account_movements.work_order_id',
  'account_movements.user_name',
  'account_movements.created_at',
] as const;

interface MovementRow {
  id: number;
  number: string | null;
  person_id: number;
  name: string;
  kind: number;
  cash_fen: number;
  grant_fen: number;
  deposit_fen: number;
  cash_after: number;
  grant_after: number;
  deposit_after: number;
  pay_type: number | null;
  text: string;
  goods_order_id: number | null;
  work_order_id: number | null;
  user_name: string | null;
  created_at: string;
}

export const toMovement = (row: MovementRow) => ({
  id: row.id,
  number: row.number,
  oldmanId: row.person_id,
  oldmanName: row.name,
  tradingType: row.kind,
  amount: toYuan(row.cash_fen + row.grant_fen + row.deposit_fen),
  cash: toYuan(row.cash_fen),
  grant: toYuan(row.grant_fen),
  deposit: toYuan(row.deposit_fen),
  cashAfter: toYuan(row.cash_after),
  grantAfter: toYuan(row.grant_after),
  depositAfter: toYuan(row.deposit_after),
  payType: row.pay_type,
  remarks: row.text,
  goodsOrderId: row.goods_order_id,
  workOrderId: row.work_order_id,
  createBy: row.user_name,
  createTime: row.created_at,
});

type MovementSearch = Partial<SearchOf<typeof accountMovements.page>>;

export const movementList = (session: Session) =>
  listFrom({
    matching({ oldmanId, oldmanName, tradingType, number, startDate, endDate }: MovementSearch) {
      let query = moved(session);
      if (oldmanId) query = query.where('account_movements.person_id', '=', oldmanId);
      if (oldmanName) query = query.where('account_movements.person_id', 'in', named(session, oldmanName));
      if (tradingType) query = query.where('account_movements.kind', '=', tradingType);
      if (number) query = query.where('account_movements.number', '=', number);
      if (startDate) query = query.where('account_movements.created_at', '>=', `${startDate} 00:00:00`);
      if (endDate) query = query.where('account_movements.created_at', '<=', `${endDate} 23:59:59.999999`);
      return query;
    },
    listed: (query: ReturnType<typeof moved>) => query.select(movementColumns),
    order: (input) => orderOf(input, { create_time: 'account_movements.created_at' }, 'account_movements.created_at'),
    toRow: toMovement,
  });
