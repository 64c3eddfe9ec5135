/** Ctrl/⌘ K: goes to a menu, an open tab or what the areas find, or does what the top bar does. Loaded when first asked for. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useMay } from '#web/ui/may.ts';
import type { DialogProps } from './dialogs.ts';
import type { Command, Finder } from './finders.ts';
import { commandsOf } from './palette-commands.tsx';
import { find, step } from './palette-entries.ts';
import { useSlots } from './slots.ts';
import { useMenu } from './current-user.ts';
import { useTabs } from './tab-store.ts';
import './command-palette.css';

const PAUSE_MS = 250;
/** What was found is taken as it was for so long. */
const FRESH_MS = 5000;

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setLate, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

/** The finders of all areas, fetched once; one that cannot be fetched is left out. */
function useFinders(): readonly (readonly [name: string, finder: Finder])[] {
  const { finders } = useSlots();
  const { data } = useQuery({
    queryKey: ['palette finders'],
    queryFn: async () => {
      const loaded = await Promise.allSettled(Object.entries(finders).map(async ([name, load]) => [name, (await load()).finder] as const));
      return loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
    staleTime: 'static',
  });
  return data ?? [];
}

/** What the areas find, once typing has stopped; what fails says nothing, the others go on. */
function useFound(words: string): { found: Command[]; searching: boolean } {
  const may = useMay();
  const finders = useFinders();
  const late = useLate(words.trim());
  const asked = finders.filter(([, finder]) => finder.looksFor(late, may));
  const queries = useQueries({
    queries: asked.map(([name, finder]) => ({
      queryKey: ['palette', name, late],
      queryFn: ({ signal }: { signal: AbortSignal }) => finder.find(late, may, signal),
      staleTime: FRESH_MS,
      gcTime: FRESH_MS,
      retry: false,
    })),
  });
  return {
    found: queries.flatMap(({ data }) => (data ?? []).map((command) => ({ ...command, found: true as const }))),
    searching: queries.some(({ isFetching }) => isFetching),
  };
}

function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const menu = useMenu();
  const tabs = useTabs();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const box = useRef<HTMLUListElement>(null);
  const { found, searching } = useFound(words);
  const shown = find([...commandsOf(menu, tabs), ...found], words) as Command[];
  const state = searching ? '正在查找…' : shown.length === 0 ? '没有找到，换个说法试试' : '';
  const current = Math.min(at, Math.max(0, shown.length - 1));

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(shown[current]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setAt(step(current, event.key === 'ArrowDown' ? 1 : -1, shown.length));
    else if (event.key === 'Home' && event.ctrlKey) setAt(0);
    else if (event.key === 'End' && event.ctrlKey) setAt(shown.length - 1);
    else return;
    event.preventDefault();
  };
  const chosen = shown[current]?.key;
  useEffect(() => {
    if (chosen) box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <>
      <div className="y-palette-field">
        <SearchOutlined aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-label="搜索菜单、人员、工单、设备、房间、标签与操作"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown[current] ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          placeholder="菜单、姓名、电话、工单号、设备编号、房间，或输入“派单 姓名”“录入 房间”"
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </div>
      <ul className="y-palette-list" role="listbox" id={id} ref={box} aria-label="结果">
        {shown.map((command, index) => (
          <li key={command.key} role="presentation">
            {command.group !== shown[index - 1]?.group && (
              <p className="y-palette-group" aria-hidden>
                {command.group}
              </p>
            )}
            <div
              role="option"
              id={`${id}-${index}`}
              tabIndex={-1}
              aria-selected={index === current}
              aria-label={[command.label, command.note, command.group].filter(Boolean).join('，')}
              className="y-palette-entry"
              onMouseMove={() => index !== current && setAt(index)}
              onClick={() => run(command)}
              onKeyDown={onKey}
            >
              <span aria-hidden>{command.icon}</span>
              <b>{command.label}</b>
              {command.note && <span className="y-palette-note">{command.note}</span>}
            </div>
          </li>
        ))}
      </ul>
      <p className="y-palette-state" role="status">
        {state && <span>{state}</span>}
      </p>
      <p className="y-palette-foot" aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd> 选择　<kbd>Enter</kbd> 打开　<kbd>Esc</kbd> 关闭
      </p>
    </>
  );
}

export default function CommandPalette({ open, onClose }: DialogProps) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      title={null}
      width={620}
      className="y-palette"
      destroyOnHidden
      aria-label="命令面板"
    >
      <Palette onClose={onClose} />
    </Modal>
  );
}
