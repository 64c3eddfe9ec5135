/** What the board shows, in the address of its page: survives a reload, can be sent to a colleague. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export const views = { list: '列表', calendar: '日历', map: '地图', load: '负荷' } as const;
export type View = keyof typeof views;

/** What the address says of the board. */
export interface BoardState {
  view: View;
  week: boolean;
  day: string;
  department: number | null;
  staff: readonly number[];
  type: number | null;
  urgency: number | null;
  /** Also those who are not on duty and have nothing to do. */
  everybody: boolean;
}

const idOf = (text: string | null) => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Whatever makes no sense in an address is the default; `today` as yyyy-MM-dd. Pure. */
export function readState(params: URLSearchParams, today: string): BoardState {
  const view = params.get('view') ?? '';
  const day = params.get('day') ?? '';
  const isDay = /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return {
    view: Object.hasOwn(views, view) ? (view as View) : 'calendar',
    week: params.get('range') === 'week' && view !== 'map',
    day: isDay ? day : today,
    department: idOf(params.get('department')),
    staff: (params.get('staff') ?? '').split(',').flatMap((text) => idOf(text) ?? []),
    type: idOf(params.get('type')),
    urgency: idOf(params.get('urgency')),
    everybody: params.get('everybody') === '1',
  };
}

/** The address of a state; defaults are left out. Pure. */
export function writeState({ view, week, day, department, staff, type, urgency, everybody }: BoardState, today: string): URLSearchParams {
  const said = {
    view: view === 'calendar' ? '' : view,
    range: week ? 'week' : '',
    day: day === today ? '' : day,
    department: department ?? '',
    staff: staff.join(),
    type: type ?? '',
    urgency: urgency ?? '',
    everybody: everybody ? '1' : '',
  };
  return new URLSearchParams(Object.entries(said).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])));
}

export function useBoardState(today: string): [BoardState, (change: Partial<BoardState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params, today), [params, today]);
  const change = useCallback(
    (part: Partial<BoardState>) => setParams((now) => writeState({ ...readState(now, today), ...part }, today), { replace: true }),
    [setParams, today],
  );
  return [state, change];
}
