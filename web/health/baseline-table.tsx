/** What is usual for this person, and how the last 72 hours compare. */
import { Alert, Skeleton, Table, Tag } from 'antd';
import { BASELINE_DAYS, LEAST_DAYS } from '#contract/health/baselines.rules.ts';
import { earlyWarnings } from '#contract/health/early-warnings.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';

type Usual = Output<typeof earlyWarnings.usual>[number];

function Verdict({ row }: { row: Usual }) {
  if (row.days === 0) return <span className="y-missing">没有数据</span>;
  if (!row.enough) return <span className="y-missing">{`积累中 ${row.days}/${LEAST_DAYS}天`}</span>;
  if (row.recent === null) return <span className="y-missing">近72小时未测</span>;
  if (row.drift === 0) return <>与平时一致</>;
  return <Tag color="warning">{row.drift > 0 ? '较平时偏高' : '较平时偏低'}</Tag>;
}

export function BaselineTable({ personId }: { personId: number }) {
  const { data, isError, error } = useCall(earlyWarnings.usual, { oldmanId: personId }, { quiet: true });
  if (isError && !data) return <Alert type="warning" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      <p className="h-hint">{`以此前${BASELINE_DAYS}天每天的中位数为个人基线，与近72小时比较；偏差达到2倍个人波动时提示，即使仍在阈值以内。`}</p>
      <Table<Usual>
        size="small"
        rowKey="metric"
        pagination={false}
        dataSource={data}
        scroll={{ x: 720 }}
        columns={[
          { key: 'label', title: '指标', width: 140, render: (_value, { label, unit }) => `${label}（${unit}）` },
          {
            key: 'median',
            title: '个人基线',
            width: 140,
            align: 'right',
            render: (_value, { median, spread }) => (median === null ? MISSING : `${median} ± ${spread}`),
          },
          { key: 'days', title: '基线天数', width: 100, align: 'right', dataIndex: 'days' },
          {
            key: 'recent',
            title: '近72小时中位数',
            width: 150,
            align: 'right',
            render: (_value, { recent, recentCount }) => (recent === null ? MISSING : `${recent}（${recentCount}次）`),
          },
          {
            key: 'deviation',
            title: '偏差（倍波动）',
            width: 130,
            align: 'right',
            render: (_value, { deviation, enough }) =>
              deviation === null || !enough ? MISSING : `${deviation > 0 ? '+' : ''}${deviation}`,
          },
          { key: 'verdict', title: '判断', width: 140, render: (_value, row) => <Verdict row={row} /> },
        ]}
      />
    </>
  );
}
