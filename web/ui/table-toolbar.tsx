/**
 * Above the rows: what can be done with the list on the left, how it looks on the right; once rows are chosen, what can be done with them.
 */
import { ColumnHeightOutlined, FullscreenExitOutlined, FullscreenOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { ColumnSettings } from './column-settings.tsx';
import type { Arrangement, Density } from './columns.ts';

const DENSITIES: { key: Density; label: string }[] = [
  { key: 'large', label: '宽松' },
  { key: 'medium', label: '适中' },
  { key: 'small', label: '紧凑' },
];

export interface ToolbarProps {
  /** Shown where there is nothing to do. */
  title: string;
  addLabel: string;
  onAdd?: (() => void) | undefined;
  extra?: ReactNode;
  chosen: number;
  batch: ReactNode;
  onClear: () => void;
  /** The button of the export, for whoever may. */
  exporting?: ReactNode;
  reading: boolean;
  onReload: () => void;
  arrangement: Arrangement;
  folded: readonly string[];
  titleOf: (key: string) => string;
  onArrange: (part: Partial<Arrangement> | null) => void;
  full: boolean;
  onFull: () => void;
}

export function TableToolbar(props: ToolbarProps) {
  const { chosen, arrangement, full } = props;
  return (
    <div className="y-table-bar" role="toolbar" aria-label="列表工具">
      <div className="y-table-bar-left" data-chosen={chosen > 0 || undefined}>
        {chosen > 0 ? (
          <>
            <span role="status">
              已选 <b>{chosen}</b> 项
            </span>
            {props.batch}
            <Button type="link" size="small" onClick={props.onClear}>
              取消选择
            </Button>
          </>
        ) : (
          <>
            {props.onAdd && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={props.onAdd}>
                {props.addLabel}
              </Button>
            )}
            {props.extra}
            {!props.onAdd && !props.extra && <h2 className="y-table-title">{props.title}</h2>}
          </>
        )}
      </div>
      <div className="y-table-bar-right">
        {props.exporting}
        <Tooltip title="刷新">
          <Button type="text" icon={<ReloadOutlined aria-hidden spin={props.reading} />} aria-label="刷新" onClick={props.onReload} />
        </Tooltip>
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: DENSITIES,
            selectable: true,
            selectedKeys: [arrangement.density],
            onClick: ({ key }) => props.onArrange({ density: key as Density }),
          }}
        >
          <Tooltip title="密度">
            <Button type="text" icon={<ColumnHeightOutlined aria-hidden />} aria-label="密度" />
          </Tooltip>
        </Dropdown>
        <ColumnSettings
          columns={arrangement.columns}
          titleOf={props.titleOf}
          folded={props.folded}
          onChange={(columns) => props.onArrange({ columns, byHand: true })}
          onReset={() => props.onArrange(null)}
        />
        <Tooltip title={full ? '退出全屏' : '全屏'}>
          <Button
            type="text"
            icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
            aria-label={full ? '退出全屏' : '全屏'}
            aria-pressed={full}
            onClick={props.onFull}
          />
        </Tooltip>
      </div>
    </div>
  );
}
