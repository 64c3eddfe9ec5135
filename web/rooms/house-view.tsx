/**
 * The house as one drawn plan: floors, rooms, beds, and what is the matter in each. The plan of a floor, all floors in lines, or a table;
 * keyboard and card are the same in each.
 */
import { Alert, Empty, Skeleton } from 'antd';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { Link } from 'react-router';
import { placements } from '#contract/elderly/placements.ts';
import { house } from '#contract/rooms/house.ts';
import { rooms as roomRoutes } from '#contract/rooms/rooms.ts';
import { useOnline } from '#web/shell/offline.tsx';
import { whenIdle } from '#web/shell/when-idle.ts';
import { ROOMS } from '#web/shell/addresses.ts';
import { formatTime } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { bedTowards, BED, keepOneStop } from './house-keys.ts';
import { dragBed } from './bed-drag.ts';
import { BedPlanPanel } from './bed-plan.tsx';
import { ALL, FloorTabs, HouseBar, type Mode } from './house-bar.tsx';
import { HouseCard } from './house-card.tsx';
import { houseReader, matchesOf } from './house-model.ts';
import { FloorLine, FloorPlan, Legend } from './house-rooms.tsx';
import { HouseList } from './house-list.tsx';
import { useBedPlan } from './use-bed-plan.ts';
import { useHouse } from './use-house.ts';
import './house.css';

const HouseEditor = lazy(() => import('./house-editor.tsx'));

/** So many floors fill a window; the others are painted when the browser has nothing else to do. */
const FIRST_FLOORS = 10;

interface Props {
  /** Without search, table and editor: for a panel of a page. */
  compact?: boolean;
  /** Residents can be put into other beds, by those who may. */
  movable?: boolean;
  /** Opens a warning; without it the card only names it. */
  onWarning?: (id: number) => void;
}

const Signs = memo(Legend);

/** What is pressed: a bed, or a room. */
interface Pressed {
  bedId: number | null;
  roomId: number | null;
  anchor: HTMLElement;
}

function pressedOf(target: EventTarget): Pressed | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>(`${BED}, [data-room-card]`) : null;
  if (!anchor) return null;
  const { bed, roomCard } = anchor.dataset;
  return { bedId: bed ? Number(bed) : null, roomId: roomCard ? Number(roomCard) : null, anchor };
}

export function HouseView({ compact = false, movable = false, onWarning }: Props) {
  const may = useMay();
  const online = useOnline();
  const { data, isError, refetch, dataUpdatedAt } = useHouse();
  const [chosen, setChosen] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const [mode, setMode] = useState<Mode>('plan');
  const [editing, setEditing] = useState<string | null>(null);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const sought = useDeferredValue(words);
  const [reader] = useState(houseReader);
  const moves = movable && may(placements.swap);
  const plan = useBedPlan(data?.rooms, stage);
  const { floors, guests } = useMemo(() => reader(data), [reader, data]);
  const found = useMemo(() => matchesOf(data?.rooms ?? [], sought), [data, sought]);
  const wanted = chosen ?? (floors.length === 1 ? floors[0]?.key : ALL) ?? ALL;
  const asked = floors.find(({ key }) => key === wanted);
  // What is found on other floors only is shown among all of them.
  const floor = asked && found?.size && !asked.rooms.some(({ id }) => found.has(id)) ? undefined : asked;
  const there = data !== undefined;
  const [painted, setPainted] = useState(false);
  useEffect(() => (there ? whenIdle(() => setPainted(true)) : undefined), [there]);
  const look = useCallback((next: Mode) => {
    setMode(next);
    setPressed(null);
  }, []);
  useEffect(() => {
    if (stage.current) keepOneStop(stage.current, null);
  });
  const editable = floor && mode === 'plan' && may(house.lay) ? floor.key : null;
  const bar = compact ? null : (
    <HouseBar
      words={words}
      onWords={setWords}
      found={found?.size ?? null}
      mode={mode}
      onMode={look}
      editable={editable}
      onEdit={setEditing}
    />
  );

  if (!data) {
    if (!isError)
      return (
        <div className="r-house" data-compact={compact || undefined}>
          {bar}
          <Skeleton active paragraph={{ rows: compact ? 4 : 10 }} />
        </div>
      );
    return <LoadFailed type="warning" title="暂时读取不到房态" onAgain={() => void refetch()} />;
  }
  if (data.rooms.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有房间">
        {may(roomRoutes.create) && <Link to={ROOMS}>到“房间床位”新增房间</Link>}
      </Empty>
    );

  const at = (() => {
    if (!pressed) return null;
    const room = data.rooms.find(({ id, beds }) => id === pressed.roomId || beds.some((bed) => bed.id === pressed.bedId));
    return room && pressed.anchor.isConnected ? { room, bed: room.beds.find(({ id }) => id === pressed.bedId) ?? null } : null;
  })();
  const close = () => {
    // The name of a room is pressed only while something is the matter there: after that the focus goes on to a bed.
    const held = stage.current?.querySelector('.r-card')?.contains(document.activeElement);
    if (pressed?.anchor.isConnected) pressed.anchor.focus();
    else if (held) stage.current?.querySelector<HTMLElement>(`${BED}[tabindex="0"]`)?.focus();
    setPressed(null);
  };
  const pickUp = (bedId: number) => {
    plan.pick(bedId);
    close();
  };
  const press = ({ target }: MouseEvent) => {
    const now = pressedOf(target);
    if (now?.bedId && plan.picked) plan.put(now.bedId);
    else if (now) setPressed(now);
    else if (target instanceof Element && !target.closest('.r-card')) setPressed(null);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && plan.picked) plan.letGo();
    const from = event.target instanceof Element ? event.target.closest(BED) : null;
    if (!from || !stage.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = bedTowards(event.key, stage.current, from);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const choose = (next: string) => {
    setChosen(next);
    setPressed(null);
  };
  const edited = editing === null ? undefined : floors.find(({ key: one }) => one === editing);
  if (edited)
    return (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        <HouseEditor key={edited.key} floor={edited} onClose={() => setEditing(null)} />
      </Suspense>
    );

  const shown = floor ? [floor] : floors;
  return (
    <div className="r-house" data-compact={compact || undefined} data-movable={moves || undefined}>
      {bar}
      {(isError || !online) && (
        <LoadFailed
          type="warning"
          title={`${online ? '刷新失败' : '网络已断开'}，显示的是 ${formatTime(dataUpdatedAt, 'HH:mm:ss')} 的房态`}
          onAgain={() => void refetch()}
        />
      )}
      {data.more && <Alert type="info" showIcon title="房间较多，只显示前2000间" />}
      {floors.length > 1 && <FloorTabs floors={floors} value={floor?.key ?? ALL} onChange={choose} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- one listener for all beds, which are buttons */}
      <div
        className="r-stage"
        ref={stage}
        onClick={press}
        onPointerDown={
          moves
            ? ({ nativeEvent, currentTarget }) => dragBed(currentTarget, nativeEvent, { carries: plan.carries, onDrop: plan.drop })
            : undefined
        }
        onKeyDown={key}
        onFocus={({ target }) => target.matches(BED) && keepOneStop(stage.current as Element, target)}
      >
        {mode === 'list' && !compact ? (
          <HouseList floors={shown} hits={found} picking={plan.picked !== null} />
        ) : floor ? (
          <FloorPlan floor={floor} guests={guests} hits={found} />
        ) : (
          floors.map((one, at) => (
            <FloorLine
              key={one.key}
              title={one.title}
              rooms={one.drawn}
              guests={guests}
              hits={found}
              late={!painted && at >= FIRST_FLOORS}
            />
          ))
        )}
        {at && pressed && (
          <HouseCard
            key={`${at.room.id} ${at.bed?.id}`}
            room={at.room}
            bed={at.bed}
            guests={guests.get(at.room.id) ?? ''}
            anchor={pressed.anchor}
            onWarning={onWarning}
            onMove={moves ? pickUp : undefined}
            onClose={close}
          />
        )}
      </div>
      {moves && <BedPlanPanel plan={plan} />}
      {!compact && mode === 'plan' && <Signs />}
    </div>
  );
}

export default HouseView;
