/** 现在: all that waits for the signed-in person, most urgent first. j and k move, Enter acts, o opens. */
import { CheckCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react';
import { measurements } from '#contract/health/measurements.ts';
import { countText, nowKinds, roundOfNow, type NowKind } from '#contract/screens/now.rules.ts';
import { isLocked, session } from '#web/api/session.ts';
import { here } from '#web/shell/use-shortcuts.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { useNowActions } from './now-actions.tsx';
import { NowRow } from './now-row.tsx';
import { keyOfRow, movedTo, standingRows, standsAt, type NowAnswer, type NowItem } from './now-rows.ts';
import { useNow, useNowFollows } from './use-now.ts';
import './now.css';

/** So many are drawn at first. */
const FIRST = 12;
/** A pointer that rests for so long points at nothing. */
const RESTING_MS = 8000;

/** The keys of the list, while its page is shown; `onEnd` hears that its last row is gone beyond. */
function useRowKeys(list: RefObject<HTMLElement | null>, onEnd: () => void): void {
  // A dialog takes the focus, and what was done in it may have taken the row: the keys go on where they were.
  const left = useRef<{ row: Element; at: number }>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll('li') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const arrow = event.key.startsWith('Arrow');
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || (arrow && at < 0)) return;
    const { typing, dialog } = here(event.target);
    if (typing || dialog || isLocked(session.getState())) return;
    if (at >= 0) left.current = { row: rows[at] as Element, at };
    const from = at < 0 && left.current ? standsAt(rows, left.current) : at;
    const next = movedTo(event.key, from, rows.length);
    if (next !== null && next === at && at === rows.length - 1) onEnd();
    else if (next !== null) rows[next]?.querySelector<HTMLElement>('[data-act]')?.focus();
    else if (event.key === 'o' && at >= 0) rows[at]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function Chips({
  counts,
  chosen,
  onChoose,
}: {
  counts: NowAnswer['counts'];
  chosen: NowKind | null;
  onChoose: (kind: NowKind | null) => void;
}) {
  if (counts.length < 2 && chosen === null) return null;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const chip = (kind: NowKind | null, label: string, count: number | null) => (
    <li key={label}>
      <button type="button" aria-pressed={chosen === kind} onClick={() => onChoose(kind)}>
        {label} {count !== null && <b>{countText(count)}</b>}
      </button>
    </li>
  );
  return (
    <ul className="y-now-chips" aria-label="按类别筛选">
      {chip(null, '全部', all)}
      {counts.map(({ kind, count, together }) => chip(kind, nowKinds[kind].label, together ? null : count))}
    </ul>
  );
}

function Failed({ kinds, onAgain }: { kinds: readonly NowKind[]; onAgain: () => void }) {
  if (kinds.length === 0) return null;
  return (
    <p className="y-now-failed" role="alert">
      {kinds.map((kind) => nowKinds[kind].source).join('、')}暂时读取不到
      <Button type="link" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onAgain}>
        重试
      </Button>
    </p>
  );
}

function Calm({ ask, filtered }: { ask: readonly string[] | null; filtered: boolean }) {
  if (ask)
    return (
      <div className="y-now-calm">
        <b>您的账号还没有分配权限</b>
        <p>
          {ask.length > 0 ? `请联系 ${ask.join('、')} 开通，开通后重新登录即可使用。` : '请联系机构管理员开通，开通后重新登录即可使用。'}
        </p>
      </div>
    );
  return (
    <div className="y-now-calm" role="status">
      <CheckCircleOutlined aria-hidden />
      <b>{filtered ? '这一类没有需要处理的事' : '现在没有需要处理的事'}</b>
      {!filtered && <p>有新的预警、工单或待办时会自动出现在这里</p>}
    </div>
  );
}

/** Many of a kind are done room by room. */
function Round({ kind }: { kind: NowKind | null }) {
  const may = useMay();
  const to = roundOfNow(kind);
  if (to === null || kind === null || !may(measurements.round)) return null;
  return (
    <p className="y-now-round">
      <Link to={to}>按楼栋、楼层、房间顺序逐人录入</Link>
    </p>
  );
}

/** What is known of a kind until its own answer is there; undefined where that is nothing. */
function ofKind(all: NowAnswer | undefined, kind: NowKind): NowAnswer | undefined {
  const rows = all?.rows.filter((row) => row.kind === kind) ?? [];
  return all && rows.length > 0 ? { ...all, rows } : undefined;
}

export default function NowList() {
  const title = useId();
  const now = useQuarterMinute();
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<NowKind | null>(null);
  const [whole, setWhole] = useState(false);
  const [still, setStill] = useState<readonly NowItem[] | null>(null);
  const all = useNow(null);
  const some = useNow(chosen, chosen !== null);
  const { isError, refetch } = chosen === null ? all : some;
  const data = chosen === null ? all.data : (some.data ?? ofKind(all.data, chosen));
  const [act, dialogs] = useNowActions();
  useNowFollows();

  const rows = data?.rows ?? [];
  useRowKeys(list, () => {
    if (whole || rows.length <= FIRST) return;
    setWhole(true);
    setStill(rows);
  });
  const drawn = whole ? rows : rows.slice(0, FIRST);
  const { shown, arrived } = standingRows(still, drawn);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const free = () => {
    clearTimeout(resting.current);
    setStill(null);
  };
  const hold = () => setStill((held) => held ?? drawn);
  const point = () => {
    hold();
    clearTimeout(resting.current);
    resting.current = setTimeout(() => list.current?.contains(document.activeElement) || setStill(null), RESTING_MS);
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  const choose = (kind: NowKind | null) => {
    free();
    setWhole(false);
    setChosen(kind);
  };
  const counts = all.data?.counts ?? [];
  const count =
    chosen === null ? counts.reduce((sum, one) => sum + one.count, 0) : (counts.find(({ kind }) => kind === chosen)?.count ?? 0);

  return (
    <section className="y-now-list" aria-labelledby={title}>
      <header>
        <h2 id={title}>现在{counts.length > 0 && <span className="y-now-total">{countText(count)} 件</span>}</h2>
        {arrived > 0 ? (
          <button type="button" className="y-now-arrived" onClick={free}>
            有 {arrived} 件新的，点此更新
          </button>
        ) : (
          rows.length > 0 && (
            <p className="y-now-keys" aria-hidden>
              <kbd>J</kbd> <kbd>K</kbd> 移动　<kbd>Enter</kbd> 处理　<kbd>O</kbd> 打开
            </p>
          )
        )}
      </header>
      <Chips counts={counts} chosen={chosen} onChoose={choose} />
      {rows.length > 0 && <Round kind={chosen} />}
      <Failed kinds={data?.failed ?? []} onAgain={() => void refetch()} />
      {isError && !data && (
        <p className="y-now-failed" role="alert">
          暂时读取不到需要处理的事
          <Button type="link" size="small" icon={<ReloadOutlined aria-hidden />} onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data && shown.length === 0 && data.failed.length === 0 && <Calm ask={data.ask} filtered={chosen !== null} />}
      <ul
        ref={list}
        className="y-now-rows"
        aria-labelledby={title}
        onPointerMove={point}
        onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || free()}
        onFocus={hold}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || currentTarget.matches(':hover') || free()}
      >
        {shown.map(({ row, gone }) => (
          <NowRow key={keyOfRow(row)} row={row} gone={gone} now={now} onAct={act} />
        ))}
      </ul>
      {rows.length > FIRST && (
        <button type="button" className="y-now-more" onClick={() => setWhole(!whole)}>
          {whole ? '收起' : `显示其余 ${rows.length - FIRST} 件`}
        </button>
      )}
      {whole && count > rows.length && <p className="y-now-rest">最紧急的 {rows.length} 件在此，其余按类别筛选查看</p>}
      {dialogs}
    </section>
  );
}
