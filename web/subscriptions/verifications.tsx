/** /platform/verification 到账核实: receipts that wait, the most urgent first, each within 24 hours. `?order=` opens one. */
import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Pagination, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { useCall } from '#web/api/call.ts';
import { toMillis, yuan } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { dueText } from './order-words.ts';
import { VerificationPanel, type DueBill } from './verification-panel.tsx';
import './subscriptions.css';
import './platform.css';
import './purchase.css';

const SIZE = 20;
const POLL_MS = 60_000;
/** From so many milliseconds before the end on it is urgent. */
const SOON_MS = 4 * 3_600_000;

function Line({ bill, chosen, onChoose }: { bill: DueBill; chosen: boolean; onChoose: () => void }) {
  const now = useQuarterMinute();
  const soon = toMillis(bill.dueTime) - now < SOON_MS;
  return (
    <button type="button" aria-pressed={chosen} onClick={onChoose}>
      <span>
        <b>{bill.tenantName}</b>
        <em>{yuan(bill.price)}</em>
      </span>
      <span>
        {bill.orderNo}　{bill.itemName}
      </span>
      <span>
        <Tag color={bill.overdue ? 'error' : soon ? 'warning' : 'default'}>{dueText(bill.dueTime, now)}</Tag>
        {bill.duplicates.length > 0 && <Tag color="error">疑似重复</Tag>}
        {bill.alike.length > 0 && <Tag color="warning">同额回执</Tag>}
        {bill.own && <Tag>本人提交</Tag>}
      </span>
    </button>
  );
}

export default function Verifications() {
  const [params, setParams] = useSearchParams();
  const [current, setCurrent] = useState(1);
  const [tenantName, setTenantName] = useState('');
  const query = useCall(
    orderVerifications.due,
    { current, size: SIZE, tenantName },
    { quiet: true, placeholderData: (before) => before, staleTime: 0, refetchInterval: POLL_MS },
  );
  const bills = query.data?.records ?? [];
  const asked = Number(params.get('order')) || null;
  const chosen = bills.find(({ id }) => id === asked) ?? bills[0];
  const overdue = bills.filter((bill) => bill.overdue).length;
  return (
    <div className="sub-due-page">
      <section aria-label="待核实回执">
        <header>
          <h2>
            待核实 <b>{query.data?.total ?? ''}</b>
            {overdue > 0 && <Tag color="error">{overdue} 个已超时</Tag>}
          </h2>
          <Button
            type="text"
            icon={<ReloadOutlined aria-hidden />}
            aria-label="刷新"
            title="刷新"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          />
        </header>
        <Input.Search
          placeholder="租户名称"
          aria-label="租户名称"
          allowClear
          maxLength={50}
          onSearch={(text) => {
            setTenantName(text.trim());
            setCurrent(1);
          }}
        />
        {query.isError && <Alert type="error" showIcon title={query.error.message} />}
        {query.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        <ul>
          {bills.map((bill) => (
            <li key={bill.billId}>
              <Line bill={bill} chosen={bill === chosen} onChoose={() => setParams({ order: String(bill.id) }, { replace: true })} />
            </li>
          ))}
        </ul>
        {(query.data?.total ?? 0) > SIZE && (
          <Pagination simple size="small" current={current} pageSize={SIZE} total={query.data?.total ?? 0} onChange={setCurrent} />
        )}
      </section>
      {chosen ? (
        <VerificationPanel key={chosen.billId} bill={chosen} />
      ) : (
        query.isSuccess && (
          <section className="sub-verify">
            <Empty description={tenantName ? '没有符合条件的回执单' : '没有待核实的回执单'} />
          </section>
        )
      )}
    </div>
  );
}
