/** 受限访客: who may not visit a resident, or not come into the house. */
import { Input } from 'antd';
import { titled } from '#contract/labels.ts';
import { restrictedLabels } from '#contract/visitors/restricted-visitors.labels.ts';
import { restrictedVisitors } from '#contract/visitors/restricted-visitors.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { Carried } from '#web/ui/carried.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { formatTime } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { serverNow } from '#web/api/server-clock.ts';
import { ResidentField } from '#web/ui/resident-field.tsx';

const Field = labelledField(restrictedLabels);
const Filter = labelledFilter(restrictedLabels);

const columns: Column<RowOf<typeof restrictedVisitors.page>>[] = titled(restrictedLabels, [
  { key: 'visitorName', width: 110, pin: 'left' },
  {
    key: 'oldmanName',
    width: 110,
    render: ({ oldmanId, oldmanName }) => (oldmanId === null ? '全院' : <PersonLink id={oldmanId} name={oldmanName} />),
  },
  { key: 'reason', width: 260 },
  { key: 'visitorPhone', width: 130 },
  { key: 'identityTail', width: 110, minor: 1 },
  { key: 'relation', title: '关系', width: 100, minor: 1 },
  { key: 'startDate', width: 116 },
  { key: 'endDate', width: 116, render: ({ endDate }) => endDate ?? '长期' },
  { key: 'createdByName', width: 100, minor: 1 },
  { key: 'createTime', width: 172, minor: 2 },
]);

const form = (
  <>
    <Field name="visitorName">
      <Input maxLength={20} />
    </Field>
    <Field name="oldmanId">
      <ResidentField placeholder="不填为限制进入全院" />
    </Field>
    <Field name="visitorPhone">
      <Input maxLength={20} />
    </Field>
    <Field name="identityNumber" extra="保存后只显示后四位">
      <Input maxLength={18} autoComplete="off" />
    </Field>
    <Field name="relation">
      <DictionarySelect type={restrictedLabels.relation.dictionary} numeric />
    </Field>
    <Field name="startDate">
      <Day />
    </Field>
    <Field name="endDate" extra="不填为长期">
      <Day />
    </Field>
    <Field name="reason" wide>
      <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} placeholder="如：监护人书面要求、曾有纠纷" />
    </Field>
    <Carried name="oldmanName" />
  </>
);

export const Restricted = () => (
  <CrudPage
    name="restricted-visitors"
    noun="受限访客"
    routes={restrictedVisitors}
    columns={columns}
    form={form}
    initial={{ startDate: formatTime(serverNow(), 'yyyy-MM-dd') }}
    // What is not set is left empty, so that the rules of the fields do not judge it.
    toForm={(row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))}
    filters={
      <Filter name="visitorName">
        <Input allowClear maxLength={20} placeholder="请输入姓名" />
      </Filter>
    }
  />
);
