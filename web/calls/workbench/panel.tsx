/** The panel: its head, the eight entries, and what the chosen one shows. */
import { CustomerServiceOutlined, MinusOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useRef, type PointerEvent } from 'react';
import { callStatus } from '#contract/calls/seat-states.rules.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import type { Seat, SeatCall, SeatNow } from './acts.ts';
import { CallStrip } from './call-strip.tsx';
import { entryIcons } from './entry-icons.tsx';
import { entries, HEIGHT, panel, usePanel, WIDTH, type Entry } from './panel-state.ts';
import { StateLine } from './panel-state-line.tsx';
import { Supervised } from './supervised.tsx';
import './workbench.css';

const views = {
  inbound: lazyPart<Given>(() => import('./inbound-view.tsx')),
  outbound: lazyPart<Given>(() => import('./outbound-view.tsx')),
  records: lazyPart<Given>(() => import('./records-view.tsx')),
  transfer: lazyPart<Given>(() => import('./transfer-view.tsx')),
  conference: lazyPart<Given>(() => import('./conference-view.tsx')),
  supervise: lazyPart<Given>(() => import('./supervise-view.tsx')),
  work: lazyPart<Given>(() => import('./work-view.tsx')),
  devices: lazyPart<Given>(() => import('./devices-view.tsx')),
};

export interface Given {
  seat: Seat;
  now: SeatNow;
  call: SeatCall | null;
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, Math.max(0, most)));
const within = (x: number, y: number) => ({ x: clamp(x, innerWidth - WIDTH), y: clamp(y, innerHeight - 80) });
/** The cards of alarms stand at the right: they go to the left where the panel would lie under them. */
const CARDS = 420;

/** Dragged by its head; a docked panel floats from then on. */
function useDrag() {
  const from = useRef<{ dx: number; dy: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button') || event.button !== 0) return;
      const box = event.currentTarget.parentElement?.getBoundingClientRect();
      if (!box) return;
      from.current = { dx: event.clientX - box.left, dy: event.clientY - box.top };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!from.current) return;
      const { dx, dy } = from.current;
      panel.setState({ docked: false, ...within(event.clientX - dx, event.clientY - dy) });
    },
    onPointerUp: () => void (from.current = null),
    onPointerCancel: () => void (from.current = null),
  };
}

/** Drawers and dialogs take back the focus that leaves them, by a listener of the window: what is typed into the panel must not jump there. */
function useOwnFocus() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const stay = (event: FocusEvent) => {
      if (box.current?.contains(event.target as Node)) event.stopPropagation();
    };
    document.addEventListener('focusin', stay);
    return () => document.removeEventListener('focusin', stay);
  }, []);
  return box;
}

export function Panel(given: Given) {
  const box = useOwnFocus();
  const { docked, x, y, entry } = usePanel();
  const drag = useDrag();
  const View = views[entry];
  useEffect(() => {
    const keep = () => panel.setState(within(panel.getState().x, panel.getState().y));
    window.addEventListener('resize', keep);
    return () => window.removeEventListener('resize', keep);
  }, []);
  const { call } = given;
  const live = call !== null && call.status !== callStatus.hungUp;
  usePageMark(docked && 'docked');
  usePageMark((docked || x + WIDTH > innerWidth - CARDS) && 'moves-cards');
  return (
    <aside
      ref={box}
      className="cw-panel y-no-print"
      aria-label="通话工作台"
      data-docked={docked || undefined}
      style={docked ? { width: WIDTH } : { width: WIDTH, height: HEIGHT, left: x, top: y }}
    >
      <header className="cw-head" {...drag}>
        <CustomerServiceOutlined aria-hidden />
        <StateLine {...given} />
        <button
          type="button"
          aria-label={docked ? '浮动' : '停靠到右侧'}
          title={docked ? '浮动' : '停靠到右侧'}
          onClick={() =>
            panel.setState(docked ? { docked: false, ...within(innerWidth - WIDTH - 40, innerHeight - HEIGHT - 40) } : { docked: true })
          }
        >
          {docked ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
        </button>
        <button type="button" aria-label="最小化" title="最小化" onClick={() => panel.setState({ open: false })}>
          <MinusOutlined aria-hidden />
        </button>
      </header>
      <nav className="cw-entries" aria-label="工作台栏目">
        {(Object.entries(entries) as [Entry, string][]).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-current={name === entry ? 'page' : undefined}
            onClick={() => panel.setState({ entry: name })}
          >
            {entryIcons[name]}
            {label}
          </button>
        ))}
      </nav>
      <div className="cw-body">
        {live && entry !== 'inbound' && entry !== 'outbound' && <CallStrip call={call} />}
        <Supervised call={call} now={given.now} />
        <div className="cw-view">
          <Suspense fallback={null}>
            <View {...given} />
          </Suspense>
        </div>
      </div>
    </aside>
  );
}
