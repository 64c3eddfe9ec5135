/** Which columns a list shows, in which order, and which stay while it scrolls. */
import { PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import type { Arranged, Pin } from './columns.ts';
import { SortableList } from './sortable-list.tsx';

interface Props {
  columns: readonly Arranged[];
  titleOf: (key: string) => string;
  /** Keys of the columns that are not in the table for want of room. */
  folded: readonly string[];
  onChange: (columns: Arranged[]) => void;
  onReset: () => void;
}

const NEXT: Record<string, Pin> = { free: 'left', left: 'right', right: null };
const SAYS: Record<string, string> = { free: '未固定', left: '固定在左侧', right: '固定在右侧' };

function Panel({ columns, titleOf, folded, onChange, onReset }: Props) {
  const shown = columns.filter((column) => column.shown).length;
  const change = (key: string, part: Partial<Arranged>) =>
    onChange(columns.map((column) => (column.key === key ? { ...column, ...part } : column)));
  return (
    <div className="y-columns">
      <div className="y-columns-head">
        <Checkbox
          checked={shown === columns.length}
          indeterminate={shown > 0 && shown < columns.length}
          onChange={() => onChange(columns.map((column, index) => ({ ...column, shown: shown < columns.length || index === 0 })))}
        >
          全部显示
        </Checkbox>
        <Button type="link" size="small" onClick={onReset}>
          恢复默认
        </Button>
      </div>
      {folded.length > 0 && (
        <div className="y-columns-folded">
          <p>因宽度不足，{folded.map(titleOf).join('、')}收在行内，点行首的箭头查看</p>
          <Button size="small" onClick={() => onChange([...columns])}>
            全部放在表中
          </Button>
        </div>
      )}
      <SortableList
        items={columns}
        keyOf={({ key }) => key}
        labelOf={({ key }) => titleOf(key)}
        onChange={onChange}
        render={({ key, shown: isShown, pin }) => {
          const side = pin ?? 'free';
          return (
            <>
              <Checkbox
                checked={isShown}
                disabled={isShown && shown === 1}
                onChange={(event) => change(key, { shown: event.target.checked })}
              >
                {titleOf(key)}
              </Checkbox>
              <Tooltip title={SAYS[side]}>
                <Button
                  type="text"
                  size="small"
                  className="y-columns-pin"
                  data-side={side}
                  icon={pin ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                  aria-label={`${titleOf(key)}：${SAYS[side]}，点按切换`}
                  onClick={() => change(key, { pin: NEXT[side] as Pin })}
                />
              </Tooltip>
            </>
          );
        }}
      />
    </div>
  );
}

export function ColumnSettings(props: Props) {
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={<Panel {...props} />} destroyOnHidden>
      <Tooltip title="列设置">
        <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label="列设置" />
      </Tooltip>
    </Popover>
  );
}
