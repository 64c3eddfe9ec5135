/**
 * The list of every page: search, toolbar, rows, paging. `<DataTable name="people" noun="服务对象" route={people.page} columns={columns} />`
 */
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Pagination, Table } from 'antd';
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Input, Output, Route } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { preferences, textScale } from '#web/theme/preferences.ts';
import { visible, type Column } from './columns.ts';
import { shapeOf } from './contract-rules.ts';
import { thousands } from './display.ts';
import { ExportButton } from './export-button.tsx';
import { ImportButton } from './import-button.tsx';
import type { ImportRoutes } from './import-calls.ts';
import { exportInput, SIZES, toInput, useAddressState, useOwnState, type ChangeList, type ListState } from './list-state.ts';
import { LEAST, rowHeight, useFittedSize } from './page-fit.ts';
import type { RowAction } from './row-actions.tsx';
import { SearchForm } from './search-form.tsx';
import { columnsOf } from './table-columns.tsx';
import { FOLD_WIDTH, foldedRows, SCROLLBAR, useFold } from './table-fold.tsx';
import { groupedRows, groupLine } from './table-groups.tsx';
import { useArrangement, useBodyHeight, useFullScreen } from './table-layout.ts';
import { TableEmpty, TableFailure, TableSkeleton } from './table-states.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import './data-table.css';

export type RowOf<R extends Route> = Output<R> extends { records: (infer Row)[] } ? Row : never;

export interface DataTableProps<R extends Route> {
  /** Under which the columns are remembered; one list, one name. */
  name: string;
  /** What a row is, in Chinese: 服务对象. */
  noun: string;
  route: R;
  columns: readonly Column<RowOf<R>>[];
  /** `<Filter>` elements. */
  filters?: ReactNode;
  /** Always sent, and not to be changed by the person. */
  fixed?: Partial<Input<R>>;
  /** Filters as long as the address names none: what waits, of a list that also has what is over. The same object at every drawing. */
  begin?: Readonly<Record<string, string>>;
  /** The server's name of the order in which rows stand until the person sorts them; null: the server's own. */
  order?: (filters: Readonly<Record<string, string>>) => string | null;
  rowKey?: keyof RowOf<R> & string;
  numbered?: boolean;
  /** Of the sticky last column. */
  actions?: (row: RowOf<R>) => RowAction[];
  onAdd?: (() => void) | undefined;
  addLabel?: string;
  extra?: ReactNode;
  /** An `exportRoute` of the contract for the same filters. */
  exportRoute?: Route;
  /** `importRoutes` of the contract. */
  imports?: ImportRoutes;
  /** Rows can be chosen, over pages; gives the buttons for them. */
  batch?: (chosen: RowOf<R>[], clear: () => void) => ReactNode;
  onRowClick?: (row: RowOf<R>) => void;
  onRowDoubleClick?: (row: RowOf<R>) => void;
  rowClass?: (row: RowOf<R>) => string;
  /** Said above the first of neighbouring rows that give the same. */
  groupOf?: (row: RowOf<R>) => string;
  /** `own` keeps page and filters out of the address: for drawers. */
  state?: 'address' | 'own';
  /** `page` fills the window below the tabs, `parent` its parent, `content` grows. */
  height?: 'page' | 'parent' | 'content';
}

/** Enter does what a double click or a click does; arrows go from row to row. */
function onRowKey(event: KeyboardEvent<HTMLElement>, activate: () => void): void {
  if (event.target !== event.currentTarget) return;
  const to = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null;
  if (to) {
    let row = event.currentTarget[to] as HTMLElement | null;
    // What is unfolded of a row stands between it and the next.
    while (row && row.tabIndex < 0) row = row[to] as HTMLElement | null;
    row?.focus();
  } else if (event.key === 'Enter') activate();
  else return;
  event.preventDefault();
}

function List<R extends Route>(props: DataTableProps<R> & { list: ListState; change: ChangeList }) {
  type Row = RowOf<R>;
  const {
    name,
    noun,
    route,
    columns,
    list,
    change,
    rowKey = 'id' as keyof Row & string,
    height = 'page',
    onRowClick,
    onRowDoubleClick,
  } = props;
  const scale = useStore(preferences, textScale);
  const [arrangement, arrangeColumns] = useArrangement(name, columns);
  const [full, toggleFull] = useFullScreen();
  const [box, bodyHeight, boxWidth] = useBodyHeight(`${noun}列表`);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const fit = useFittedSize(name, box, height === 'content', rowHeight(arrangement.density, scale));
  const size = list.size ?? fit ?? LEAST;
  const order = props.order?.(list.filters) ?? null;
  const input = { ...props.fixed, ...toInput(list, size, order) } as unknown as Input<R>;
  const query = useCall(route, input, { quiet: true, placeholderData: keepPreviousData, enabled: list.size !== null || fit !== null });
  const page = query.data as { records: Row[]; total: number; pages: number; approximate?: boolean } | undefined;
  const rows = page?.records ?? [];
  const filtered = Object.keys(list.filters).length > 0;
  const clearChosen = () => setChosen(new Map());

  // The last row of the last page was deleted.
  const beyond =
    page && !query.isPlaceholderData && page.records.length === 0 && list.current > 1
      ? Math.min(Math.max(1, page.pages), list.current - 1)
      : null;
  useEffect(() => {
    if (beyond !== null) change({ current: beyond });
  }, [beyond, change]);

  const arranged = useMemo(() => visible(columns, arrangement), [columns, arrangement]);
  const numbered = props.numbered ?? false;
  const { shown, folded } = useFold({
    columns: arranged,
    byHand: arrangement.byHand,
    width: boxWidth - (height === 'content' ? 0 : SCROLLBAR) - (props.batch ? 48 : 0),
    scale,
    numbered,
    actions: props.actions,
    rows,
  });
  const tableColumns = columnsOf({ shown, rows, list, size, scale, numbered, actions: props.actions });
  const activate = onRowDoubleClick ?? onRowClick;
  const virtual = size >= 50 && rows.length >= 50 && height !== 'content';
  const width = tableColumns.reduce(
    (sum, column) => sum + Number(column.width),
    (props.batch ? 48 : 0) + (folded.length > 0 ? FOLD_WIDTH : 0),
  );

  const empty = query.isPending ? (
    <TableSkeleton />
  ) : query.isError ? (
    <TableFailure text={query.error.message} onRetry={() => void query.refetch()} />
  ) : (
    <TableEmpty
      noun={noun}
      filtered={filtered}
      onClear={() => change({ filters: {} })}
      extra={props.onAdd && <Button onClick={props.onAdd}>{props.addLabel ?? `新增${noun}`}</Button>}
    />
  );

  return (
    <section className="y-list" data-height={height} data-full={full || undefined} aria-label={`${noun}列表`}>
      {props.filters && (
        <div className="y-list-search">
          <SearchForm label={`查询${noun}`} filters={list.filters} onSearch={(filters) => change({ filters })}>
            {props.filters}
          </SearchForm>
        </div>
      )}
      <div className="y-list-main">
        <TableToolbar
          title={`${noun}列表`}
          addLabel={props.addLabel ?? '新增'}
          onAdd={props.onAdd}
          extra={
            props.imports ? (
              <>
                <ImportButton noun={noun} routes={props.imports} changes={[route]} />
                {props.extra}
              </>
            ) : (
              props.extra
            )
          }
          chosen={chosen.size}
          batch={props.batch?.([...chosen.values()], clearChosen)}
          onClear={clearChosen}
          exporting={
            props.exportRoute && (
              <ExportButton
                noun={noun}
                route={props.exportRoute}
                input={exportInput(props.fixed ?? {}, list, order)}
                total={page?.total ?? 0}
                page={rows.map((row) => row[rowKey] as number)}
                chosen={[...chosen.values()].map((row) => row[rowKey] as number)}
                columns={arranged.map(({ key }) => key)}
              />
            )
          }
          reading={query.isFetching}
          onReload={() => void query.refetch()}
          arrangement={arrangement}
          folded={folded.map(({ key }) => key)}
          titleOf={(key) => columns.find((column) => column.key === key)?.title ?? key}
          onArrange={arrangeColumns}
          full={full}
          onFull={toggleFull}
        />
        {query.isError && rows.length > 0 && (
          <Alert
            type="warning"
            showIcon
            banner
            title={`刷新失败，显示的是之前的内容：${query.error.message}`}
            action={
              <Button size="small" onClick={() => void query.refetch()}>
                重试
              </Button>
            }
          />
        )}
        <div
          className="y-table"
          data-density={arrangement.density}
          ref={box}
          data-reading={query.isPlaceholderData || undefined}
          aria-busy={query.isFetching}
        >
          <Table<Row>
            size="small"
            rowKey={rowKey}
            columns={tableColumns}
            dataSource={rows}
            pagination={false}
            tableLayout="fixed"
            virtual={virtual}
            scroll={{ x: width, ...(height !== 'content' && bodyHeight ? { y: bodyHeight } : {}) }}
            locale={{ emptyText: empty }}
            showSorterTooltip={false}
            {...(folded.length > 0 ? { expandable: foldedRows(folded) } : {})}
            onChange={(_pagination, _filters, sorter) => {
              const one = [sorter].flat()[0];
              const sort = columns.find(({ key }) => key === one?.columnKey)?.sort;
              change(one?.order && sort ? { sort, descending: one.order === 'descend' } : { sort: null, descending: false });
            }}
            rowSelection={
              props.batch && {
                fixed: true,
                columnWidth: 48,
                preserveSelectedRowKeys: true,
                selectedRowKeys: [...chosen.values()].map((row) => row[rowKey] as number),
                onChange: (keys, selected) => {
                  // A row of another page may come as its key only.
                  const known = new Map([...chosen, ...selected.flatMap((row) => (row ? [[String(row[rowKey]), row] as const] : []))]);
                  setChosen(
                    new Map(keys.flatMap((key) => (known.has(String(key)) ? [[String(key), known.get(String(key)) as Row] as const] : []))),
                  );
                },
                getCheckboxProps: (row) => ({
                  'aria-label': `选择${String((row as Record<string, unknown>)[shown[0]?.key ?? ''] ?? row[rowKey])}`,
                }),
                getTitleCheckboxProps: () => ({ 'aria-label': '全选当页' }),
              }
            }
            {...(props.rowClass ? { rowClassName: props.rowClass } : {})}
            {...(props.groupOf && !virtual && groupedRows)}
            onRow={(row, at = 0) => ({
              ...groupLine(props.groupOf, row, rows[at - 1], tableColumns.length + (props.batch ? 1 : 0) + (folded.length > 0 ? 1 : 0)),
              ...(activate ? { tabIndex: 0, onKeyDown: (event) => onRowKey(event, () => activate(row)), className: 'y-row-active' } : {}),
              ...(onRowClick && { onClick: () => onRowClick(row) }),
              ...(onRowDoubleClick && { onDoubleClick: () => onRowDoubleClick(row), 'data-opens': 'double' }),
            })}
          />
        </div>
        <Pagination
          className="y-paging"
          current={list.current}
          pageSize={size}
          total={page?.total ?? 0}
          size="small"
          showSizeChanger={{ 'aria-label': '每页条数' }}
          pageSizeOptions={[...SIZES]}
          showQuickJumper={(page?.pages ?? 0) > 8}
          showTotal={(total) => (page ? `${page.approximate ? '约' : '共'} ${thousands(total)} 条` : '')}
          onChange={(current, chosen) => change(chosen === size ? { current } : { current: 1, size: chosen })}
        />
      </div>
    </section>
  );
}

function AddressList<R extends Route>(props: DataTableProps<R>) {
  const [list, change] = useAddressState(Object.keys(shapeOf(props.route.input)), props.begin);
  return <List {...props} list={list} change={change} />;
}

function OwnList<R extends Route>(props: DataTableProps<R>) {
  const [list, change] = useOwnState();
  return <List {...props} list={list} change={change} />;
}

export function DataTable<R extends Route>(props: DataTableProps<R>) {
  return props.state === 'own' ? <OwnList {...props} /> : <AddressList {...props} />;
}
