/**
 * The roster of a week: a row per member of staff, a column per day with the hours
 * that no member of staff covers; a press adds a shift or takes it off.
 */
import { DAY } from '#contract/time.ts';
import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { uncovered, usualShifts } from '#contract/warnings/duties.rules.ts';
import { shortOn, withoutLeaves } from '#contract/warnings/staffing.rules.ts';
import { duties } from '#contract/warnings/duties.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { ClockField, DAYS } from '#web/ui/time-windows.tsx';

type Week = Output<typeof duties.week>;
type Staff = Week['staff'][number];
const CHANGES = [duties.week, duties.now] as const;
const clockOf = (time: string) => time.slice(11, 16);
/** In its cell a shift is as short as that; who ends before they began ends on the next day. */
const briefly = ({ startTime, endTime }: { startTime: string; endTime: string }) => `${clockOf(startTime)}–${clockOf(endTime)}`;
const hours = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  `${clockOf(startTime)}–${endTime.slice(0, 10) > startTime.slice(0, 10) ? '次日' : ''}${clockOf(endTime)}`;

/** 请假, 上午请假 or 下午请假: how a leave touches a day. */
const leaveOn = (day: string, { startTime, endTime }: { startTime: string; endTime: string }) =>
  startTime > `${day} 00:00:00` ? '下午请假' : endTime < `${day} 23:59:59` ? '上午请假' : '请假';

interface NewShiftProps {
  userId: number;
  day: string;
  name: string;
  /** Open from the start: the page was asked for this. */
  begins: boolean;
  onAdded: () => void;
}

/** Which hours; those that houses have take one press. */
function NewShift({ userId, day, name, begins, onAdded }: NewShiftProps) {
  const [open, setOpen] = useState(begins);
  const [own, setOwn] = useState({ from: '09:00', to: '18:00' });
  const add = useSend(duties.create, {
    changes: CHANGES,
    onSuccess: () => {
      setOpen(false);
      onAdded();
    },
  });
  const put = (from: string, to: string) => add.mutate({ userId, day, from, to });
  const content = (
    <div className="w-duty-new">
      {usualShifts.map((shift, at) => (
        <Button
          key={shift.name}
          size="small"
          autoFocus={begins && at === 0}
          disabled={add.isPending}
          onClick={() => put(shift.from, shift.to)}
        >
          {shift.name} {shift.from}–{shift.to}
        </Button>
      ))}
      <span>
        <ClockField label="班次开始" value={own.from} onChange={(from) => setOwn({ ...own, from })} />至{own.to < own.from && '次日'}
        <ClockField label="班次结束" value={own.to} onChange={(to) => setOwn({ ...own, to })} />
        <Button size="small" type="primary" loading={add.isPending} onClick={() => put(own.from, own.to)}>
          添加
        </Button>
      </span>
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottom"
      destroyOnHidden
      title={`${name} ${day.slice(5)}`}
      content={content}
    >
      <button type="button" className="w-duty-add" aria-label={`给${name}排${day}的班`}>
        <PlusOutlined aria-hidden />
      </button>
    </Popover>
  );
}

interface Props {
  from: string;
  staff: readonly Staff[];
  /** Also those who are not shown: they are on duty all the same. */
  all: readonly Staff[];
  care: Week['care'];
  /** Whose shift of today is asked for first; null: none is. */
  first: number | null;
  /** A shift was added. */
  onAdded: () => void;
}

export function DutyWeek({ from, staff, all, care, first, onAdded }: Props) {
  const may = useMay();
  const remove = useSend(duties.remove, { changes: CHANGES });
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  const days = DAYS.map(({ label }, at) => ({ label, day: formatTime(toMillis(from) + at * DAY, 'yyyy-MM-dd') }));
  const shifts = all.flatMap((one) => one.duties);
  const carers = all.flatMap((one) => (one.cares ? withoutLeaves(one.duties, one.leaves) : []));
  return (
    <div className="w-duty-pane" role="region" aria-label="一周值班" tabIndex={0}>
      <table className="w-duty">
        <thead>
          <tr>
            <th scope="col">姓名</th>
            {days.map(({ label, day }) => {
              const gaps = uncovered(shifts, day);
              return (
                <th key={day} scope="col" data-today={day === today || undefined}>
                  {label} {day.slice(5)}
                  {gaps.length > 0 && <small>无人 {gaps.map(([begin, end]) => `${begin}–${end}`).join('、')}</small>}
                  {shortOn(day, carers, care).map((part) => (
                    <small key={part.from}>
                      缺护理员{part.lacking}名 {part.from}–{part.to}
                    </small>
                  ))}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {staff.map(({ userId, name, departmentName, duties: own, leaves }) => (
            <tr key={userId}>
              <th scope="row">
                {name}
                {departmentName && <small>{departmentName}</small>}
              </th>
              {days.map(({ day }) => (
                <td key={day} data-today={day === today || undefined}>
                  {leaves
                    .filter(({ startTime, endTime }) => startTime < `${day} 24:00:00` && endTime > `${day} 00:00:00`)
                    .map((leave) => (
                      <span key={leave.startTime} className="w-duty-leave">
                        {leaveOn(day, leave)}
                      </span>
                    ))}
                  {own
                    .filter(({ startTime }) => startTime.slice(0, 10) === day)
                    .map((shift) => (
                      <span key={shift.id} className="w-duty-shift" title={hours(shift)}>
                        {briefly(shift)}
                        {may(duties.remove) && (
                          <button
                            type="button"
                            aria-label={`取消${name} ${day} ${hours(shift)}`}
                            disabled={remove.isPending}
                            onClick={() => remove.mutate({ id: shift.id })}
                          >
                            <CloseOutlined aria-hidden />
                          </button>
                        )}
                      </span>
                    ))}
                  {may(duties.create) && (
                    <NewShift
                      key={String(userId === first && day === today)}
                      userId={userId}
                      day={day}
                      name={name}
                      begins={userId === first && day === today}
                      onAdded={onAdded}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
