/** What happened, newest last: time, what, by whom, and the note. */
import { Timeline as AntdTimeline } from 'antd';
import type { ReactNode } from 'react';
import { formatTime } from './display.ts';
import './timeline.css';

export interface Entry {
  /** `yyyy-MM-dd HH:mm:ss` */
  time: string;
  title: ReactNode;
  userName?: string | null;
  note?: ReactNode;
  /** `danger` for what calls for help, `done` for what ends, `current` for what goes on. */
  tone?: 'plain' | 'danger' | 'done' | 'current';
}

const COLORS = { plain: 'gray', danger: 'red', done: 'green', current: 'blue' } as const;

/** Gives the time once for entries of the same day. */
export function Timeline({ entries, empty = '暂无记录' }: { entries: readonly Entry[]; empty?: string }) {
  if (entries.length === 0) return <p className="y-timeline-empty">{empty}</p>;
  return (
    <AntdTimeline
      items={entries.map(({ time, title, userName, note, tone = 'plain' }, index) => {
        const sameDay = entries[index - 1]?.time.slice(0, 10) === time.slice(0, 10);
        return {
          key: `${time}.${index}`,
          color: COLORS[tone],
          content: (
            <>
              <div className="y-timeline-head">
                <b>{title}</b>
                <time dateTime={time.replace(' ', 'T')} title={time}>
                  {formatTime(time, sameDay ? 'HH:mm:ss' : 'MM-dd HH:mm:ss')}
                </time>
                {userName && <span>{userName}</span>}
              </div>
              {note && <div className="y-timeline-note">{note}</div>}
            </>
          ),
        };
      })}
    />
  );
}
