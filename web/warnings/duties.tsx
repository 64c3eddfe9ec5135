/**
 * /warning/duty 值班表: who is on duty when, a week at a time. Escalations tell the staff who stand here at that minute. With `?add=1` the shift
 * of the first member of staff today is asked for.
 */
import { DAY } from '#contract/time.ts';
import { CopyOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Skeleton } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { duties } from '#contract/warnings/duties.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { formatTime, labelOf, toMillis } from '#web/ui/display.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { DutyWeek } from './duty-week.tsx';
import './duties.css';

/** How many carers are needed for whom, and who is in no number. */
function CareNeed({ needed, neededAtNight, dayFrom, dayTo, levels, unrated }: Output<typeof duties.week>['care']) {
  const { options } = useDictionary('anergy');
  if (needed === null && neededAtNight === null) return null;
  const carers = [
    needed !== null && `${dayFrom}–${dayTo}需护理员${needed}名`,
    neededAtNight !== null && `夜间需护理员${neededAtNight}名`,
  ].filter(Boolean);
  const people = levels.map((level) => `${labelOf(options, level.anergy)}${level.people}人`);
  return (
    <p className="w-duties-now">
      照护配比：{carers.join('，')}（{people.join('、') || '院内没有已评估的服务对象'}
      {unrated > 0 && `；未评估${unrated}人，未计入`}）
    </p>
  );
}

const moved = (day: string, days: number) => formatTime(toMillis(day) + days * DAY, 'yyyy-MM-dd');

export default function Duties() {
  const may = useMay();
  const [day, setDay] = useState(() => formatTime(serverNow(), 'yyyy-MM-dd'));
  const [name, setName] = useState('');
  const week = useCall(duties.week, { day }, { quiet: true, placeholderData: (before) => before });
  const now = useCall(duties.now, {}, { quiet: true, refetchInterval: 60_000 });
  const copy = useSend(duties.copy, {
    changes: [duties.week, duties.now],
    onSuccess: ({ copied, skipped }) =>
      showMessage('success', skipped > 0 ? `已复制${copied}个班次，${skipped}个与已有班次重叠，未复制` : `已复制${copied}个班次`),
  });
  const [asked, setAsked] = useState(false);
  const added = useAskedAdd(() => setAsked(true));
  const { data, error } = week;
  const shown = (data?.staff ?? []).filter((one) => one.name.includes(name.trim()));
  return (
    <div className="w-duties">
      <div className="w-duties-bar">
        <Button icon={<LeftOutlined aria-hidden />} aria-label="上一周" onClick={() => setDay(moved(day, -7))} />
        <Button onClick={() => setDay(formatTime(serverNow(), 'yyyy-MM-dd'))}>本周</Button>
        <Button icon={<RightOutlined aria-hidden />} aria-label="下一周" onClick={() => setDay(moved(day, 7))} />
        <b aria-live="polite">{data && `${data.from} 至 ${moved(data.from, 6)}`}</b>
        <Input
          className="w-duties-name"
          allowClear
          aria-label="姓名"
          placeholder="输入姓名查找"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {may(duties.copy) && (
          <Confirm
            title="把上一周的班次复制到这一周？与已有班次重叠的不复制"
            okText="确定"
            cancelText="取消"
            onConfirm={() => copy.mutate({ day: data?.from ?? day })}
          >
            <Button icon={<CopyOutlined aria-hidden />} loading={copy.isPending}>
              复制上周
            </Button>
          </Confirm>
        )}
      </div>
      {now.data && (
        <p className="w-duties-now">
          当前值班：{now.data.length > 0 ? now.data.map((one) => one.name).join('、') : '没有人，预警会通知所有可处理预警的人员'}
        </p>
      )}
      {data && <CareNeed {...data.care} />}
      {error && <LoadFailed title={data ? `${error.message}，显示的是之前的内容` : error.message} onAgain={() => void week.refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && shown.length === 0 && <Empty description={name ? '没有找到' : '还没有工作人员'} />}
      {data && shown.length > 0 && (
        <DutyWeek
          from={data.from}
          staff={shown}
          all={data.staff}
          care={data.care}
          first={asked ? (shown[0]?.userId ?? null) : null}
          onAdded={added}
        />
      )}
    </div>
  );
}
