/** Ctrl/⌘ K: goes to a menu, an open tab or a person, or does what the top bar does. Loaded when first asked for. */
import { keepPreviousData } from '@tanstack/react-query';
import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { people } from '#contract/elderly/people.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { personAddress } from './addresses.ts';
import type { DialogProps } from './dialogs.ts';
import { go } from './go.ts';
import { commandsOf, type Command } from './palette-commands.tsx';
import { find, looksForPeople, step } from './palette-entries.ts';
import { useMenu } from './current-user.ts';
import { useTabs } from './tab-store.ts';
import './command-palette.css';

const PAUSE_MS = 250;
const PEOPLE = 6;

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setLate, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

/** The people whom the server finds by name or number, once somebody has stopped typing. */
function usePeople(words: string): { found: Command[]; searching: boolean } {
  const may = useMay();
  const keyword = useLate(words.trim());
  const wanted = may(people.page) && looksForPeople(keyword);
  const { data, isFetching } = useCall(
    people.page,
    { keyword, size: PEOPLE },
    { enabled: wanted, quiet: true, placeholderData: keepPreviousData },
  );
  const rows = wanted ? (data?.records ?? []) : [];
  return {
    found: rows.map((person) => ({
      key: `person-${person.id}`,
      group: '人员',
      label: person.userName,
      note: [person.age === null ? null : `${person.age}岁`, person.place, person.mobile].filter(Boolean).join(' · '),
      run: () => go(personAddress(person.id)),
    })),
    searching: wanted && isFetching,
  };
}

function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const menu = useMenu();
  const tabs = useTabs();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const box = useRef<HTMLUListElement>(null);
  const { found, searching } = usePeople(words);
  const shown = find([...commandsOf(menu, tabs), ...found], words) as Command[];
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
          aria-label="搜索菜单、人员、标签与操作"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown[current] ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          placeholder="搜索菜单、人员姓名或电话、操作"
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
        {searching ? '正在查找人员…' : shown.length === 0 ? '没有找到，换个说法试试' : ''}
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
