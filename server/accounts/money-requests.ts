/** Money that is booked once an approval has agreed (docs/decisions/077, 093): what the requests of all areas have in common. */
import { sql, type Selectable } from 'kysely';
import { closedRequest, decideRequest, type RequestChange, type RequestCommand } from '#contract/accounts/accounts.rules.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { declareApproval, type Described } from '../approvals/approval-subjects.ts';
import { startApproval, withdrawApproval } from '../approvals/case-work.ts';
import type { Context, Work } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo, type Machine } from '../db/transitions.ts';
import { conflict, forbidden, notFound } from '../errors.ts';

/** The tables of requests, with the kind of approval that decides each. */
const tables = { account: 'account_requests', earnest: 'earnest_requests' } as const;
interface Rows {
  account: Selectable<Tables['account_requests']>;
  earnest: Selectable<Tables['earnest_requests']>;
}
type Kind = keyof Rows;
export type MoneyRequest<K extends Kind> = Rows[K];

interface Options<K extends Kind> {
  kind: K;
  /** Chinese, for "…已被修改". */
  noun: string;
  /** What its approvers read. */
  describe(work: Work, row: MoneyRequest<K>): Promise<Described>;
  /** Books what was asked for, once it was agreed to. */
  execute(work: Work, row: MoneyRequest<K>): Promise<unknown>;
  /** Emits the event of what the request is about. */
  tell(work: Work, row: MoneyRequest<K>): Promise<void>;
}

export interface MoneyRequests {
  /** Starts the approval of a request that was just written; gives the id of its case. */
  ask(context: Context, id: number): Promise<number>;
  /** Takes one's own request back before it is decided. Throws 404, 403 and 409. */
  withdraw(context: Context, id: number): Promise<true>;
  /** Called once per process from server/subscribers.ts. */
  declare(): void;
}

export function moneyRequests<K extends Kind>({ kind, noun, describe, execute, tell }: Options<K>): MoneyRequests {
  type Row = MoneyRequest<K>;
  const table: (typeof tables)[Kind] = tables[kind];
  const changed = `${noun}已被修改，请刷新后重试`;
  const lockRow = async (tx: Tx, id: number): Promise<Row> => {
    const query = db.selectFrom(table).selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate();
    const row = (await tx.row(query)) as Rows[Kind] | undefined;
    if (!row) throw notFound(noun);
    return row as Row;
  };
  const machine: Machine<Work, Row, RequestCommand, RequestChange> = {
    table,
    read: ({ tx }, id) => lockRow(tx, id),
    fresh: async () => null,
    changed: () => changed,
    taken: () => changed,
    closed: closedRequest,
    decide: decideRequest,
    columns: (_work, _row, { set }) => set,
    async follow(work, row, { action }) {
      if (action === 'approved') await execute(work, row);
    },
    record: tell,
  };
  return {
    async ask(context, id) {
      const { tx, session } = context;
      const caseId = await startApproval(context, { kind, businessId: id, applicant: { id: session.userId, name: session.name } });
      await tx.run(sql`update ${sql.table(table)} set case_id = ${caseId} where tenant_id = ${tx.tenantId} and id = ${id}`);
      return caseId;
    },
    async withdraw(context, id) {
      // Not locked, because its case is locked first.
      const row = await context.tx.row(
        db.selectFrom(table).select(['user_id', 'state']).where('tenant_id', '=', context.tx.tenantId).where('id', '=', id),
      );
      if (!row) throw notFound(noun);
      if (row.user_id !== context.session.userId) throw forbidden('只能由申请人本人操作');
      const closed = closedRequest(row, 'withdrawn');
      if (closed !== null) throw conflict(closed);
      await withdrawApproval(context, { kind, businessId: id });
      return true;
    },
    declare: () =>
      declareApproval(kind, {
        async describe(work, id) {
          const row = await lockRow(work.tx, id);
          if (row.state !== caseStates.running) throw conflict(`${noun}不能修改，请撤回后重新申请`);
          return describe(work, row);
        },
        async ended(work, id, outcome) {
          await applyTo(machine, work, await lockRow(work.tx, id), { action: outcome });
        },
      }),
  };
}
