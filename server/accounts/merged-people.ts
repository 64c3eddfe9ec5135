/** What of accounts is a merged person's: the ledger, once nothing is left in the purses of the dropped one. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeAccountsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'person_accounts', column: 'id', way: 'stays', why: 'an empty account; the kept person has one', erase: 'stays' },
      { table: 'account_movements', way: 'sealed', erase: 'sealed' },
      { table: 'account_grants', way: 'moves', erase: 'stays' },
      { table: 'account_requests', way: 'moves', erase: ['person_name', 'receiver', 'reason'] },
    ],
    parts: [{ table: 'account_grant_uses', of: 'account_grants', by: 'grant_id', erase: 'stays' }],
    async against({ droppedId }, tx) {
      const found = await tx.row<{ money: boolean; asked: boolean }>(sql`
        select exists (select from person_accounts where tenant_id = ${tx.tenantId} and id = ${droppedId}
            and (cash_fen <> 0 or grant_fen <> 0 or deposit_fen <> 0)) as money,
          exists (select from account_requests where tenant_id = ${tx.tenantId} and person_id = ${droppedId} and state = 1) as asked`);
      return [
        ...(found!.money ? ['被合并的档案账户还有余额、押金或欠费，请先结清，或改为保留这一份'] : []),
        ...(found!.asked ? ['被合并的档案还有待审批的账户申请，请先处理'] : []),
      ];
    },
    async first({ keptId, droppedId }, tx) {
      await tx.run(sql`
        insert into person_accounts (tenant_id, id) select tenant_id, ${keptId} from person_accounts
        where tenant_id = ${tx.tenantId} and id = ${droppedId} on conflict do nothing`);
    },
  });
