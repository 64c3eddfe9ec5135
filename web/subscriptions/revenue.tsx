/** /platform/revenue 订购收入: what came in and what went back, by month, package and way. */
import { Skeleton, Table } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { payTypeLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { titled } from '#contract/labels.ts';
import { revenueLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import { useCall } from '#web/api/call.ts';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { MISSING, thousands, yuan } from '#web/ui/display.ts';
import { Figures } from '#web/ui/figures.tsx';
import { ExportButton } from '#web/ui/export-button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MonthBars } from './month-bars.tsx';
import './subscriptions.css';
import './platform.css';

/** Of the table by month. */
const KEYS = ['month', 'orders', 'income', 'refunded', 'net'];

type Data = Output<typeof orderVerifications.revenue>;

const right = 'right' as const;
const table = {
  size: 'small' as const,
  pagination: false as const,
  scroll: { x: 'max-content' as const },
  locale: { emptyText: <span className="y-missing">这段时间没有收入</span> },
};

const figuresOf = (data: Data) => [
  { label: '收入', value: yuan(data.total) },
  { label: '支付订单', value: thousands(data.orders) },
  { label: '已退款', value: yuan(data.refunded) },
  { label: '净收入', value: yuan(data.total - data.refunded) },
  { label: '当前待退', value: yuan(data.refundDue), tone: data.refundDue > 0 ? ('warning' as const) : undefined },
];

export default function Revenue() {
  const [days, setDays] = useState<Span | undefined>();
  const input = days ? { startDate: days[0].slice(0, 10), endDate: days[1].slice(0, 10) } : {};
  const { data, error, refetch, isFetching } = useCall(orderVerifications.revenue, input, {
    quiet: true,
    placeholderData: (before) => before,
  });
  return (
    <div className="sub-page">
      <div className="sub-inline">
        <DateRange days value={days} onChange={setDays} />
        {days === undefined && <span className="sub-note">未选择日期时显示最近12个月</span>}
        <ExportButton
          noun="订购收入"
          route={orderVerifications.revenueExport}
          input={input}
          total={data?.months.length ?? 0}
          page={[]}
          chosen={[]}
          columns={KEYS}
        />
      </div>
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} className="y-page-loading" />}
      {data && (
        <>
          <Figures label="收入统计" figures={figuresOf(data)} />
          <section className="sub-panel">
            <h2>按月</h2>
            <MonthBars months={data.months} />
            <Table<Data['months'][number]>
              {...table}
              rowKey="month"
              loading={isFetching}
              dataSource={data.months.toReversed()}
              columns={titled(revenueLabels, [
                { key: 'month', dataIndex: 'month' },
                { key: 'orders', dataIndex: 'orders', align: right },
                { key: 'income', align: right, render: (_, { income }) => yuan(income) },
                { key: 'refunded', align: right, render: (_, { refunded }) => yuan(refunded) },
                { key: 'net', align: right, render: (_, { income, refunded }) => yuan(income - refunded) },
              ])}
            />
          </section>
          <div className="sub-columns">
            <section className="sub-panel">
              <h2>按产品包</h2>
              <Table<Data['packages'][number]>
                {...table}
                rowKey="packageCode"
                dataSource={data.packages}
                columns={titled(revenueLabels, [
                  { key: 'name', title: '产品包', dataIndex: 'packageName' },
                  { key: 'tenants', title: '租户', dataIndex: 'tenants', align: right },
                  { key: 'orders', title: '订单', dataIndex: 'orders', align: right },
                  { key: 'income', align: right, render: (_, { income }) => yuan(income) },
                ])}
              />
            </section>
            <section className="sub-panel">
              <h2>按支付方式</h2>
              <Table<Data['payTypes'][number]>
                {...table}
                rowKey="payType"
                dataSource={data.payTypes}
                columns={titled(revenueLabels, [
                  { key: 'type', title: '支付方式', render: (_, { payType }) => payTypeLabels[payType] ?? MISSING },
                  { key: 'income', align: right, render: (_, { income }) => yuan(income) },
                ])}
              />
            </section>
          </div>
        </>
      )}
    </div>
  );
}
