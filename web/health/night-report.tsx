/** A night by what lay in the bed; says what is not known instead of drawing it. */
import { Alert, Empty, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { vitals } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/warnings/clock.ts';

type Night = Output<typeof vitals.night>;
type Hour = Night['hours'][number];
type Value = Hour['heartRate'];

const WHOLE = '整晚';

const text = (value: Value) => (value ? `${value.mean}（${value.low}–${value.high}）` : <span className="y-missing">{MISSING}</span>);

export function NightReport({ personId }: { personId: number }) {
  const today = formatTime(useQuarterMinute(), 'yyyy-MM-dd');
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const { data, isError, error } = useCall(vitals.night, { oldmanId: personId, day }, { quiet: true });
  return (
    <div className="h-thresholds">
      <div className="h-bar">
        <span>起床日期</span>
        <div className="h-day">
          <Day value={day} onChange={setChosen} notAfter={today} />
        </div>
        <span className="h-count">前一晚20:00到当日08:00</span>
      </div>
      {isError && <Alert type="warning" showIcon title={error.message} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <>
          <p>
            睡眠时长：<b>{data.sleep === null ? '未录入' : `${data.sleep}小时（人工录入）`}</b>
            {data.devices.length > 0 && `；设备：${data.devices.join('、')}，${data.total.covered}/12小时有数据`}
          </p>
          {data.devices.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这一晚没有床垫或雷达的数据，夜间心率、呼吸无法得知。可在“录入体征”中填写睡眠时长。" />
          ) : (
            <>
              <Table<Hour>
                size="small"
                rowKey="hour"
                pagination={false}
                dataSource={[...data.hours, { hour: WHOLE, heartRate: data.total.heartRate, breathing: data.total.breathing }]}
                columns={[
                  { key: 'hour', title: '时间', width: 120, render: (_value, { hour }) => (hour === WHOLE ? <b>{WHOLE}</b> : hour.slice(11, 16)) },
                  { key: 'heartRate', title: '心率 平均（最低–最高）', render: (_value, { heartRate }) => text(heartRate) },
                  { key: 'breathing', title: '呼吸 平均（最低–最高）', render: (_value, { breathing }) => text(breathing) },
                ]}
              />
              <p className="h-hint">设备没有上报离床和体动，睡眠分期无法得知。</p>
            </>
          )}
        </>
      )}
    </div>
  );
}
