/** The account of one person: what is there, subsidies, what waits for an approval, and the ledger. */
import { Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { requestLabels } from '#contract/accounts/accounts.labels.ts';
import { grantUses, movementLabels, purseLabels, requestStateLabels } from '#contract/accounts/accounts.rules.ts';
import { accountRequests, accounts } from '#contract/accounts/accounts.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { yuan } from '#web/ui/display.ts';
import { Figures } from '#web/ui/figures.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { Time } from '#web/ui/time.tsx';
import { AccountDialog, type AccountAct } from './account-dialogs.tsx';
import { Movements } from './movements.tsx';
import './accounts.css';

type Account = Output<typeof accounts.get>;

const small = { size: 'small', rowKey: 'id', pagination: false, scroll: { x: 'max-content' } } as const;

function Grants({ grants }: { grants: Account['grants'] }) {
  if (grants.length === 0) return null;
  return (
    <section className="a-part">
      <h3>补贴</h3>
      <Table
        {...small}
        dataSource={grants}
        columns={[
          { title: '来源', dataIndex: 'source' },
          { title: '金额', align: 'right', render: (_, { amount }) => yuan(amount) },
          { title: '剩余', align: 'right', render: (_, { left }) => yuan(left) },
          { title: '有效期至', render: (_, { expireDate }) => expireDate ?? '长期' },
          { title: '可用于', render: (_, { uses }) => (uses.length === 0 ? '全部' : uses.map((use) => grantUses[use]).join('、')) },
        ]}
      />
    </section>
  );
}

/** Requests that are not over, and the last one that is. */
function Requests({ requests }: { requests: Account['requests'] }) {
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const withdraw = useSend(accountRequests.withdraw, { changes: [accounts.get] });
  const open = requests.filter(({ state }) => state === caseStates.running || state === caseStates.returned);
  if (open.length === 0) return null;
  return (
    <section className="a-part">
      <h3>待批准</h3>
      <Table
        {...small}
        dataSource={open}
        columns={[
          { title: '事项', render: (_, { tradingType, purse }) => `${purseLabels[purse]}${movementLabels[tradingType]}` },
          { title: requestLabels.amount, align: 'right', render: (_, { amount }) => yuan(amount) },
          { title: requestLabels.reason, dataIndex: 'reason' },
          { title: requestLabels.state, render: (_, { state }) => requestStateLabels[state] },
          { title: requestLabels.createBy, dataIndex: 'createBy' },
          { title: requestLabels.createTime, render: (_, { createTime }) => <Time value={createTime} /> },
          {
            title: '操作',
            render: (_, { id, caseId, userId }) => (
              <>
                {caseId !== null && <Link to={approvalAddress(caseId)}>查看审批</Link>}
                {userId === me && (
                  <Button type="link" size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
                    撤回
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

export function PersonAccount({ personId }: { personId: number }) {
  const may = useMay();
  const [act, setAct] = useState<AccountAct | null>(null);
  const { data, isError, error, refetch } = useCall(accounts.get, { id: personId }, { quiet: true });
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { availableBalance, virtualAvailableBalance, depositBalance, low } = data;
  const tone = availableBalance < 0 ? ('error' as const) : low ? ('warning' as const) : undefined;
  return (
    <div className="a-account">
      <div className="a-head">
        <Figures
          label="账户"
          figures={[
            { label: availableBalance < 0 ? '欠费' : '可用余额', value: yuan(Math.abs(availableBalance)), tone },
            { label: '虚拟余额', value: yuan(virtualAvailableBalance) },
            { label: '押金', value: yuan(depositBalance) },
          ]}
        />
        <div className="a-buttons">
          {may(accounts.recharge) && (
            <Button type="primary" onClick={() => setAct('recharge')}>
              充值
            </Button>
          )}
          {may(accounts.withdraw) && <Button onClick={() => setAct('withdraw')}>退款</Button>}
          {may(accounts.adjust) && <Button onClick={() => setAct('adjust')}>调整</Button>}
          {may(accounts.alert) && <Button onClick={() => setAct('alert')}>余额提醒</Button>}
        </div>
      </div>
      <Requests requests={data.requests} />
      <Grants grants={data.grants} />
      <Movements personId={personId} />
      {act && <AccountDialog act={act} account={data} onClose={() => setAct(null)} />}
    </div>
  );
}
