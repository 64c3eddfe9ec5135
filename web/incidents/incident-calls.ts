/** What the pages of incidents have in common. */
import type { Output } from '#contract/http.ts';
import { incidentStatistics } from '#contract/incidents/incident-statistics.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { instantOf, MINUTE } from '#contract/time.ts';

export type Incident = Output<typeof incidents.get>;

/** What is read again after any change. */
export const changes = { changes: [incidents.page, incidents.get, incidentStatistics.read] };

const spanText = (minutes: number) =>
  minutes < 60
    ? `${minutes}分钟`
    : minutes < 2880
      ? `${Math.floor(minutes / 60)}小时${minutes % 60}分钟`
      : `${Math.floor(minutes / 1440)}天`;

/** `还剩25分钟`, `已超时1小时5分钟`, at `now` (epoch ms). */
export function leftText(due: string, now: number): string {
  const minutes = Math.floor((instantOf(due) - now) / MINUTE);
  return minutes >= 0 ? `还剩${spanText(minutes)}` : `已超时${spanText(-minutes)}`;
}
