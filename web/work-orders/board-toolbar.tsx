/** Above the board: which picture, which days, which people. */
import { BulbOutlined, LeftOutlined, ReloadOutlined, RightOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented, Select, Tooltip } from 'antd';
import { memo } from 'react';
import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import type { Board } from './board-data.ts';
import { views, type BoardState, type View } from './board-state.ts';
import { addDays, mondayOf, weekdayOf } from './board-time.ts';

const flat = (nodes: readonly DepartmentNode[], depth = 0): { value: number; label: string }[] =>
  nodes.flatMap(({ id, name, children }) => [{ value: id, label: `${'　'.repeat(depth)}${name}` }, ...flat(children ?? [], depth + 1)]);

interface Props {
  state: BoardState;
  onChange: (change: Partial<BoardState>) => void;
  board: Board | undefined;
  today: string;
  /** What 撤销 would take back. */
  last: string | undefined;
  busy: boolean;
  onUndo: () => void;
  reading: boolean;
  mayMove: boolean;
  onReload: () => void;
  onPropose: () => void;
}

export const BoardToolbar = memo(function BoardToolbar(props: Props) {
  const { state, onChange, board, today, last, busy, onUndo, reading, mayMove, onReload, onPropose } = props;
  const { view, week, day, department, staff, type, urgency, everybody } = state;
  const tree = useCall(departments.tree, {}, { quiet: true, staleTime: 10 * 60_000 });
  const types = [...new Map((board?.jobs ?? []).map(({ serverTypeId, serverTypeName }) => [serverTypeId, serverTypeName]))];
  const step = week ? 7 : 1;
  const shown = week ? `${mondayOf(day).slice(5)} 至 ${addDays(mondayOf(day), 6).slice(5)}` : weekdayOf(day);
  return (
    <header className="b-bar-top" role="search">
      <Segmented
        aria-label="看板视图"
        value={view}
        options={Object.entries(views).map(([value, label]) => ({ value: value as View, label }))}
        onChange={(value) => onChange({ view: value, ...(value === 'map' ? { week: false } : {}) })}
      />
      <Segmented
        aria-label="时间范围"
        value={week ? 'week' : 'day'}
        disabled={view === 'map'}
        options={[
          { value: 'day', label: '日' },
          { value: 'week', label: '周' },
        ]}
        onChange={(value) => onChange({ week: value === 'week' })}
      />
      <div className="b-days">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={week ? '上一周' : '前一天'}
          onClick={() => onChange({ day: addDays(day, -step) })}
        />
        <Button disabled={day === today} onClick={() => onChange({ day: today })}>
          今天
        </Button>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={week ? '下一周' : '后一天'}
          onClick={() => onChange({ day: addDays(day, step) })}
        />
        <label className="y-unseen" htmlFor="b-day">
          日期
        </label>
        <Day id="b-day" value={day} onChange={(value) => onChange({ day: value ?? today })} />
        <span className="b-shown">{shown}</span>
      </div>
      <Select
        aria-label="部门"
        placeholder="全部部门"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={department ?? undefined}
        options={flat(tree.data ?? [])}
        onChange={(value: number | undefined) => onChange({ department: value ?? null })}
      />
      <Select
        aria-label="服务人员"
        placeholder="全部人员"
        mode="multiple"
        maxTagCount={1}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={[...staff]}
        options={(board?.staff ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value: number[]) => onChange({ staff: value })}
      />
      <Select
        aria-label="服务分类"
        placeholder="全部分类"
        allowClear
        value={type ?? undefined}
        options={types.map(([value, label]) => ({ value, label }))}
        onChange={(value: number | undefined) => onChange({ type: value ?? null })}
      />
      <DictionarySelect
        aria-label="紧急程度"
        type="emergency_type"
        placeholder="全部紧急程度"
        numeric
        value={urgency}
        onChange={(value) => onChange({ urgency: (value as number | null) ?? null })}
      />
      <Checkbox checked={everybody} onChange={({ target }) => onChange({ everybody: target.checked })}>
        含不当班
      </Checkbox>
      <div className="b-actions">
        {mayMove && (
          <Tooltip title={last ? `撤销：${last}` : '没有可撤销的移动'}>
            <Button icon={<UndoOutlined aria-hidden />} disabled={!last || busy} onClick={onUndo}>
              撤销
            </Button>
          </Tooltip>
        )}
        <Button icon={<ReloadOutlined aria-hidden />} aria-label="刷新" loading={reading} onClick={onReload} />
        {mayMove && (
          <Button type="primary" icon={<BulbOutlined aria-hidden />} onClick={onPropose}>
            一键建议
          </Button>
        )}
      </div>
    </header>
  );
});
