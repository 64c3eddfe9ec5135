/** The limits in force, one row per metric, with whose they are, who set them and why; and what was set before and for later. */
import { Button, Empty, Skeleton, Table, Tag } from 'antd';
import { useState } from 'react';
import { metrics } from '#contract/health/metrics.ts';
import { normalText, type JudgedMetric } from '#contract/health/thresholds.rules.ts';
import { thresholds } from '#contract/health/thresholds.ts';
import { vitals } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { thresholdLabels } from '#contract/health/thresholds.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { MISSING } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { ThresholdDialog, type Effective } from './threshold-dialog.tsx';
import './health.css';

type Row = Output<typeof thresholds.defaults>['history'][number];

const ORIGINS = {
  person: { label: '个人', color: 'processing' },
  institution: { label: '机构', color: 'default' },
  default: { label: '系统默认', color: 'default' },
} as const;
const STATES = [
  { label: '已失效', color: 'default' },
  { label: '生效中', color: 'success' },
  { label: '未生效', color: 'processing' },
] as const;

const known = (metric: string) => metrics[metric as JudgedMetric];
const bound = (value: number | null) => value ?? <span className="y-missing">{MISSING}</span>;
/** Without its title, which the table has from the labels. */
const number = <Key extends 'lowCritical' | 'low' | 'high' | 'highCritical'>(key: Key) => ({
  key,
  dataIndex: key,
  width: 76,
  align: 'right' as const,
  render: bound,
});
const numbers = [number('lowCritical'), number('low'), number('high'), number('highCritical')];
const span = ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }) =>
  endsOn ? `${startsOn} 至 ${endsOn}` : `${startsOn} 起`;
const counts = ({ needed, windowSize, hysteresis }: { needed: number; windowSize: number; hysteresis: number }) =>
  `${windowSize}次中${needed}次，回差${Math.round(hysteresis * 100)}%`;

export function ThresholdTable({ personId }: { personId: number | null }) {
  const may = useMay();
  const own = useCall(thresholds.ofPerson, { oldmanId: personId ?? 0 }, { quiet: true, enabled: personId !== null });
  const house = useCall(thresholds.defaults, {}, { quiet: true, enabled: personId === null });
  const { data, isError, error, refetch } = personId === null ? house : own;
  const [editing, setEditing] = useState<Effective | null>(null);
  const route = personId === null ? thresholds.endDefault : thresholds.end;
  const end = useSend(route, { changes: [thresholds.ofPerson, thresholds.defaults, vitals.latest, vitals.series] });
  const mayEdit = may(personId === null ? thresholds.setDefault : thresholds.set);

  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="h-thresholds">
      <Table<Effective>
        size="small"
        rowKey="metric"
        pagination={false}
        dataSource={data.effective}
        scroll={{ x: 980 }}
        columns={titled(thresholdLabels, [
          { key: 'metric', width: 130, render: (_value, { metric }) => `${known(metric).label}（${known(metric).unit}）` },
          {
            key: 'normal',
            title: '正常范围',
            width: 110,
            render: (_value, row) => <b>{normalText({ ...row, metric: known(row.metric).number })}</b>,
          },
          ...numbers,
          { key: 'counts', title: '判定', width: 160, render: (_value, row) => counts(row) },
          {
            key: 'origin',
            width: 250,
            render: (_value, { origin, threshold }) => (
              <>
                <Tag color={ORIGINS[origin].color}>{ORIGINS[origin].label}</Tag>
                {threshold && (
                  <span className="h-why" title={threshold.reason}>
                    {threshold.createName ?? '--'}：{threshold.reason}
                  </span>
                )}
              </>
            ),
          },
          ...(mayEdit
            ? [
                {
                  key: 'edit',
                  title: '操作',
                  width: 76,
                  fixed: 'right' as const,
                  render: (_value: unknown, row: Effective) => (
                    <Button type="link" size="small" onClick={() => setEditing(row)} aria-label={`设置${known(row.metric).label}的阈值`}>
                      设置
                    </Button>
                  ),
                },
              ]
            : []),
        ])}
      />
      <h2>设置记录</h2>
      {data.history.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={personId === null ? '使用系统默认值，机构没有另行设置' : '没有个人设置，使用机构的阈值'}
        />
      ) : (
        <Table<Row>
          size="small"
          rowKey="id"
          dataSource={data.history}
          pagination={data.history.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
          scroll={{ x: 980 }}
          columns={titled(thresholdLabels, [
            { key: 'metric', width: 90, render: (_value, { metric }) => known(metric)?.label ?? metric },
            ...numbers,
            { key: 'span', title: '有效期', width: 200, render: (_value, row) => span(row) },
            {
              key: 'state',
              width: 84,
              render: (_value, { state }) => <Tag color={STATES[state]?.color ?? 'default'}>{STATES[state]?.label}</Tag>,
            },
            { key: 'reason', width: 200, dataIndex: 'reason', ellipsis: true },
            { key: 'createName', width: 90, render: (_value, { createName }) => createName ?? MISSING },
            { key: 'createTime', width: 168, dataIndex: 'createTime' },
            ...(mayEdit
              ? [
                  {
                    key: 'end',
                    title: '操作',
                    width: 76,
                    fixed: 'right' as const,
                    render: (_value: unknown, { id, version, state }: Row) =>
                      state !== 0 && (
                        <Confirm
                          title={state === 2 ? '尚未生效，停用后将删除这项设置，确定吗？' : '停用后立即改用上一级的阈值，确定吗？'}
                          okText="停用"
                          cancelText="取消"
                          onConfirm={() => end.mutate({ id, version })}
                        >
                          <Button type="link" size="small" danger>
                            停用
                          </Button>
                        </Confirm>
                      ),
                  },
                ]
              : []),
          ])}
        />
      )}
      {editing && <ThresholdDialog row={editing} personId={personId} onClose={() => setEditing(null)} />}
    </div>
  );
}
