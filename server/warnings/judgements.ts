/** What the warning engine does when lower areas tell it something. */
import { on } from '../events.ts';
import { judgeMeasurements } from './measured.ts';
import { closeMissing, expectAnew } from './missing.ts';
import { clearWarning, raiseWarning } from './raise.ts';
import { touchDoor } from './room-lives.ts';
import { withdrawReading } from './withdrawals.ts';

/** To be called once per process. */
export function judgeWhatIsTold(): void {
  on('alarm.occurred', async (occurrence, tx, deps) => void (await raiseWarning(tx, deps, occurrence)));
  on('alarm.ended', ({ rule, subject, note }, tx, deps) => clearWarning(tx, deps, rule, subject, note));
  on('door.turned', ({ deviceId, at, personId }, tx, deps) => touchDoor(tx, deps, deviceId, at, personId));
  on('readings.expected', ({ personId }, tx, deps) => expectAnew(tx, deps, personId));
  on('values.entered', async ({ personId, values, doubtful }, tx, deps) => {
    await closeMissing(tx, deps, personId, values);
    if (!doubtful) await judgeMeasurements(tx, deps, personId, values);
  });
  on('value.corrected', async ({ doubtful, ...correction }, tx, deps) => {
    const { personId, metric, at, value } = correction;
    if (!doubtful) await withdrawReading(tx, deps, correction);
    else if (value !== null) await judgeMeasurements(tx, deps, personId, [{ metric, value, at }]);
  });
}
