/** A night by what lay in the bed; says what is not known instead of drawing it. */
import { Alert, Descriptions, Empty, Segmented, Skeleton, Table, Tag } from 'antd';
import { useState } from 'react';
import { nightChoice } from '#contract/health/nights.rules.ts';
import { vitals } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Time } from '#web/ui/time.tsx';
import type { ReactNode } from 'react';
import { BedNight, minutesText as minutes } from './bed-night.tsx';

type Night = Output<typeof vitals.night>;
type Hour = Night['hours'][number];
type Report = Night['reports'][number];
type Value = Hour['heartRate'];

const WHOLE = '整晚';

const text = (value: Value) => (value ? `${value.mean}（${value.low}–${value.high}）` : <span className="y-missing">{MISSING}</span>);

const time = (value: string) => <Time value={value} />;

/** What a device says of the night; what it does not say has no line. `counts`: its hours of sleep are those of the page. */
function DeviceReport({ report, counts }: { report: Report; counts: boolean }) {
  const said = (label: string, value: number | string | null, text: (value: never) => ReactNode = String) =>
    value === null ? [] : [{ key: label, label, children: text(value as never) }];
  return (
    <section className="h-night" aria-label={`${report.device}的睡眠报告`}>
      <h3>
        {report.device}的睡眠报告 {counts && <Tag color="success">采用</Tag>}
      </h3>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, sm: 2, lg: 3, xl: 4 }}
        items={[
          ...said('上床', report.bedTime, time),
          ...said('入睡', report.asleepTime, time),
          ...said('醒来', report.awakeTime, time),
          ...said('离床', report.leaveTime, time),
          ...said('睡眠', report.asleep, minutes),
          ...said('深睡', report.deep, minutes),
          ...said('浅睡', report.light, minutes),
          ...said('快速眼动', report.rem, minutes),
          ...said('清醒', report.awake, minutes),
          ...said('翻身', report.turns, (turns: number) => `${turns}次`),
          ...said('平均心率', report.heartRate, (rate: number) => `${rate}次/分`),
          ...said('平均呼吸', report.breathing, (rate: number) => `${rate}次/分`),
          ...said('设备评分', report.score, (score: number) => `${score}分`),
        ]}
      />
      <p className="h-hint">以上由设备自己计算，{report.receiveTime} 收到；下面的心率、呼吸由本平台按设备上报的数值逐小时统计。</p>
    </section>
  );
}

export function NightReport({ personId }: { personId: number }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { day, goesOn, last, offered } = nightChoice(formatTime(useQuarterMinute()), chosen);
  const { data, isError, error } = useCall(vitals.night, { oldmanId: personId, day }, { quiet: true });
  return (
    <div className="h-thresholds">
      <div className="h-bar">
        <span>起床日期</span>
        <div className="h-day">
          <Day value={day} onChange={setChosen} notAfter={last} />
        </div>
        {offered.length > 0 && <Segmented aria-label="选择夜晚" value={day} onChange={setChosen} options={offered} />}
        <span className="h-count">前一晚20:00到当日08:00</span>
        {goesOn && <Tag color="processing">这一晚还没有结束，以下是到目前为止的数据</Tag>}
      </div>
      {isError && <Alert type="warning" showIcon title={error.message} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <>
          <p>
            睡眠时长：<b>{data.sleep === null ? '未录入' : `${data.sleep}小时（${data.sleepBy}）`}</b>
            {data.devices.length > 0 && `；设备：${data.devices.join('、')}，${data.total.covered}/12小时有数据`}
          </p>
          {data.reports.map((report, at) => (
            <DeviceReport key={report.device} report={report} counts={at === 0 && data.sleepBy === report.device} />
          ))}
          {[...new Set(data.bed.map(({ device }) => device))].map((device) => (
            <BedNight key={device} device={device} day={day} spells={data.bed.filter((spell) => spell.device === device)} />
          ))}
          {data.devices.length === 0 ? (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={`这一晚没有床垫或雷达的逐时数据，夜间心率、呼吸无法得知。${data.sleep === null ? '可在“录入体征”中填写睡眠时长。' : ''}`}
            />
          ) : (
            <>
              <Table<Hour>
                size="small"
                rowKey="hour"
                pagination={false}
                dataSource={[...data.hours, { hour: WHOLE, heartRate: data.total.heartRate, breathing: data.total.breathing }]}
                columns={[
                  {
                    key: 'hour',
                    title: '时间',
                    width: 120,
                    render: (_value, { hour }) => (hour === WHOLE ? <b>{WHOLE}</b> : hour.slice(11, 16)),
                  },
                  { key: 'heartRate', title: '心率 平均（最低–最高）', render: (_value, { heartRate }) => text(heartRate) },
                  { key: 'breathing', title: '呼吸 平均（最低–最高）', render: (_value, { breathing }) => text(breathing) },
                ]}
              />
              {data.reports.length === 0 && (
                <p className="h-hint">{goesOn ? '睡眠报告在起床后由设备上报。' : '设备没有上报睡眠报告，睡眠分期无法得知。'}</p>
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}
