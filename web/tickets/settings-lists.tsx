/** The groups that answer tickets, and what is often answered. */
import { Input, InputNumber, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { ticketGroupLabels, ticketReplyLabels } from '#contract/tickets/tickets.labels.ts';
import { replyWords } from '#contract/tickets/tickets.rules.ts';
import { ticketGroups, ticketReplies } from '#contract/tickets/ticket-settings.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { OwnerSelect } from './owner-select.tsx';

const GroupField = labelledField(ticketGroupLabels);
const ReplyField = labelledField(ticketReplyLabels);
const ReplyFilter = labelledFilter(ticketReplyLabels);

const groupColumns: Column<RowOf<typeof ticketGroups.page>>[] = titled(ticketGroupLabels, [
  { key: 'name', width: 160 },
  { key: 'deptName', width: 160, render: ({ deptName }) => deptName ?? MISSING },
  { key: 'headName', width: 120, render: ({ headName }) => headName ?? MISSING },
  { key: 'memberNames', width: 320, render: ({ memberNames }) => memberNames.join('、') || MISSING },
]);

function Members(props: { id?: string; value?: number[]; onChange?: (ids: number[]) => void }) {
  const { data } = useCall(tickets.owners, {}, { quiet: true });
  const options = (data ?? []).map(({ userId, userName }) => ({ value: userId, label: userName }));
  return <Select {...props} mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} placeholder="可处理诉求的员工" />;
}

export const Groups = () => (
  <CrudPage
    name="ticket-groups"
    noun="诉求小组"
    routes={ticketGroups}
    columns={groupColumns}
    size="small"
    form={
      <>
        <GroupField name="name" wide>
          <Input maxLength={20} placeholder="如 后勤组" />
        </GroupField>
        <GroupField name="deptId" wide extra="部门的人都是组员">
          <DepartmentField placeholder="不按部门" />
        </GroupField>
        <GroupField name="headId" wide extra="诉求超时的时候通知组长">
          <OwnerSelect groupId={null} />
        </GroupField>
        <GroupField name="memberIds" wide>
          <Members />
        </GroupField>
      </>
    }
  />
);

const replyColumns: Column<RowOf<typeof ticketReplies.page>>[] = titled(ticketReplyLabels, [
  { key: 'title', width: 180 },
  { key: 'text', width: 420 },
  { key: 'sort', width: 80, align: 'right' },
]);

export const CannedReplies = () => (
  <CrudPage
    name="ticket-replies"
    noun="常用回复"
    routes={ticketReplies}
    columns={replyColumns}
    size="small"
    initial={{ sort: 0 }}
    filters={
      <ReplyFilter name="title">
        <Input allowClear maxLength={20} placeholder="请输入标题" />
      </ReplyFilter>
    }
    form={
      <>
        <ReplyField name="title" wide>
          <Input maxLength={20} />
        </ReplyField>
        <ReplyField name="text" wide extra={`可以写 ${replyWords.map((word) => `{${word}}`).join('、')}，使用时自动替换`}>
          <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 4 }} />
        </ReplyField>
        <ReplyField name="sort" wide>
          <InputNumber min={0} max={9999} precision={0} />
        </ReplyField>
      </>
    }
  />
);
