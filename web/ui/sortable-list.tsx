/** A list put in order with the pointer or the keyboard: the handle takes ↑ and ↓, the whole item Alt+↑ and Alt+↓. */
import { HolderOutlined } from '@ant-design/icons';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { move } from './columns.ts';
import './sortable-list.css';

interface Props<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  labelOf: (item: T) => string;
  onChange: (items: T[]) => void;
  render: (item: T) => ReactNode;
  /** Items are as high as what they hold. */
  tall?: boolean;
}

export function SortableList<T>({ items, keyOf, labelOf, onChange, render, tall = false }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const moveTo = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length) return;
    onChange(move(items, from, to));
    setSaid(`${labelOf(items[from] as T)}，第${to + 1}位，共${items.length}位`);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(index, index + by);
  };
  const onDrag = (event: PointerEvent<HTMLButtonElement>) => {
    if (dragged === null || !list.current) return;
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const under = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom);
    if (under >= 0)
      moveTo(
        items.findIndex((item) => keyOf(item) === dragged),
        under,
      );
  };

  return (
    <>
      <ul className="y-sortable" ref={list}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            data-tall={tall || undefined}
            data-dragged={keyOf(item) === dragged || undefined}
            onKeyDown={(event) => event.altKey && onKey(event, index)}
          >
            <button
              type="button"
              className="y-sortable-handle"
              aria-label={`移动${labelOf(item)}，按上下方向键调整顺序`}
              onKeyDown={(event) => onKey(event, index)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(keyOf(item));
              }}
              onPointerMove={onDrag}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            >
              <HolderOutlined aria-hidden />
            </button>
            {render(item)}
          </li>
        ))}
      </ul>
      <span className="y-unseen" role="status">
        {said}
      </span>
    </>
  );
}
