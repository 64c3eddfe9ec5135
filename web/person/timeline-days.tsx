/** Days of the timeline, each with what happened on it. */
import { memo } from 'react';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { byDay, clockText, dayHeading, timelineKinds } from '#contract/screens/timeline.rules.ts';
import type { timeline } from '#contract/screens/timeline.ts';
import { useToday } from '#web/ui/clock.ts';
import { timelineIcons } from './timeline-icons.tsx';
import './timeline.css';

export type TimelineThing = Output<typeof timeline.page>['records'][number];

const Thing = memo(({ source, kind, time, title, text, who, level, address }: Omit<TimelineThing, 'id'>) => {
  const Icon = timelineIcons[kind];
  const { label, color } = timelineKinds[kind];
  return (
    <li data-level={level}>
      <span className="p-timeline-icon" data-color={color} title={label}>
        <Icon aria-hidden />
      </span>
      <time dateTime={time.replace(' ', 'T')} title={time}>
        {clockText(source, time)}
      </time>
      <div>
        <Link to={address} aria-label={`${label}：${title}`}>
          {title}
        </Link>
        {text && <p>{text}</p>}
      </div>
      {who && <span className="p-timeline-who">{who}</span>}
    </li>
  );
});

export function TimelineDays({ things }: { things: readonly TimelineThing[] }) {
  const today = useToday();
  return byDay(things).map(({ day, things: happened }) => (
    <section key={day} className="p-timeline-day" aria-label={day}>
      <h3>
        {dayHeading(day, today)}
        <small>{happened.length} 项</small>
      </h3>
      <ul>
        {happened.map(({ id, ...thing }) => (
          <Thing key={`${thing.source} ${id}`} {...thing} />
        ))}
      </ul>
    </section>
  ));
}
