/** How a list takes the room that it has, and what a person has made of its columns. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { session } from '#web/api/session.ts';
import { arrange, declared, readArrangement, writeArrangement, type Arrangement, type Column } from './columns.ts';

/** The arrangement of a list, remembered for the person in this browser. */
export function useArrangement<Row>(name: string, columns: readonly Column<Row>[]) {
  const user = session.getState().user?.id ?? 0;
  const [text, setText] = useState(() => readArrangement(user, name));
  const arrangement = useMemo(() => arrange(columns, text), [columns, text]);
  const change = useCallback(
    (part: Partial<Arrangement> | null) => {
      const next = part === null ? null : { ...arrangement, ...part };
      writeArrangement(user, name, next);
      setText(JSON.stringify(next ?? declared(columns)));
    },
    [arrangement, columns, name, user],
  );
  return [arrangement, change] as const;
}

const HEAD = '.ant-table-thead';
const BODY = '.ant-table-body, .ant-table-content, .ant-table-tbody-virtual-holder';

/**
 * Pixels for the rows, the room of the box without the head (undefined until measured), and the width of the box, which is known before
 * anything is painted. Also lets the keyboard scroll what scrolls.
 */
export function useBodyHeight(label: string) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(box.current?.clientWidth ?? 0), []);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const head = element.querySelector<HTMLElement>(HEAD)?.offsetHeight ?? 44;
      setHeight(Math.max(120, Math.floor(element.clientHeight - head)));
      // A page in a tab that is not shown has no width.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const head = element.querySelector(HEAD);
    if (head) observer.observe(head);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const body = box.current?.querySelector<HTMLElement>(BODY);
    if (!body || body.tabIndex === 0) return;
    body.tabIndex = 0;
    // The list around it is the landmark.
    body.setAttribute('role', 'group');
    body.setAttribute('aria-label', label);
  });
  return [box, height, width] as const;
}

/** Whether the list fills the window; Escape ends it. */
export function useFullScreen() {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    const onKey = (event: KeyboardEvent) => {
      // A drawer or menu above the list closes first.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('.ant-drawer-open, .ant-modal-wrap:not([style*="none"]), .ant-popover:not(.ant-popover-hidden)')
      )
        setFull(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [full]);
  return [full, () => setFull((now) => !now)] as const;
}
