/** The list of papers, of all people and the institution or of one person. */
import { Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { documentLabels } from '#contract/elderly/person-documents.labels.ts';
import { documentStateLabels, documentStates } from '#contract/elderly/person-documents.rules.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { titled } from '#contract/labels.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { PersonLink } from './person-link.tsx';

const DocumentDrawer = lazyPart(() => import('./document-drawer.tsx'));
const DocumentEdit = lazyPart(() => import('./document-form.tsx'));
const DocumentRenewal = lazyPart(() => import('./document-renewal.tsx'));
const Filter = labelledFilter(documentLabels);

type Row = RowOf<typeof personDocuments.page>;

const columns: Column<Row>[] = titled(documentLabels, [
  {
    key: 'oldmanName',
    width: 100,
    render: ({ oldmanId, oldmanName }) => (oldmanId === null ? '本机构' : <PersonLink id={oldmanId} name={oldmanName ?? ''} />),
  },
  { key: 'title', width: 200 },
  { key: 'type', width: 110, dictionary: documentLabels.type.dictionary },
  { key: 'state', width: 96, render: ({ state }) => <State of="document" value={state} /> },
  { key: 'expireDate', width: 124, sort: 'expire_date', render: ({ expireDate }) => expireDate ?? '长期' },
  { key: 'issuedDate', width: 124, minor: 1 },
  { key: 'number', width: 180, minor: 1 },
  { key: 'fileCount', width: 80, align: 'right', render: ({ fileCount }) => (fileCount === 0 ? '' : `${fileCount}个`) },
  { key: 'note', width: 200, minor: 2 },
  { key: 'createBy', width: 96, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);
const ofPerson = columns.filter(({ key }) => key !== 'oldmanName');

const common = (
  <>
    <Filter name="title">
      <Input placeholder="文件名称或号码" allowClear maxLength={50} />
    </Filter>
    <Filter name="type">
      <DictionarySelect type={documentLabels.type.dictionary} numeric placeholder="全部" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部在用" options={choices(documentStateLabels)} />
    </Filter>
  </>
);
const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    {common}
    <Filter name="owner">
      <Select allowClear placeholder="全部" options={choices({ 1: '服务对象', 2: '本机构' })} />
    </Filter>
  </>
);

type Open = { what: 'show' | 'renew'; id: number } | { what: 'edit'; id: number | null };

/** Without `personId` all papers that the session may see. */
export function DocumentList({ personId }: { personId?: number }) {
  const may = useMay();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const mayAdd = may(personDocuments.create);
  useAskedAdd(() => mayAdd && personId === undefined && setOpen({ what: 'edit', id: null }));
  const { openRemoval, bin, parts } = useRemoval(personDocuments, '档案文件', { onRemoved: close });
  const actionsOf = ({ id, state }: Pick<Row, 'id' | 'state'>): RowAction[] => [
    {
      label: '更新',
      onClick: () => setOpen({ what: 'renew', id }),
      when: state !== documentStates.replaced && may(personDocuments.renew),
    },
    { label: '编辑', onClick: () => setOpen({ what: 'edit', id }), when: may(personDocuments.update) },
    { label: '删除', danger: true, menu: true, onClick: () => openRemoval({ id }), when: may(personDocuments.remove) },
  ];
  const show = (id: number) => setOpen({ what: 'show', id });
  const one = personId !== undefined;
  return (
    <>
      <DataTable
        name={one ? 'person-documents' : 'documents'}
        noun="档案文件"
        route={personDocuments.page}
        columns={one ? ofPerson : columns}
        filters={one ? common : filters}
        {...(one ? { fixed: { oldmanId: personId }, state: 'own' as const, height: 'content' as const } : {})}
        {...(may(personDocuments.export) && !one ? { exportRoute: personDocuments.export } : {})}
        addLabel="登记文件"
        onAdd={mayAdd ? () => setOpen({ what: 'edit', id: null }) : undefined}
        extra={bin}
        onRowDoubleClick={({ id }) => show(id)}
        actions={(row) => [{ label: '查看', onClick: () => show(row.id) }, ...actionsOf(row)]}
      />
      {parts}
      <Suspense fallback={null}>
        {open?.what === 'show' && <DocumentDrawer id={open.id} actionsOf={actionsOf} onOpen={show} onClose={close} />}
        {open?.what === 'edit' && <DocumentEdit id={open.id} personId={personId} onClose={close} />}
        {open?.what === 'renew' && <DocumentRenewal id={open.id} onClose={close} />}
      </Suspense>
    </>
  );
}
