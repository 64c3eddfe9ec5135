/** /oldMan/duplicates 重复档案: pairs of records that may be one person's, to be made one or to be marked as two people. */
import { Suspense, useState } from 'react';
import { mergeLabels } from '#contract/elderly/person-merge.labels.ts';
import { duplicateReasons } from '#contract/elderly/person-merge.rules.ts';
import { personMerge } from '#contract/elderly/person-merge.ts';
import { people } from '#contract/elderly/people.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Select } from 'antd';
import { PersonLink } from './person-link.tsx';
import { genderText } from './person-tags.tsx';
import './duplicates.css';

const MergeDrawer = lazyPart(() => import('./merge-drawer.tsx'));
const Filter = labelledFilter(mergeLabels);

type Row = RowOf<typeof personMerge.duplicates>;

function Side({ of: { id, userName, gender, birthDate, mobile, place, status, createTime } }: { of: Row['one'] }) {
  const facts = [gender === null ? null : genderText(gender), birthDate, mobile, place].filter(Boolean);
  return (
    <span className="e-duplicate">
      <span>
        <PersonLink id={id} name={userName} /> <State of="person" value={status} />
      </span>
      <span>{facts.join(' · ')}</span>
      <span>{createTime.slice(0, 10)} 登记</span>
    </span>
  );
}

const columns: Column<Row>[] = titled(mergeLabels, [
  { key: 'one', width: 320, render: ({ one }) => <Side of={one} /> },
  { key: 'other', width: 320, render: ({ other }) => <Side of={other} /> },
  { key: 'reasons', width: 200, render: ({ reasons }) => reasons.map((reason) => duplicateReasons[reason]).join('、') },
  { key: 'dismissBy', width: 110, minor: 1 },
]);

const filters = (
  <Filter name="dismissed">
    <Select allowClear placeholder="待处理" options={choices({ true: '已标记为不同的人' })} />
  </Filter>
);

export default function Duplicates() {
  const [merging, setMerging] = useState<Row | null>(null);
  const dismiss = useSend(personMerge.dismiss, { changes: [personMerge.duplicates, people.page] });
  return (
    <>
      <DataTable
        name="duplicates"
        noun="重复档案"
        route={personMerge.duplicates}
        columns={columns}
        filters={filters}
        onRowDoubleClick={setMerging}
        actions={(row) => [
          { label: '合并', onClick: () => setMerging(row) },
          {
            label: '不是同一人',
            onClick: () => dismiss.mutate({ oneId: row.one.id, otherId: row.other.id }),
            when: row.dismissBy === null,
          },
          {
            label: '重新核对',
            onClick: () => dismiss.mutate({ oneId: row.one.id, otherId: row.other.id, dismissed: false }),
            when: row.dismissBy !== null,
          },
        ]}
      />
      <Suspense fallback={null}>
        {merging && <MergeDrawer one={merging.one} other={merging.other} onClose={() => setMerging(null)} />}
      </Suspense>
    </>
  );
}
