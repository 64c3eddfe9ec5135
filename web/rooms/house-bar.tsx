/** What stands above the house: search, ways of looking, and its floors. */
import { EditOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { memo } from 'react';
import { SearchInput } from '#web/ui/search-input.tsx';
import type { HouseFloor } from './house-model.ts';

/** The tab of all floors. */
export const ALL = '';

export function FloorTabs({ floors, value, onChange }: { floors: readonly HouseFloor[]; value: string; onChange: (key: string) => void }) {
  const tab = (key: string, label: string, alarms: number) => (
    <button key={key} type="button" aria-pressed={value === key} onClick={() => onChange(key)}>
      {label}
      {alarms > 0 && (
        <b role="img" aria-label={`${alarms}处报警`} title={`${alarms}处报警`}>
          {alarms}
        </b>
      )}
    </button>
  );
  return (
    <nav className="r-tabs" aria-label="楼层">
      {tab(
        ALL,
        '全部楼层',
        floors.reduce((sum, { alarms }) => sum + alarms, 0),
      )}
      {floors.map(({ key, title, alarms }) => tab(key, title, alarms))}
    </nav>
  );
}

export type Mode = 'plan' | 'list';

interface BarProps {
  words: string;
  onWords: (words: string) => void;
  /** Rooms that were found; null: nothing is sought. */
  found: number | null;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** The floor whose layout may be edited; null: none. */
  editable: string | null;
  onEdit: (key: string) => void;
}

/** Search and ways of looking. There before the house is, and not drawn again when a bed changes. */
export const HouseBar = memo(function HouseBar({ words, onWords, found, mode, onMode, editable, onEdit }: BarProps) {
  return (
    <div className="r-house-bar">
      <SearchInput placeholder="姓名或房间号" label="查找服务对象或房间" maxLength={20} value={words} onChange={onWords} />
      {found !== null && <span role="status">{found > 0 ? `找到${found}间` : '没有找到'}</span>}
      <Segmented
        aria-label="显示方式"
        value={mode}
        onChange={onMode}
        options={[
          { value: 'plan' as const, label: '房态图' },
          { value: 'list' as const, label: '列表' },
        ]}
      />
      {editable !== null && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit(editable)}>
          编辑布局
        </Button>
      )}
    </div>
  );
});
