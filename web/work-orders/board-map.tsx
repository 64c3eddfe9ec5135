/** 地图: where the jobs are, and each person's way through hers in their order. */
import { Empty } from 'antd';
import { useMemo, useState } from 'react';
import { metresText, routeMetres } from '#contract/work-orders/routes.rules.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { sayJob } from './board-box.tsx';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { combCell, lateAt } from './board-time.ts';

/** Colours that can be told apart; the ninth person has the first one's. */
const TONES = 8;
const STATUS_TONES: Record<number, string> = { 1: 'open', 2: 'sent', 3: 'running', 4: 'done', 5: 'paused' };
type Located = BoardJob & { lng: number; lat: number };
const isLocated = (job: BoardJob): job is Located => job.lng !== null && job.lat !== null;

interface Props {
  jobs: readonly BoardJob[];
  staff: readonly BoardStaff[];
  now: number;
  day: string;
  onOpen: (jobId: number) => void;
}

/** Jobs of one house lie around it like the cells of a comb, so that each can be pressed. */
function spread(jobs: readonly Located[]): { job: Located; beside: readonly [number, number] }[] {
  return [...Map.groupBy(jobs, ({ lng, lat }) => `${lng} ${lat}`).values()].flatMap((same) =>
    same.map((job, index) => ({ job, beside: combCell(index) })),
  );
}

export function BoardMap({ jobs, staff, now, day, onOpen }: Props) {
  const [only, setOnly] = useState<number | null>(null);
  const { people, dots, lines } = useMemo(() => {
    const located = jobs.filter(isLocated).toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : 1));
    const byUser = Map.groupBy(located, ({ serverUserId }) => serverUserId);
    const working = staff.filter(({ id }) => byUser.has(id));
    const shown = only === null ? located : located.filter(({ serverUserId }) => serverUserId === only || serverUserId === null);
    const turn = new Map([...byUser.values()].flatMap((own) => own.map((job, index) => [job.id, index + 1] as const)));
    return {
      people: working.map((one, index) => {
        const own = byUser.get(one.id) as Located[];
        return { id: one.id, name: one.name, tone: `way${index % TONES}`, count: own.length, metres: routeMetres(own) };
      }),
      dots: spread(shown).map(({ job, beside }) => ({
        id: job.id,
        lng: job.lng,
        lat: job.lat,
        text: job.serverUserId === null ? '待' : String(turn.get(job.id)),
        label: sayJob(job, now),
        tone: lateAt(job, now).lateness === 'late' ? 'late' : (STATUS_TONES[job.status] ?? 'done'),
        beside,
      })),
      lines: working.flatMap((one, index) => {
        const own = byUser.get(one.id) as Located[];
        if (own.length < 2 || (only !== null && only !== one.id)) return [];
        return [{ points: own.map(({ lng, lat }) => [lng, lat] as const), tone: `way${index % TONES}`, label: one.name }];
      }),
    };
  }, [jobs, staff, now, only]);
  const lost = jobs.filter((job) => !isLocated(job)).length;
  return (
    <div className="b-pane b-map">
      <aside aria-label="路线">
        <h2>路线</h2>
        <ul>
          <li>
            <button type="button" aria-pressed={only === null} onClick={() => setOnly(null)}>
              全部人员
            </button>
          </li>
          {people.map(({ id, name, tone, count, metres }) => (
            <li key={id}>
              <button type="button" aria-pressed={only === id} onClick={() => setOnly(only === id ? null : id)}>
                <i data-tone={tone} /> {name}
                <small>
                  {count} 单{metres > 0 ? ` · ${metresText(metres)}` : ''}
                </small>
              </button>
            </li>
          ))}
        </ul>
        <p className="b-legend">
          {[
            ['open', '待派'],
            ['sent', '已派'],
            ['running', '服务中'],
            ['done', '完成'],
            ['late', '晚'],
          ].map(([tone, text]) => (
            <span key={tone}>
              <i data-dot={tone} /> {text}
            </span>
          ))}
        </p>
        {lost > 0 && <p className="b-none">{lost} 项没有位置，不在图上</p>}
      </aside>
      {jobs.length > lost ? (
        <PlaceMap
          system="gcj02"
          markers={[]}
          zoom={13}
          trace={{ dots, lines, key: `${day} ${only ?? ''}`, onOpen }}
          height="100%"
          label="派单地图"
        />
      ) : (
        <Empty className="b-empty" description="这段时间没有带位置的服务" />
      )}
    </div>
  );
}
