/**
 * Adjustments and money that is paid out: booked at once up to the limit of the institution, above it after an approval (docs/decisions/077).
 */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import { movementKinds, movementLabels, purseLabels, purses } from '#contract/accounts/accounts.rules.ts';
import type { Described } from '../approvals/approval-subjects.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { aloneOf } from './account-settings.ts';
import { book, grantsOf, lockAccount, type LockedAccount } from './ledger.ts';
import { moneyRequests, type MoneyRequest } from './money-requests.ts';

export interface Asked {
  personId: number;
  kind: typeof movementKinds.adjust | typeof movementKinds.withdraw;
  purse: number;
  /** As the purse changes. */
  fen: number;
  payType: number | null;
  receiver: string | null;
  reason: string;
}

const column = { [purses.cash]: 'cashFen', [purses.grant]: 'grantFen', [purses.deposit]: 'depositFen' } as const;

/** Throws 422 when a purse would fall below nothing; what is owed may be put right upwards. */
function needEnough(account: LockedAccount, { purse, fen }: Asked): void {
  const there = account[column[purse as 1 | 2 | 3]];
  if (fen < 0 && there + fen < 0) throw refused(`${purseLabels[purse]}不足，现有${fenText(there)}`);
}

/** What an adjustment takes out of subsidies, the last given first; one that adds goes to the last that has room. */
async function adjustedGrants(tx: Tx, personId: number, fen: number): Promise<{ id: number; fen: number }[]> {
  if (fen > 0) {
    const [last] = await tx.rows<{ id: number; room: number }>(sql`
      select id, amount_fen - left_fen as room from account_grants where tenant_id = ${tx.tenantId} and person_id = ${personId}
      order by id desc limit 1`);
    if (!last || last.room < fen) throw refused('虚拟余额只能由充值增加，请登记补贴来源');
    return [{ id: last.id, fen }];
  }
  const taken: { id: number; fen: number }[] = [];
  let rest = -fen;
  for (const { id, leftFen } of (await grantsOf(tx, personId)).toReversed()) {
    const part = Math.min(rest, leftFen);
    if (part > 0) taken.push({ id, fen: -part });
    rest -= part;
  }
  return taken;
}

/** Books what was asked for; gives the movement's id. */
async function execute(work: Work, asked: Asked, requestId: number | null): Promise<number> {
  const account = await lockAccount(work.tx, asked.personId);
  needEnough(account, asked);
  const { kind, purse, fen, payType, receiver, reason } = asked;
  return book(work, account, {
    kind,
    ...(purse === purses.cash ? { cash: fen } : purse === purses.deposit ? { deposit: fen } : {}),
    grants: purse === purses.grant ? await adjustedGrants(work.tx, asked.personId, fen) : [],
    from: kind === movementKinds.withdraw ? { money: fen } : { adjustment: fen },
    text: [receiver === null ? null : `收款人${receiver}`, reason].filter(Boolean).join('，'),
    payType,
    requestId,
  });
}

const askedOf = ({ person_id, kind, purse, amount_fen, pay_type, receiver, reason }: MoneyRequest<'account'>): Asked => ({
  personId: person_id,
  kind: kind as Asked['kind'],
  purse,
  fen: amount_fen,
  payType: pay_type,
  receiver,
  reason,
});

async function describe({ tx }: Work, row: MoneyRequest<'account'>): Promise<Described> {
  const what = `${purseLabels[row.purse]}${movementLabels[row.kind]}`;
  const account = await lockAccount(tx, row.person_id);
  return {
    title: `${row.person_name}${what}${fenText(Math.abs(row.amount_fen))}`,
    facts: [
      { label: '服务对象', value: row.person_name },
      { label: '事项', value: `${what}${row.kind === movementKinds.adjust ? (row.amount_fen > 0 ? '（增加）' : '（减少）') : ''}` },
      { label: '金额', value: fenText(Math.abs(row.amount_fen)) },
      { label: '现有', value: fenText(account[column[row.purse as 1 | 2 | 3]]) },
      ...(row.receiver === null ? [] : [{ label: '收款人', value: row.receiver }]),
      { label: '原因', value: row.reason },
    ],
    variables: { amount: toYuan(Math.abs(row.amount_fen)) },
    people: {},
    personId: row.person_id,
  };
}

/** Sums above the limit are decided by approvals. */
const requests = moneyRequests({
  kind: 'account',
  noun: '账户申请',
  describe,
  execute: (work, row) => execute(work, askedOf(row), row.id),
  tell: (work, { person_id: personId }) => work.emit('account.changed', { personId }),
});
export const decideAccountsByApproval = requests.declare;

/** Takes one's own request back before it is decided. */
export const withdrawRequest = ({ id }: { id: number }, context: Context): Promise<true> => requests.withdraw(context, id);

/** Books it, or asks for an approval where the sum is above what one person decides. */
export async function bookOrAsk(context: Context, asked: Asked): Promise<{ movementId: number | null; caseId: number | null }> {
  const { tx, session } = context;
  if (Math.abs(asked.fen) <= (await aloneOf(tx))) return { movementId: await execute(context, asked, null), caseId: null };
  const account = await lockAccount(tx, asked.personId);
  needEnough(account, asked);
  const made = await tx.row(
    db
      .insertInto('account_requests')
      .values({
        tenant_id: tx.tenantId,
        person_id: asked.personId,
        person_name: account.personName,
        kind: asked.kind,
        purse: asked.purse,
        amount_fen: asked.fen,
        pay_type: asked.payType,
        receiver: asked.receiver,
        reason: asked.reason,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  const caseId = await requests.ask(context, made!.id);
  await context.emit('account.changed', { personId: asked.personId });
  return { movementId: null, caseId };
}
