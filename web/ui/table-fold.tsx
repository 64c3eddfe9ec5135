/** Columns that a list has no room for, and how each row shows them all the same. */
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, type TableProps } from 'antd';
import { useMemo } from 'react';
import { fitted, type Column, type Pin } from './columns.ts';
import type { RowAction } from './row-actions.tsx';
import { actionsWidthOf, cellOf, numbersWidth } from './table-columns.tsx';
import './table-fold.css';

/** Pixels of the column with the arrows. */
export const FOLD_WIDTH = 40;
/** Pixels of the scrollbar beside the rows. */
export const SCROLLBAR = 12;

type Placed<Row> = Column<Row> & { pin: Pin };

interface Room<Row> {
  /** Those that the arrangement shows, in their order. */
  columns: readonly Placed<Row>[];
  /** The person has arranged them: nothing is left out. */
  byHand: boolean;
  /** Pixels for all of them, their numbers and the actions; 0 or less while nothing is measured. */
  width: number;
  scale: number;
  numbered: boolean;
  actions: ((row: Row) => RowAction[]) | undefined;
  rows: readonly Row[];
}

/** The columns that fit beside the actions, and those that do not. */
export function useFold<Row>({ columns, byHand, width, scale, numbered, actions, rows }: Room<Row>) {
  const room = width - numbersWidth(numbered) - actionsWidthOf(actions, rows, scale);
  return useMemo(() => {
    if (byHand || width <= 0) return { shown: [...columns], folded: [] as Placed<Row>[] };
    const all = fitted(columns, room / scale);
    return all.folded.length === 0 ? all : fitted(columns, (room - FOLD_WIDTH) / scale);
  }, [columns, byHand, width, room, scale]);
}

/** antd's `expandable`: an arrow at each row, and below it the columns that are left out, with their titles. */
export function foldedRows<Row>(folded: readonly Column<Row>[]): NonNullable<TableProps<Row>['expandable']> {
  return {
    fixed: 'left',
    columnWidth: FOLD_WIDTH,
    expandRowByClick: false,
    expandIcon: ({ expanded, onExpand, record }) => (
      <Button
        type="text"
        size="small"
        className="y-fold"
        icon={expanded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        aria-label={`其余${folded.length}列`}
        title={`其余${folded.length}列：${folded.map(({ title }) => title).join('、')}`}
        aria-expanded={expanded}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          onExpand(record, event);
        }}
      />
    ),
    expandedRowRender: (row, index) => (
      <dl className="y-folded">
        {folded.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{cellOf(column, row, index)}</dd>
          </div>
        ))}
      </dl>
    ),
  };
}
