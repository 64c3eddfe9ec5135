/** 日历, one day: a row per member of staff, jobs as boxes on the line of her time. */
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { preferences, textScale } from '#web/theme/preferences.ts';
import { formatTime } from '#web/ui/display.ts';
import { JobBox } from './board-box.tsx';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { clashesOf, DAY_MINUTES, gapsOf, isNarrow, leastWidth, minuteOf, packed } from './board-time.ts';
import { Who } from './board-who.tsx';

/** Pixels a minute: an hour is 66 wide, as the lines of the style sheet are. */
export const SCALE = 1.1;
/** Pixels of a line of boxes, at the usual size of text. */
const TRACK = 42;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const NONE: readonly BoardJob[] = [];

const across = (start: number, end: number) => ({ left: start * SCALE, width: (end - start) * SCALE });

/** What one member of staff has to do on the day, and where the boxes lie. */
interface Line {
  staff: BoardStaff;
  jobs: readonly BoardJob[];
  boxes: (ReturnType<typeof packed>['boxes'][number] & { narrow: boolean })[];
  /** Pixels, of one line of boxes and of all. */
  track: number;
  height: number;
}

interface RowProps {
  line: Line;
  day: string;
  now: number;
}

/** The same jobs in another array are the same row. */
const same = (a: readonly BoardJob[], b: readonly BoardJob[]) =>
  a === b || (a.length === b.length && a.every((job, index) => job === b[index]));
const unchanged = (a: RowProps, b: RowProps) =>
  a.line.staff === b.line.staff && a.line.track === b.line.track && a.day === b.day && a.now === b.now && same(a.line.jobs, b.line.jobs);

/** What of a time lies on the day, behind the boxes. */
function Span({ of, day, className, text }: { of: BoardStaff['duties'][number]; day: string; className: string; text?: string }) {
  const [start, end] = [Math.max(0, minuteOf(of.startTime, day)), Math.min(DAY_MINUTES, minuteOf(of.endTime, day))];
  if (end <= start) return null;
  return (
    <div className={className} style={across(start, end)}>
      {text}
    </div>
  );
}

const Row = memo(function Row({ line: { staff, jobs, boxes, track: line, height }, day, now }: RowProps) {
  const clashes = clashesOf(jobs);
  return (
    <div className="b-row" role="group" aria-label={staff.name} style={{ height }}>
      <div className="b-line" data-drop="line" data-user={staff.id} data-day={day}>
        {staff.duties.map((duty) => (
          <Span key={duty.startTime} of={duty} day={day} className="b-duty" />
        ))}
        {staff.leaves.map((leave) => (
          <Span key={leave.startTime} of={leave} day={day} className="b-leave" text="请假" />
        ))}
        {gapsOf(jobs, day).map((gap) => (
          <div
            key={gap.start}
            className="b-way"
            data-tight={gap.tight || undefined}
            title={gap.tight ? '路程时间不足' : '路程'}
            style={across(gap.start, gap.start + gap.minutes)}
          />
        ))}
        {boxes.map(({ job, start, end, track, narrow }) => (
          <JobBox
            key={job.id}
            job={job}
            now={now}
            kind="box"
            clash={clashes.has(job.id)}
            narrow={narrow}
            style={{ ...across(start, end), top: 4 + track * line, height: line - 4 }}
          />
        ))}
      </div>
    </div>
  );
}, unchanged);

/** Where the day has got to; by itself, so that a minute that passes draws nothing else. */
function NowLine({ day, offset }: { day: string; offset: number }) {
  const [tick, setTick] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  const minute = minuteOf(formatTime(tick + offset), day);
  if (minute < 0 || minute > DAY_MINUTES) return null;
  return <div className="b-now" style={{ left: minute * SCALE }} aria-hidden />;
}

interface Props {
  day: string;
  staff: readonly BoardStaff[];
  jobs: readonly BoardJob[];
  now: number;
  /** Milliseconds that the server's clock is ahead of this one. */
  offset: number;
  onPrint: (userId: number) => void;
}

export function BoardDay({ day, staff, jobs, now, offset, onPrint }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const text = useStore(preferences, textScale);
  const lines = useMemo(() => {
    const byUser = Map.groupBy(jobs, ({ serverUserId }) => serverUserId);
    return staff.map((one): Line => {
      const own = byUser.get(one.id) ?? NONE;
      const { boxes, tracks } = packed(own, day, leastWidth(text) / SCALE);
      const named = boxes.map((box) => ({ ...box, narrow: isNarrow((box.end - box.start) * SCALE, box.job.oldmanName, text) }));
      const line = Math.round(TRACK * text);
      return { staff: one, jobs: own, boxes: named, track: line, height: tracks * line + 8 };
    });
  }, [staff, jobs, day, text]);
  // The day is opened where it is now, or where it begins.
  useLayoutEffect(() => {
    const minute = minuteOf(formatTime(Date.now() + offset), day);
    const from = minute >= 0 && minute < DAY_MINUTES ? minute - 90 : 7 * 60;
    pane.current?.scrollTo({ left: Math.max(0, from) * SCALE });
    // A clock that is set right does not scroll.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [day]);
  return (
    <div className="b-pane" ref={pane} data-pane tabIndex={0} role="region" aria-label="按时间排列的日程">
      <div className="b-grid" style={{ width: `calc(var(--b-who) + ${DAY_MINUTES * SCALE}px)` }}>
        <div className="b-head" aria-hidden>
          <span className="b-corner">人员</span>
          {HOURS.map((hour) => (
            <span key={hour} style={{ width: 60 * SCALE }}>
              {hour}
            </span>
          ))}
        </div>
        <div className="b-rows b-beside">
          {/* One column that stays where it is: sixty cells that stay, each by itself, are sixty layers to put together in every frame. */}
          <div className="b-names">
            {lines.map(({ staff: one, jobs: own, height }) => (
              <Who
                key={one.id}
                staff={one}
                jobs={own.length}
                minutes={own.reduce((sum, { minutes }) => sum + minutes, 0)}
                height={height}
                onPrint={onPrint}
              />
            ))}
          </div>
          <div>
            {lines.map((line) => (
              <Row key={line.staff.id} line={line} day={day} now={now} />
            ))}
          </div>
          <div className="b-over">
            <NowLine day={day} offset={offset} />
          </div>
        </div>
      </div>
    </div>
  );
}
