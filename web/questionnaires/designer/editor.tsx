/** The editor of a questionnaire: what can be added, the form as it will look, and what is set of the selected question. */
import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Empty } from 'antd';
import { Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { summaryOf } from '#contract/questionnaires/logic-summary.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { showMessage } from '#web/api/messages.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { CanvasHead } from './canvas-head.tsx';
import { Card, type CardActions } from './card.tsx';
import { useDesign, useDesigning, useFollowingItems, useProject } from './design-context.ts';
import { indexOf, nameOf, nextId, removalOf, type Step } from './draft.ts';
import { Palette } from './palette.tsx';
import { itemOf, type Preset } from './presets.ts';
import { Properties } from './properties.tsx';
import { ruleSubject } from './rebase.ts';
import { useDrag, type Grip } from './use-drag.ts';

const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'));
const CopyDialog = lazyPart(() => import('./copy-dialog.tsx'));

/** As many as the server keeps of one questionnaire. */
const MOST_ITEMS = 200;

/** Questions as they begin, without their numbers. */
export type Wanted = Parameters<typeof itemOf>[2];

/** Ctrl+Z and Ctrl+Shift+Z anywhere on the page, but not where a text or a dialog has its own. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!(event.ctrlKey || event.metaKey) || target.isContentEditable || target.closest('[role=dialog]')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const on = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', on);
    return () => window.removeEventListener('keydown', on);
  }, []);
}

/** What is done to questions, and which of them is selected. */
function useActions() {
  const designing = useDesigning();
  const { store, edit } = designing;
  const { modal } = App.useApp();
  const [selected, setSelected] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  /** The card that gets the focus when it is drawn. */
  const wanted = useRef<number | null>(null);
  const draft = () => store.getState().draft;

  const drawn = useCallback(() => {
    const card = wanted.current === null ? null : document.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`);
    if (!card) return;
    wanted.current = null;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest' });
  }, []);
  const focus = useCallback((formItemId: number) => {
    wanted.current = formItemId;
    setSelected(formItemId);
  }, []);
  const move = useCallback(
    (formItemId: number, to: number) => {
      const { items } = store.getState().draft;
      const item = items.find((one) => one.formItemId === formItemId);
      if (!item || to < 0 || to >= items.length || items[to] === item) return;
      edit([{ do: 'move', formItemId, to }]);
      setSaid(`${nameOf(item)}，第${to + 1}位，共${items.length}位`);
      focus(formItemId);
    },
    [store, edit, focus],
  );
  const add = useCallback(
    (given: readonly (Wanted | FormItemRow)[], place?: number) => {
      const { items } = store.getState().draft;
      const { key } = store.getState().project!;
      if (items.length + given.length > MOST_ITEMS)
        return showMessage('warning', `一份问卷最多${MOST_ITEMS}道题目，现在有${items.length}道`);
      const first = nextId(items);
      const at = place ?? items.length;
      const steps: Step[] = given.map((one, n) => ({
        do: 'put',
        item: 'formItemId' in one ? { ...one, id: 0, projectKey: key, formItemId: first + n } : itemOf(key, first + n, one),
        at: at + n,
      }));
      edit(steps);
      focus(first);
    },
    [store, edit, focus],
  );
  const actions = useMemo((): CardActions => {
    const now = () => store.getState().draft;
    return {
      select: setSelected,
      move: (formItemId, by) => move(formItemId, indexOf(now(), formItemId) + by),
      duplicate: (formItemId) => {
        const at = indexOf(now(), formItemId);
        const item = now().items[at];
        if (item) add([item], at + 1);
      },
      remove: (formItemId) => {
        const { items } = now();
        const at = indexOf(now(), formItemId);
        const item = items[at];
        if (!item) return;
        const { steps, touched } = removalOf(now(), formItemId);
        const name = nameOf(item);
        const along = touched.length > 0 ? `，连同${touched.length}条逻辑` : '';
        const remove = () => {
          edit(steps, { said: `已删除“${name}”${along}` });
          const next = items[at + 1] ?? items[at - 1];
          if (next) focus(next.formItemId);
        };
        if (touched.length === 0) return remove();
        void modal.confirm({
          title: `删除“${name}”${along}？`,
          content: touched.map((rule) => <p key={ruleSubject(rule.formItemId, rule.action)}>{summaryOf(rule, items)}</p>),
          okText: '删除',
          okButtonProps: { danger: true },
          onOk: remove,
        });
      },
      step: (formItemId, by) => {
        const next = now().items[indexOf(now(), formItemId) + by];
        if (next) focus(next.formItemId);
      },
    };
  }, [store, edit, move, add, focus, modal]);
  const afterSelected = () => {
    const at = selected === null ? -1 : indexOf(draft(), selected);
    return at < 0 ? draft().items.length : at + 1;
  };
  return { selected, said, drawn, actions, add, move, afterSelected };
}

function Toolbar() {
  const { undo, redo } = useDesigning();
  const count = useDesign(({ draft }) => draft.items.length);
  const past = useDesign((design) => design.past.length);
  const future = useDesign((design) => design.future.length);
  const last = useDesign((design) => design.past.at(-1)?.said ?? null);
  const collecting = useProject().status === questionnaireStatus.published;
  return (
    <div className="q-toolbar">
      <Button size="small" icon={<UndoOutlined aria-hidden />} disabled={past === 0} title="Ctrl+Z" onClick={undo}>
        撤销
      </Button>
      <Button size="small" icon={<RedoOutlined aria-hidden />} disabled={future === 0} title="Ctrl+Shift+Z" onClick={redo}>
        重做
      </Button>
      <span>共{count}题</span>
      {last && (
        <span role="status">
          {last}
          <Button type="link" size="small" onClick={undo}>
            恢复
          </Button>
        </span>
      )}
      {collecting && <span className="q-toolbar-note">正在收集，修改立即生效；已填写的记录仍按填写时的题目显示</span>}
    </div>
  );
}

interface CardsProps {
  /** Called when they are drawn. */
  drawn: () => void;
  list: RefObject<HTMLUListElement | null>;
  selected: number | null;
  /** Where something that is dragged would come. */
  at: number | null;
  actions: CardActions;
  grip: (formItemId: number) => Grip;
}

/** What is typed is drawn first where it is typed; the cards follow. */
function Cards({ drawn, list, selected, at, actions, grip }: CardsProps) {
  const items = useFollowingItems();
  const refused = useDesign((design) => design.refused);
  useLayoutEffect(drawn);
  return (
    <>
      <ul ref={list} className="q-cards" data-empty={items.length === 0 || undefined} data-end={at === items.length || undefined}>
        {items.map((row, index) => (
          <Card
            key={row.formItemId}
            row={row}
            selected={row.formItemId === selected}
            problem={refused[row.formItemId]}
            target={at === index}
            actions={actions}
            grip={grip}
          />
        ))}
      </ul>
      {items.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有题目：点击或拖动左侧的题型，也可以粘贴文字批量生成" />
      )}
    </>
  );
}

/** What is set of the selected question. */
function Settings({ selected }: { selected: number | null }) {
  const chosen = useDesign(({ draft }) => draft.items.find(({ formItemId }) => formItemId === selected));
  const problem = useDesign(({ refused }) => (selected === null ? undefined : refused[selected]));
  if (!chosen) return <p className="q-hint">选中一道题目后，在这里设置它。</p>;
  return <Properties key={chosen.formItemId} row={chosen} problem={problem} />;
}

/** It draws nothing of the questions itself: a letter that is typed into one draws its settings and its card. */
export default function Editor() {
  const { store, undo, redo } = useDesigning();
  const list = useRef<HTMLUListElement>(null);
  const { selected, said, drawn, actions, add, move, afterSelected } = useActions();
  const [open, setOpen] = useState<'paste' | 'copy' | null>(null);
  useUndoKeys(undo, redo);
  const { at, grip } = useDrag<number | Preset>(list, (what, place) => {
    if (typeof what !== 'number') return add([what], place);
    const from = indexOf(store.getState().draft, what);
    move(what, place > from ? place - 1 : place);
  });
  const close = () => setOpen(null);
  return (
    <div className="q-editor">
      <Palette
        onAdd={(preset) => add([preset], afterSelected())}
        grip={grip}
        onPaste={() => setOpen('paste')}
        onCopy={() => setOpen('copy')}
      />
      <section className="q-canvas" aria-label="题目" data-scrolls>
        <Toolbar />
        <div className="q-paper">
          <CanvasHead />
          <Cards drawn={drawn} list={list} selected={selected} at={at} actions={actions} grip={grip} />
        </div>
        <span className="y-unseen" role="status">
          {said}
        </span>
      </section>
      <aside className="q-properties" aria-label="题目设置">
        <Settings selected={selected} />
      </aside>
      <Suspense fallback={null}>
        {open === 'paste' && <PasteDialog onAdd={add} onClose={close} />}
        {open === 'copy' && <CopyDialog onAdd={add} onClose={close} />}
      </Suspense>
    </div>
  );
}
