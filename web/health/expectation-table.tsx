/** How often each value is expected; what stays out longer is shown as missing. */
import { InputNumber, Skeleton, Switch, Table, Tag, Button } from 'antd';
import { defaultExpectations, expectations, type ExpectedMetric } from '#contract/health/expectations.ts';
import { metrics } from '#contract/health/metrics.ts';
import { overviews } from '#contract/health/overviews.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { expectationLabels } from '#contract/health/expectations.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';

type Row = Output<typeof expectations.defaults>[number];

const USUAL_HOURS = 24;
const labelOf = (metric: string) => (metric === 'systolic' ? '血压' : metrics[metric as ExpectedMetric].label);
const ORIGINS = { person: '个人', institution: '机构', default: '系统默认' } as const;

export function ExpectationTable({ personId }: { personId: number | null }) {
  const may = useMay();
  const own = useCall(expectations.ofPerson, { oldmanId: personId ?? 0 }, { quiet: true, enabled: personId !== null });
  const house = useCall(expectations.defaults, {}, { quiet: true, enabled: personId === null });
  const { data } = personId === null ? house : own;
  const settled = { changes: [expectations.ofPerson, expectations.defaults, overviews.page, overviews.summary] };
  const set = useSend(expectations.set, settled);
  const setDefault = useSend(expectations.setDefault, settled);
  const mayEdit = may(personId === null ? expectations.setDefault : expectations.set);
  if (!data) return <Skeleton active paragraph={{ rows: 5 }} />;
  const save = (
    metric: string,
    hours: number | null,
    { inherit = false, atNight = data.find((row) => row.metric === metric)?.atNight ?? false } = {},
  ) => {
    const input = { metric: metric as ExpectedMetric, hours, atNight: hours !== null && atNight, inherit };
    if (personId === null) setDefault.mutate(input);
    else set.mutate({ ...input, oldmanId: personId });
  };
  const mine = personId === null ? 'institution' : 'person';
  return (
    <Table<Row>
      size="small"
      rowKey="metric"
      pagination={false}
      dataSource={data}
      loading={set.isPending || setDefault.isPending}
      columns={titled(expectationLabels, [
        { key: 'metric', width: 140, render: (_value, { metric }) => labelOf(metric) },
        {
          key: 'on',
          title: '要求测量',
          width: 110,
          render: (_value, { metric, hours }) => (
            <Switch
              size="small"
              checked={hours !== null}
              disabled={!mayEdit}
              aria-label={`要求测量${labelOf(metric)}`}
              onChange={(on) => save(metric, on ? (defaultExpectations[metric as ExpectedMetric] ?? USUAL_HOURS) : null)}
            />
          ),
        },
        {
          key: 'hours',
          width: 160,
          render: (_value, { metric, hours }) =>
            hours === null ? (
              <span className="y-missing">不要求</span>
            ) : (
              <InputNumber
                key={hours}
                size="small"
                min={1}
                max={720}
                precision={0}
                defaultValue={hours}
                disabled={!mayEdit}
                aria-label={`${labelOf(metric)}每几小时一次`}
                onPressEnter={(event) => event.currentTarget.blur()}
                onBlur={(event) => {
                  const typed = Number(event.target.value);
                  if (Number.isInteger(typed) && typed >= 1 && typed <= 720 && typed !== hours) save(metric, typed);
                }}
              />
            ),
        },
        {
          key: 'atNight',
          width: 110,
          render: (_value, { metric, hours, atNight }) =>
            hours !== null && (
              <Switch
                size="small"
                checked={atNight}
                disabled={!mayEdit}
                aria-label={`${labelOf(metric)}夜间也要求`}
                onChange={(on) => save(metric, hours, { atNight: on })}
              />
            ),
        },
        { key: 'origin', render: (_value, { origin }) => <Tag>{ORIGINS[origin]}</Tag> },
        ...(mayEdit
          ? [
              {
                key: 'inherit',
                title: '操作',
                width: 110,
                render: (_value: unknown, { metric, origin }: Row) =>
                  origin === mine && (
                    <Button type="link" size="small" onClick={() => save(metric, null, { inherit: true })}>
                      {personId === null ? '恢复默认' : '按机构要求'}
                    </Button>
                  ),
              },
            ]
          : []),
      ])}
    />
  );
}
