/** 账户流水: every movement, of all people or of one; what changed hands has a receipt. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { movementFieldLabels } from '#contract/accounts/accounts.labels.ts';
import { movementLabels } from '#contract/accounts/accounts.rules.ts';
import { accountMovements } from '#contract/accounts/accounts.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import './accounts.css';

const Filter = labelledFilter(movementFieldLabels);
type Row = RowOf<typeof accountMovements.page>;

export const receiptAddress = (id: number) => `/members/account/receipt?id=${id}`;

/** What came in stands with its sign. */
const change = (value: number) =>
  value === 0 ? (
    <span className="y-missing">{MISSING}</span>
  ) : (
    <span data-in={value > 0 || undefined}>{`${value > 0 ? '+' : ''}${yuan(value)}`}</span>
  );

function About({ row: { remarks, goodsOrderId, workOrderId } }: { row: Row }) {
  if (goodsOrderId !== null) return <Link to={`/order/detail?id=${goodsOrderId}`}>{remarks}</Link>;
  if (workOrderId !== null) return <Link to={`/order/workorder/detail?id=${workOrderId}`}>{remarks}</Link>;
  return remarks || MISSING;
}

const columnsOf = (all: boolean): Column<Row>[] =>
  titled(movementFieldLabels, [
    { key: 'createTime', width: 172, sort: 'create_time', pin: 'left' },
    ...(all
      ? [
          {
            key: 'oldmanName' as const,
            width: 100,
            render: ({ oldmanId, oldmanName }: Row) => <PersonLink id={oldmanId} name={oldmanName} />,
          },
        ]
      : []),
    { key: 'tradingType', width: 96, render: ({ tradingType }) => movementLabels[tradingType] ?? MISSING },
    { key: 'cash', width: 130, align: 'right', render: ({ cash }) => change(cash) },
    { key: 'grant', width: 130, align: 'right', render: ({ grant }) => change(grant) },
    { key: 'deposit', width: 120, align: 'right', render: ({ deposit }) => change(deposit) },
    { key: 'cashAfter', width: 120, align: 'right', render: ({ cashAfter }) => yuan(cashAfter) },
    { key: 'grantAfter', width: 120, align: 'right', minor: 1, render: ({ grantAfter }) => yuan(grantAfter) },
    { key: 'depositAfter', width: 120, align: 'right', minor: 1, render: ({ depositAfter }) => yuan(depositAfter) },
    { key: 'payType', width: 96, minor: 1 },
    { key: 'remarks', width: 220, render: (row) => <About row={row} /> },
    { key: 'number', width: 150, minor: 1 },
    { key: 'createBy', width: 96, minor: 2 },
  ]);

const own = columnsOf(false);
const every = columnsOf(true);

const filters = (all: boolean) => (
  <>
    {all && (
      <Filter name="oldmanName">
        <Input placeholder="姓名或拼音" allowClear maxLength={20} />
      </Filter>
    )}
    <Filter name="tradingType">
      <Select allowClear placeholder="全部" options={choices(movementLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
    {all && (
      <Filter name="number">
        <Input placeholder="请输入收据号" allowClear maxLength={20} />
      </Filter>
    )}
  </>
);
const ownFilters = filters(false);
const everyFilters = filters(true);

/** Of one person, or with null of all. */
export function Movements({ personId }: { personId: number | null }) {
  const all = personId === null;
  return (
    <DataTable
      name={all ? 'account-movements' : 'person-account-movements'}
      noun="账户流水"
      route={accountMovements.page}
      exportRoute={accountMovements.export}
      {...(all ? {} : { fixed: { oldmanId: personId }, state: 'own' as const, height: 'content' as const })}
      columns={all ? every : own}
      filters={all ? everyFilters : ownFilters}
      actions={({ id, number }) => [{ label: '收据', onClick: () => go(receiptAddress(id)), when: number !== null }]}
    />
  );
}
