/**
 * A list that is a tree: search, expand and collapse, actions. All rows are there at
 * once; what is above a match stays, so that it can be placed.
 */
import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Table, Tooltip, type TableProps } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import { RowActions, type RowAction } from './row-actions.tsx';
import { useRowDrag } from './row-drag.tsx';
import { cellOf } from './table-columns.tsx';
import { useBodyHeight } from './table-layout.ts';
import { TableEmpty, TableFailure, TableSkeleton } from './table-states.tsx';
import { branches, matchingNodes, type TreeRow } from './tree-rows.ts';
import './data-table.css';
import { SearchInput } from './search-input.tsx';

interface Props<Row extends TreeRow<Row>> {
  /** What a row is, in Chinese: 部门. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  /** What is wrong with reading them. */
  failure: string | null;
  reading: boolean;
  onReload: () => void;
  /** Text of a row that the search looks through. */
  textOf: (row: Row) => string;
  actions?: (row: Row) => RowAction[];
  onAdd?: (() => void) | undefined;
  extra?: ReactNode;
  /** With it rows are put in order by hand: gets a row and its siblings in their new order. */
  onArrange?: ((row: Row, ids: number[]) => void) | undefined;
  /** Whether a branch is open at first; all of them unless given. */
  opens?: (row: Row) => boolean;
}

const WIDTH = 140;
/** Pixels of the actions: one of four characters and 更多. */
const ACTIONS = 170;

export function TreeTable<Row extends TreeRow<Row>>({
  noun,
  columns,
  rows,
  failure,
  reading,
  onReload,
  textOf,
  actions,
  onAdd,
  extra,
  opens,
  onArrange,
}: Props<Row>) {
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<readonly number[] | null>(null);
  const [box, bodyHeight] = useBodyHeight(`${noun}列表`);
  const shown = useMemo(() => matchingNodes(rows ?? [], words, textOf), [rows, words, textOf]);
  const all = useMemo(() => branches(rows ?? []), [rows]);
  const first = useMemo(() => (opens ? branches(rows ?? [], opens) : all), [rows, opens, all]);
  const expanded = words.trim() ? branches(shown) : (opened ?? first);
  const labelOf = (row: Row) => String((row as Record<string, unknown>)[columns[0]?.key ?? ''] ?? row.id);
  const drag = useRowDrag<Row>({ rows: rows ?? [], labelOf, onArrange: (row, ids) => onArrange?.(row, ids) });
  // Among the matches of a search not all siblings are seen.
  const sorts = onArrange !== undefined && words.trim() === '';
  const tableColumns: TableProps<Row>['columns'] = [
    ...columns.map((column, at) => ({
      key: column.key,
      title: column.title,
      width: column.width ?? WIDTH,
      align: column.align,
      fixed: column.pin ?? undefined,
      ellipsis: true,
      render: (_value: unknown, row: Row, index: number) =>
        at === 0 && sorts ? (
          <>
            {drag.handle(row)}
            {cellOf(column, row, index)}
          </>
        ) : (
          cellOf(column, row, index)
        ),
    })),
    ...(actions
      ? [
          {
            key: '操作',
            title: '操作',
            width: ACTIONS,
            fixed: 'right' as const,
            render: (_value: unknown, row: Row) => <RowActions actions={actions(row)} />,
          },
        ]
      : []),
  ];
  const empty =
    rows === undefined && failure === null ? (
      <TableSkeleton />
    ) : rows === undefined ? (
      <TableFailure text={failure as string} onRetry={onReload} />
    ) : (
      <TableEmpty
        noun={noun}
        filtered={words.trim() !== ''}
        onClear={() => setWords('')}
        extra={onAdd && <Button onClick={onAdd}>新增{noun}</Button>}
      />
    );
  return (
    <section className="y-list" data-height="page" aria-label={`${noun}列表`}>
      <div className="y-list-main">
        <div className="y-table-bar" role="toolbar" aria-label="列表工具">
          <div className="y-table-bar-left">
            {onAdd && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
                新增
              </Button>
            )}
            {extra}
            {!onAdd && !extra && <h2 className="y-table-title">{noun}列表</h2>}
          </div>
          <div className="y-table-bar-right">
            <SearchInput className="y-tree-search" label={`搜索${noun}`} value={words} onChange={setWords} />
            <Button type="text" onClick={() => setOpened(all)}>
              全部展开
            </Button>
            <Button type="text" onClick={() => setOpened([])}>
              全部收起
            </Button>
            <Tooltip title="刷新">
              <Button type="text" icon={<ReloadOutlined aria-hidden spin={reading} />} aria-label="刷新" onClick={onReload} />
            </Tooltip>
          </div>
        </div>
        {rows !== undefined && failure !== null && (
          <Alert
            type="warning"
            showIcon
            banner
            title={`刷新失败，显示的是之前的内容：${failure}`}
            action={
              <Button size="small" onClick={onReload}>
                重试
              </Button>
            }
          />
        )}
        <div className="y-table" ref={box} aria-busy={reading}>
          <Table<Row>
            size="small"
            rowKey="id"
            columns={tableColumns}
            dataSource={[...shown]}
            pagination={false}
            tableLayout="fixed"
            indentSize={20}
            virtual={all.length > 60 && Boolean(bodyHeight)}
            scroll={{ x: tableColumns.reduce((sum, column) => sum + Number(column.width), 0), ...(bodyHeight ? { y: bodyHeight } : {}) }}
            expandable={{ expandedRowKeys: [...expanded], onExpandedRowsChange: (keys) => setOpened(keys.map(Number)) }}
            rowClassName={drag.rowClass}
            locale={{ emptyText: empty, expand: '展开', collapse: '收起' }}
          />
        </div>
        <span className="y-unseen" role="status">
          {drag.said}
        </span>
      </div>
    </section>
  );
}
