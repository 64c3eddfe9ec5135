/** The columns of a list as antd's table takes them: the number, what a person has arranged, and the actions of a row. */
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { COLUMN_WIDTH as WIDTH, type Column } from './columns.ts';
import { DictionaryTag } from './dictionary-tag.tsx';
import { MISSING } from './display.ts';
import { PhoneLink } from './phone-link.tsx';
import type { ListState } from './list-state.ts';
import { RowActions, widthOf, type RowAction } from './row-actions.tsx';

const NUMBERS = 64;
/** Of the actions, while no row says more: two of two characters each, or one and 更多. */
const ACTIONS = 142;

/** Fields of rows that hold a telephone number. */
const PHONES = new Set(['phone', 'mobile', 'contactPhone', 'oldmanPhone', 'visitorPhone', 'companionPhone', 'caller', 'callee']);

/** What a cell shows: what the column renders, or the field's value or word. */
export function cellOf<Row>({ key, dictionary, render }: Column<Row>, row: Row, index: number): ReactNode {
  if (render) return render(row, index);
  const value = (row as Record<string, unknown>)[key];
  if (dictionary) return <DictionaryTag type={dictionary} value={value} />;
  if (value === null || value === undefined || value === '') return <span className="y-missing">{MISSING}</span>;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (PHONES.has(key) && typeof value === 'string') return <PhoneLink phone={value} oldmanId={(row as { oldmanId?: number }).oldmanId} />;
  return Array.isArray(value) ? value.join('、') || MISSING : String(value);
}

interface Shown<Row> {
  /** Those that the person wants to see, in their order. */
  shown: readonly Column<Row>[];
  rows: readonly Row[];
  list: ListState;
  /** Rows of a page. */
  size: number;
  /** Of the text: widths grow with it. */
  scale: number;
  numbered: boolean;
  actions: ((row: Row) => RowAction[]) | undefined;
}

/** Pixels that the actions of these rows take. */
export const actionsWidthOf = <Row,>(actions: ((row: Row) => RowAction[]) | undefined, rows: readonly Row[], scale: number): number =>
  actions ? Math.round((rows.length === 0 ? ACTIONS : Math.max(88, ...rows.map((row) => widthOf(actions(row))))) * scale) : 0;

/** Pixels that the numbers take. */
export const numbersWidth = (numbered: boolean): number => (numbered ? NUMBERS : 0);

/** Columns with their widths, the sticky ones among them as long as there is room beside them. */
export function columnsOf<Row>({ shown, rows, list, size, scale, numbered, actions }: Shown<Row>): NonNullable<TableProps<Row>['columns']> {
  const first = (list.current - 1) * size;
  const actionsWidth = actionsWidthOf(actions, rows, scale);
  // On a phone what stays would cover what moves.
  const pinned = shown.reduce(
    (sum, { pin, width: own }) => sum + (pin ? (own ?? WIDTH) * scale : 0),
    actionsWidth + numbersWidth(numbered),
  );
  const crowded = pinned + WIDTH > window.innerWidth;
  return [
    ...(numbered
      ? [
          {
            key: '#',
            title: '序号',
            width: NUMBERS,
            ...(crowded ? {} : { fixed: 'left' as const }),
            render: (_value: unknown, _row: Row, index: number) => first + index + 1,
          },
        ]
      : []),
    ...shown.map((column) => ({
      key: column.key,
      title: column.title,
      width: Math.round((column.width ?? WIDTH) * scale),
      align: column.align,
      fixed: crowded ? undefined : (column.pin ?? undefined),
      ellipsis: true,
      sorter: column.sort !== undefined,
      sortOrder:
        column.sort !== undefined && list.sort === column.sort ? (list.descending ? ('descend' as const) : ('ascend' as const)) : null,
      render: (_value: unknown, row: Row, index: number) => cellOf(column, row, index),
    })),
    ...(actions
      ? [
          {
            key: '操作',
            title: '操作',
            width: actionsWidth,
            fixed: 'right' as const,
            render: (_value: unknown, row: Row) => <RowActions actions={actions(row)} />,
          },
        ]
      : []),
  ];
}
