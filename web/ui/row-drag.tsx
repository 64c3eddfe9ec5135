/** Rows of a tree in order among their siblings: the handle is dragged, or takes ↑ and ↓. */
import { HolderOutlined } from '@ant-design/icons';
import { useEffect, useState, type PointerEvent, type ReactNode } from 'react';
import { dropped, moved, type Place, type TreeRow } from './tree-rows.ts';
import './row-drag.css';

interface Options<Row> {
  rows: readonly Row[];
  labelOf: (row: Row) => string;
  /** Gets the siblings of a row in their new order. */
  onArrange: (row: Row, ids: number[]) => void;
}

interface Drag {
  id: number;
  place: Place | null;
}

/** Pixels from the edge of the list within which it scrolls, and by how much for every move. */
const EDGE = 36;
const STEP = 12;

const listOf = (element: Element) => element.closest('.ant-table-body, .ant-table-tbody-virtual-holder');

function scrollAtEdge(list: Element | null, y: number): void {
  const box = list?.getBoundingClientRect();
  if (box && y < box.top + EDGE) list?.scrollBy(0, -STEP);
  else if (box && y > box.bottom - EDGE) list?.scrollBy(0, STEP);
}

/** The row at a height, and whether the point is in its lower half. */
function rowAt(x: number, y: number): [id: number, below: boolean] | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row-key]');
  if (!row) return null;
  const { top, height } = row.getBoundingClientRect();
  return [Number(row.dataset.rowKey), y > top + height / 2];
}

/** Gives the handle of a row, the class that shows where it would go, and what was done in words. */
export function useRowDrag<Row extends TreeRow<Row>>({ rows, labelOf, onArrange }: Options<Row>) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  const dragging = drag !== null;

  useEffect(() => {
    if (!dragging) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [dragging]);

  function put(row: Row, ids: number[] | null | undefined) {
    if (!ids) return;
    onArrange(row, ids);
    setSaid(`${labelOf(row)}，第${ids.indexOf(row.id) + 1}位，共${ids.length}位`);
  }
  function follow(event: PointerEvent<HTMLButtonElement>) {
    if (!drag) return;
    scrollAtEdge(listOf(event.currentTarget), event.clientY);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const over = rowAt(left + width / 2, event.clientY);
    setDrag({ ...drag, place: over && dropped(rows, drag.id, ...over) });
  }

  const handle = (row: Row): ReactNode => (
    <button
      type="button"
      className="y-row-handle"
      title="拖动排序"
      aria-label={`移动${labelOf(row)}，按上下方向键调整顺序`}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
        if (by === null) return;
        event.preventDefault();
        put(row, moved(rows, row.id, by));
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id: row.id, place: null });
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        if (drag) put(row, drag.place?.ids);
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <HolderOutlined aria-hidden />
    </button>
  );
  const rowClass = ({ id }: Row): string =>
    id === drag?.id ? 'y-row-dragged' : id === drag?.place?.beside ? (drag.place.after ? 'y-drop-after' : 'y-drop-before') : '';
  return { handle, rowClass, said };
}
