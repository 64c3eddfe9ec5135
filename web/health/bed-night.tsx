/**
 * A night as the bed sensor's own turns tell it: a strip of in and out of bed, and every time that
 * the bed was left. Beside it stands what the device sums up itself.
 */
import { HOUR } from '#contract/time.ts';
import { bedSums } from '#contract/health/nights.rules.ts';
import type { vitals } from '#contract/health/vitals.ts';
import type { Output } from '#contract/http.ts';
import { toMillis } from '#web/ui/display.ts';
import './bed-night.css';

type Spell = Output<typeof vitals.night>['bed'][number];

/** 20:00 to 08:00. */
const HOURS = 12;
const WIDTH = 720;

export const minutesText = (value: number) =>
  value >= 60 ? `${Math.floor(value / 60)}小时${value % 60 > 0 ? `${value % 60}分` : ''}` : `${value}分`;

const clock = (time: string) => time.slice(11, 16);

export function BedNight({ device, day, spells }: { device: string; day: string; spells: readonly Spell[] }) {
  const { inBed, leaves, away } = bedSums(spells);
  const from = toMillis(`${day} 08:00:00`) - HOURS * HOUR;
  const x = (time: number) => ((time - from) / (HOURS * HOUR)) * WIDTH;
  // Up before the first lying down and after the last getting up is the day.
  const nightly = (at: number) => spells.slice(0, at).some(({ out }) => !out) && spells.slice(at + 1).some(({ out }) => !out);
  const words = `在床 ${minutesText(inBed)}，夜间离床 ${leaves} 次${away > 0 ? `，共 ${minutesText(away)}` : ''}`;
  return (
    <section className="h-night" aria-label={`${device}的在床记录`}>
      <h3>{device}的在床记录</h3>
      <p>
        {words}
        <span className="h-bed-key">在床</span>
        <span className="h-bed-key" data-out>
          夜间离床
        </span>
      </p>
      <svg className="h-bed" viewBox={`0 0 ${WIDTH} 40`} role="img" aria-label={words}>
        <rect className="h-bed-night" x={0} y={2} width={WIDTH} height={18} />
        {spells.map((spell, at) => (
          <rect
            key={spell.from}
            className={spell.out ? (nightly(at) ? 'h-bed-out' : 'h-bed-up') : 'h-bed-in'}
            x={x(toMillis(spell.from))}
            y={2}
            width={Math.max(1, (spell.minutes / (HOURS * 60)) * WIDTH)}
            height={18}
          >
            <title>{`${clock(spell.from)} 至 ${spell.to === null ? '以后' : clock(spell.to)}：${spell.out ? '离床' : '在床'} ${minutesText(spell.minutes)}`}</title>
          </rect>
        ))}
        {Array.from({ length: HOURS / 2 + 1 }, (_, at) => (
          <text key={at} x={(at * 2 * WIDTH) / HOURS} y={36} textAnchor={at === 0 ? 'start' : at === HOURS / 2 ? 'end' : 'middle'}>
            {String((20 + at * 2) % 24).padStart(2, '0')}:00
          </text>
        ))}
      </svg>
      {leaves > 0 && (
        <p className="h-hint">
          离床：
          {spells
            .filter(({ out }, at) => out && nightly(at))
            .map((spell) => `${clock(spell.from)}（${minutesText(spell.minutes)}）`)
            .join('、')}
        </p>
      )}
      <p className="h-hint">由床带上报的在床、离床时刻得出，由本平台记录；与设备自己的报告可以互相核对。</p>
    </section>
  );
}
