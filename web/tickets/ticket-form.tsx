/** A new ticket: what somebody wants, of whom, and who answers. */
import { Alert, Form, Input, Select } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { COMPLAINT, ticketPriorities, ticketSources, ticketTypes, USUAL_PRIORITY } from '#contract/tickets/tickets.rules.ts';
import { MOST_TEXT, tickets } from '#contract/tickets/tickets.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { numbered } from '#web/ui/display.ts';
import { Carried } from '#web/ui/carried.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { FilesUpload } from '#web/ui/upload.tsx';
import { GroupSelect } from './group-select.tsx';
import { OwnerSelect } from './owner-select.tsx';
import type { From } from './ticket-from.ts';
import './tickets.css';

const Field = labelledField(ticketLabels);
type Values = InputOf<typeof tickets.create>;

interface Props {
  from: From;
  /** What is known from the start, such as who asks. */
  known?: Partial<Values>;
  onClose: () => void;
}

export default function TicketForm({ from: { kind, id }, known = {}, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const may = useMay();
  const type = Form.useWatch('type', form);
  const groupId = Form.useWatch('groupId', form);
  const send = useSend(tickets.create, {
    changes: [tickets.page, tickets.counts],
    once: true,
    onSuccess: (made) => {
      onClose();
      go(ticketAddress(made));
    },
  });
  const submit = (values: Record<string, unknown>) => {
    const { oldmanName: _shown, ...input } = values;
    send.mutate({ ...(input as Values), ...(kind && id ? { source: { kind, id } } : {}) });
  };
  return (
    <SideDrawer
      title="新增诉求"
      open
      fieldFirst
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="登记"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      {kind && <Alert type="info" showIcon className="k-from" title={`由${ticketSources[kind]}转来，登记后会关联原记录`} />}
      <ContractForm
        route={tickets.create}
        form={form}
        initialValues={{ type: kind === 'warning' ? 4 : 1, priority: USUAL_PRIORITY, tags: [], files: [], ...known }}
        onSubmit={submit}
      >
        <Field name="title" wide>
          <Input maxLength={60} showCount placeholder="一句话说明诉求" />
        </Field>
        <Field name="type">
          <Select options={numbered(ticketTypes)} />
        </Field>
        <Field name="priority">
          <Select options={numbered(ticketPriorities)} />
        </Field>
        <Field name="askerName">
          <Input maxLength={20} placeholder="谁提出的" />
        </Field>
        <Field name="askerPhone">
          <Input maxLength={30} placeholder="手机号可收到答复短信" />
        </Field>
        <Field name="relation">
          <Input maxLength={10} placeholder="如 女儿" />
        </Field>
        {!kind && may(people.page) && (
          <Field name="oldmanId">
            <PickIdField
              nameIn="oldmanName"
              route={people.page}
              placeholder="不涉及可留空"
              renderList={(pick, list) => <PersonPicker {...list} onPick={(person) => pick(person.id, person.userName)} />}
            />
          </Field>
        )}
        {type === COMPLAINT && (
          <Field name="about">
            <Input maxLength={50} placeholder="被投诉的人、部门或事项" />
          </Field>
        )}
        <Field name="text" wide>
          <Input.TextArea maxLength={MOST_TEXT} showCount autoSize={{ minRows: 4, maxRows: 12 }} placeholder="诉求的经过和要求" />
        </Field>
        <Field name="files" wide>
          <FilesUpload />
        </Field>
        <Field name="groupId">
          <GroupSelect />
        </Field>
        <Field name="ownerId">
          <OwnerSelect groupId={Number(groupId) || null} />
        </Field>
        <Field name="tags">
          <Select mode="tags" maxCount={10} tokenSeparators={['，', ',', ' ']} placeholder="输入后回车" open={false} suffixIcon={null} />
        </Field>
        <Carried name="oldmanName" />
      </ContractForm>
    </SideDrawer>
  );
}
