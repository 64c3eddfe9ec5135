/** A moment as staff read it: `今天 14:05`, `昨天 14:05`; the whole of it on hovering. */
import { useQuarterMinute, useToday } from './clock.ts';
import { formatTime, MISSING, shortTime, since, toMillis, type Time as Moment } from './display.ts';
import './time.css';

interface Props {
  value: Moment | null | undefined;
  /** `5分钟前` in place of the clock: for what is watched as it goes. */
  age?: boolean;
}

const isNone = (value: Props['value']): value is null | undefined | '' => value === null || value === undefined || value === '';

function Age({ value }: { value: Moment }) {
  return <>{since(value, useQuarterMinute())}</>;
}

function Clock({ value }: { value: Moment }) {
  return <>{shortTime(value, useToday())}</>;
}

/** `--` without a time. */
export function Time({ value, age = false }: Props) {
  if (isNone(value) || Number.isNaN(toMillis(value))) return <span className="y-missing">{MISSING}</span>;
  return (
    <time className="y-time" dateTime={formatTime(value).replace(' ', 'T')} title={formatTime(value)}>
      {age ? <Age value={value} /> : <Clock value={value} />}
    </time>
  );
}
