/** /order/board 派单看板: the jobs of a day or a week beside the staff, moved by hand. */
import { MINUTE } from '#contract/time.ts';
import { Alert, Empty, Spin } from 'antd';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { useBoard, type BoardJob, type Change } from './board-data.ts';
import { BoardDay, SCALE } from './board-day.tsx';
import { useDrag, type Drop } from './board-drag.ts';
import { BoardLane } from './board-lane.tsx';
import { rowsOf } from './board-rows.ts';
import { useFits } from './board-fits.ts';
import { useBoardState } from './board-state.ts';
import { addDays, clockOf, dayOf, endClock, minuteOf, mondayOf, snapped, STEP, timeAt, weekdayOf } from './board-time.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import './boards.css';
import './board-calendar.css';
import './board-parts.css';
import './board-views.css';

const BoardWeek = lazy(() => import('./board-week.tsx').then(({ BoardWeek }) => ({ default: BoardWeek })));
const BoardList = lazy(() => import('./board-list.tsx').then(({ BoardList }) => ({ default: BoardList })));
const BoardMap = lazy(() => import('./board-map.tsx').then(({ BoardMap }) => ({ default: BoardMap })));
const BoardLoad = lazy(() => import('./board-load.tsx').then(({ BoardLoad }) => ({ default: BoardLoad })));
const BoardJobDialog = lazy(() => import('./board-job-dialog.tsx').then(({ BoardJobDialog }) => ({ default: BoardJobDialog })));
const BoardPropose = lazy(() => import('./board-propose.tsx').then(({ BoardPropose }) => ({ default: BoardPropose })));
const BoardPrint = lazy(() => import('./board-print.tsx').then(({ BoardPrint }) => ({ default: BoardPrint })));

/** The minute that it is; what is late changes with it and not more often. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE) * MINUTE);
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE) * MINUTE), 10_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

/** When a job is planned where it was dropped. Handed to somebody else at about its time, it keeps that to the minute. */
function timeOf({ serverTime }: BoardJob, { day, minute }: Drop): string {
  if (day === null) return serverTime;
  if (minute === null) return `${day} ${serverTime.slice(11)}`;
  return Math.abs(minuteOf(serverTime, day) - minute) < STEP / 2 + 1 ? serverTime : timeAt(day, minute);
}

/** What lies above the board: one job, the proposals, or what is printed of one person. */
type Above = { what: 'job' | 'paper'; id: number } | { what: 'proposals' } | null;

export default function Boards() {
  const may = useMay();
  const minute = useMinute();
  const today = formatTime(minute, 'yyyy-MM-dd');
  const [state, change] = useBoardState(today);
  const { view, week, day, department } = state;
  const first = week ? mondayOf(day) : day;
  const span = useMemo(
    () => ({
      from: `${first} 00:00:00`,
      to: `${addDays(first, week ? 7 : 1)} 00:00:00`,
      ...(department ? { departmentId: department } : {}),
    }),
    [first, week, department],
  );
  const { board, query, hold, moves, readAgain } = useBoard(span);
  const [above, setAbove] = useState<Above>(null);
  const root = useRef<HTMLDivElement>(null);
  const offset = board && query.dataUpdatedAt ? toMillis(board.now) - query.dataUpdatedAt : 0;
  const now = minute + Math.round(offset / MINUTE) * MINUTE;

  const { type, urgency, staff: chosen, everybody } = state;
  const { staff, own, waiting } = useMemo(
    () => rowsOf(board, { type, urgency, staff: chosen, everybody, week }),
    [board, type, urgency, chosen, everybody, week],
  );
  const seen = useMemo(() => [...waiting, ...own], [waiting, own]);

  const mayMove = may(boards.move);
  const dragged = useRef<BoardJob | null>(null);
  const fits = useFits(root);
  const nameOf = (userId: number) => board?.staff.find(({ id }) => id === userId)?.name ?? '';
  /** What a drop means for the job; null when it changes nothing. */
  function changeOf(job: BoardJob, drop: Drop): Change | null {
    const time = timeOf(job, drop);
    const wanted: Change = {
      ...(time === job.serverTime ? {} : { serverTime: time }),
      ...(drop.userId === job.serverUserId ? {} : { serverUserId: drop.userId }),
    };
    return Object.keys(wanted).length ? wanted : null;
  }
  const onPointerDown = useDrag(root, {
    scale: SCALE,
    snap: snapped,
    label(drop) {
      const job = dragged.current;
      if (!job || drop.userId === null) return '放回待派';
      const serverTime = changeOf(job, drop)?.serverTime ?? job.serverTime;
      const when =
        drop.minute === null
          ? `${weekdayOf(dayOf(serverTime))} ${clockOf(serverTime)}`
          : `${clockOf(serverTime)}–${endClock({ ...job, serverTime })}`;
      return `${nameOf(drop.userId)} ${when}`;
    },
    onStart(jobId) {
      dragged.current = board?.jobs.find(({ id }) => id === jobId) ?? null;
      hold(true);
      if (dragged.current) fits.judge(dragged.current, dragged.current.serverTime, 0);
    },
    onOver(drop) {
      if (dragged.current && drop.userId !== null) fits.judge(dragged.current, timeOf(dragged.current, drop));
    },
    onEnd(drop) {
      const job = dragged.current;
      dragged.current = null;
      fits.clear();
      const wanted = job && drop && changeOf(job, drop);
      if (wanted) void moves.move(job, wanted);
      hold(false);
    },
  });

  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest?.('input, textarea, [role="dialog"]');
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z' || typing || !moves.last || moves.busy)
        return;
      event.preventDefault();
      void moves.undo();
    };
    window.addEventListener('keydown', undo);
    return () => window.removeEventListener('keydown', undo);
  }, [moves]);

  const onClick = (event: MouseEvent) => {
    const box = (event.target as Element).closest<HTMLElement>('button[data-job]');
    if (box) setAbove({ what: 'job', id: Number(box.dataset.job) });
  };
  // The selects above may wait for the picture below.
  const calm = useDeferredValue(board);
  const reading = useDeferredValue(query.isFetching);
  const current = useRef(moves);
  useLayoutEffect(() => {
    current.current = moves;
  });
  const onUndo = useCallback(() => void current.current.undo(), []);
  const onMove = useCallback((one: BoardJob, wanted: Change) => void current.current.move(one, wanted), []);
  const onPropose = useCallback(() => setAbove({ what: 'proposals' }), []);
  const onPrint = useCallback((id: number) => setAbove({ what: 'paper', id }), []);
  const openJob = useCallback((id: number) => setAbove({ what: 'job', id }), []);
  const close = useCallback(() => setAbove(null), []);
  const job = above?.what === 'job' ? board?.jobs.find(({ id }) => id === above.id) : undefined;
  const paper = above?.what === 'paper' ? board?.staff.find(({ id }) => id === above.id) : undefined;
  const lanes = view === 'calendar';
  // Until the new day is there, the old one stands.
  const known = board ? dayOf(board.from) : day;
  const shown = board && addDays(known, 1) === dayOf(board.to) ? known : day;

  return (
    <div className="b-board" ref={root} onPointerDown={mayMove ? onPointerDown : undefined} onClick={onClick} role="presentation">
      <BoardToolbar
        state={state}
        onChange={change}
        board={calm}
        today={today}
        last={moves.last?.label}
        busy={moves.busy}
        onUndo={onUndo}
        reading={reading}
        mayMove={mayMove}
        onReload={readAgain}
        onPropose={onPropose}
      />
      {query.isError && !board && <LoadFailed title={query.error.message} onAgain={readAgain} />}
      {board?.cut && <Alert type="warning" showIcon banner title="服务或人员过多，只显示了一部分，请缩短时间范围或选择部门" />}
      {!board && query.isPending && <Spin className="b-wait" />}
      {board && (
        <div className="b-body" data-lanes={lanes || undefined} data-old={query.isPlaceholderData || undefined}>
          {lanes && <BoardLane jobs={waiting} now={now} dated={week} mayMove={mayMove} onMove={onMove} />}
          <Suspense fallback={<Spin className="b-wait" />}>
            {lanes && staff.length === 0 && <Empty className="b-pane b-empty" description="没有可派的服务人员" />}
            {lanes && !week && staff.length > 0 && (
              <BoardDay day={shown} staff={staff} jobs={own} now={now} offset={offset} onPrint={onPrint} />
            )}
            {lanes && week && staff.length > 0 && (
              <BoardWeek
                monday={first}
                today={today}
                staff={staff}
                jobs={own}
                now={now}
                onDay={(one) => change({ day: one, week: false })}
                onPrint={onPrint}
              />
            )}
            {view === 'list' && <BoardList jobs={seen} staff={staff} now={now} onOpen={({ id }) => openJob(id)} />}
            {view === 'map' && <BoardMap jobs={seen} staff={staff} now={now} day={day} onOpen={openJob} />}
            {view === 'load' && <BoardLoad staff={staff} jobs={own} span={span} now={now} />}
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {job && (
          <BoardJobDialog
            key={`${job.id} ${job.serverTime}`}
            job={job}
            now={now}
            mayMove={mayMove}
            onMove={(wanted) => moves.move(job, wanted)}
            onClose={close}
          />
        )}
        {above?.what === 'proposals' && (
          <BoardPropose span={span} onMove={(one, wanted) => moves.move(one, wanted, true)} onClose={close} />
        )}
        {paper && (
          <BoardPrint staff={paper} jobs={(board?.jobs ?? []).filter(({ serverUserId }) => serverUserId === paper.id)} onDone={close} />
        )}
      </Suspense>
    </div>
  );
}
