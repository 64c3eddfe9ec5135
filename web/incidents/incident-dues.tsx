/** The limits of an incident: kept, kept late, or how long is left. */
import { incidentStates } from '#contract/incidents/incident-commands.rules.ts';
import { dueLabels } from '#contract/incidents/incident-dues.rules.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import { Time } from '#web/ui/time.tsx';
import { leftText, type Incident } from './incident-calls.ts';
import './incidents.css';

export function Dues({ incident: { dues, state } }: { incident: Incident }) {
  const now = useQuarterMinute();
  if (dues.length === 0) return null;
  return (
    <ul className="n-dues" aria-label="时限">
      {dues.map(({ kind, due, done }) => {
        const closed = state === incidentStates.closed;
        const late = done === null ? toMillis(due) < now : done > due;
        const left = closed ? '未登记' : leftText(due, now);
        const kept = late ? '超时完成' : '按时完成';
        return (
          <li key={kind} data-tone={late ? 'late' : done === null ? 'open' : 'kept'}>
            <span>
              {dueLabels[kind]}（<Time value={due} /> 前）
            </span>
            <b>{done === null ? left : kept}</b>
            {done !== null && (
              <span>
                <Time value={done} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
