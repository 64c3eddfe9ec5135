/** The residents on the home page: where they are, how old, at which level of care, and whose birthday comes. */
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import type { Output } from '#contract/http.ts';
import { ageBands } from '#contract/screens/resident-panel.rules.ts';
import { residentPanel } from '#contract/screens/resident-panel.ts';
import { useCall } from '#web/api/call.ts';
import { GENDERS } from '#web/elderly/person-tags.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { labelOf, thousands } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { Figure, Panel } from './home-cards.tsx';
import { Bar, filtered, type Reach } from './home-figures.tsx';

type Residents = Output<typeof residentPanel.read>;

const PEOPLE = '/oldMan/index';
const SLOW = { quiet: true, staleTime: 30_000, refetchInterval: 60_000 } as const;

/** The figures; undefined while they are on their way. `sees` says whether this person may see them at all. */
export function useResidents(): { sees: boolean; residents: Residents | undefined } {
  const sees = useMay()(residentPanel.read);
  const { data } = useCall(residentPanel.read, {}, { ...SLOW, enabled: sees });
  return { sees, residents: data };
}

/** Whether anybody lives here, or did this month. */
export const isLived = ({ total, came, left }: Residents) => total + came + left > 0;

interface BarRow {
  key: string;
  label: ReactNode;
  count: number;
  to: string | null;
}

function Bars({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="y-bars" aria-label={title}>
      {rows.map(({ key, label, count, to }) => {
        const row = (
          <>
            <span>{label}</span>
            <Bar share={count / most} />
            <b>{thousands(count)}</b>
          </>
        );
        return <li key={key}>{to ? <Link to={to}>{row}</Link> : <span>{row}</span>}</li>;
      })}
    </ul>
  );
}

/** `11月28日` */
const dayText = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

function Figures({ residents, list }: { residents: Residents; list: string | null }) {
  const { options } = useDictionary('care_level');
  const { inHouse, away, inHospital, atHome, came, left, averageAge, oldest, genders, careLevels, ages, birthdays } = residents;
  const house = { serviceType: serviceKinds.institution };
  const sexes = genders.flatMap(({ value, count }) => (value === null ? [] : `${labelOf(GENDERS, value)} ${thousands(count)}`)).join('，');
  return (
    <>
      <div className="y-figures" data-thirds>
        <Figure label="在院" value={thousands(inHouse)} to={filtered(list, { ...house, status: 1 })} />
        <Figure label="请假" value={thousands(away)} to={filtered(list, { ...house, status: 2 })} />
        <Figure label="住院" value={thousands(inHospital)} to={filtered(list, { ...house, status: 3 })} />
        <Figure label="居家" value={thousands(atHome)} to={filtered(list, { serviceType: serviceKinds.home })} />
        <Figure label="本月入住" value={thousands(came)} to={null} />
        <Figure label="本月离院" value={thousands(left)} to={null} />
      </div>
      <div className="y-residents">
        <Bars
          title="按护理等级"
          rows={careLevels.map(({ value, count }) => ({
            key: String(value),
            label: value === null ? '未评定' : labelOf(options, value),
            count,
            to: value === null ? null : filtered(list, { careLevel: value }),
          }))}
        />
        <Bars
          title="按年龄"
          rows={ageBands.map(({ key, from, label }, at) => ({
            key,
            label,
            count: ages.find((band) => band.key === key)?.count ?? 0,
            to: filtered(list, { ageStart: from, ageEnd: (ageBands[at + 1]?.from ?? 151) - 1 }),
          }))}
        />
      </div>
      {averageAge !== null && (
        <p className="y-residents-ages">
          平均 {averageAge} 岁，最年长 {oldest} 岁{sexes && `；${sexes}`}
        </p>
      )}
      {birthdays.length > 0 && (
        <p className="y-birthdays">
          <b>近7天生日</b>
          {birthdays.map(({ id, userName, day, age }) => (
            <Link key={id} to={personAddress(id)}>
              {userName} {dayText(day)} {age}岁
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

export function ResidentsPanel({ residents, reach }: { residents: Residents | undefined; reach: Reach }) {
  const list = reach(PEOPLE);
  return (
    <Panel title="在院长者" to={list}>
      {residents ? <Figures residents={residents} list={list} /> : <Skeleton active title={false} paragraph={{ rows: 6 }} />}
    </Panel>
  );
}
