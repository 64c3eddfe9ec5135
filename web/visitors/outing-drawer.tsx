/** An outing: who goes with whom, where to, until when. The known contacts of the resident are offered. */
import { Button, Form, Input, Select } from 'antd';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import type { Input as InputOf, Output } from '#contract/http.ts';
import { HOUR } from '#contract/time.ts';
import { outingStates } from '#contract/visitors/outing-commands.rules.ts';
import { outingKindLabels, outingKinds } from '#contract/visitors/outing-times.rules.ts';
import { outingLabels } from '#contract/visitors/outings.labels.ts';
import { outings } from '#contract/visitors/outings.ts';
import { people } from '#contract/elderly/people.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { ResidentItems } from '#web/ui/resident-field.tsx';
import './visitors.css';

const Field = labelledField(outingLabels);

type Outing = Output<typeof outings.get>;
type Values = Record<string, unknown>;

function Contacts({ personId, onPick }: { personId: number; onPick: (contact: Values) => void }) {
  const may = useMay();
  const { data } = useCall(personContacts.ofPerson, { oldmanId: personId }, { quiet: true, enabled: may(personContacts.ofPerson) });
  const known = (data?.contacts ?? []).filter(({ name, phone }) => name && phone);
  if (known.length === 0) return null;
  return (
    <Form.Item label="已登记联系人" className="y-form-wide">
      <div className="v-contacts" role="group" aria-label="已登记联系人">
        {known.map(({ name, phone, relation }) => (
          <Button
            key={phone}
            size="small"
            onClick={() => onPick({ companionName: name, companionPhone: phone, ...(relation === null ? {} : { relation }) })}
          >
            {name} {phone}
          </Button>
        ))}
      </div>
    </Form.Item>
  );
}

export default function OutingDrawer({
  outing,
  person,
  onClose,
}: {
  /** Null: a new one. */
  outing: Outing | null;
  /** Whose page it is opened on. */
  person?: { id: number; userName: string };
  onClose: () => void;
}) {
  const [form] = Form.useForm<Values>();
  const out = outing?.state === outingStates.out;
  const chosen = Form.useWatch<number | null | undefined>('oldmanId', form);
  const changes = { changes: [outings.page, people.get, people.page], onSuccess: onClose };
  const create = useSend(outings.create, changes);
  const update = useSend(outings.update, changes);
  const submit = (leaves: boolean) => async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    if (outing) update.mutate({ ...values, id: outing.id, version: outing.version } as InputOf<typeof outings.update>);
    else create.mutate({ ...values, leaves } as InputOf<typeof outings.create>);
  };
  const now = serverNow();
  const begin = outing
    ? { ...outing, relation: outing.relation ?? undefined, remarks: outing.remarks ?? undefined }
    : {
        kind: outingKinds.outing,
        oldmanId: person?.id,
        oldmanName: person?.userName,
        leaveTime: formatTime(now),
        dueTime: formatTime(now + 4 * HOUR),
      };
  return (
    <SideDrawer
      open
      title={outing ? `${outing.oldmanName}的外出` : '外出登记'}
      confirmLabel={outing ? '保存' : '登记并离开'}
      confirming={create.isPending || update.isPending}
      isDirty={() => form.isFieldsTouched()}
      onConfirm={() => void submit(true)()}
      extra={
        !outing && (
          <Button loading={create.isPending} onClick={() => void submit(false)()}>
            只登记，稍后离开
          </Button>
        )
      }
      onClose={onClose}
    >
      <ContractForm route={outings.create} form={form} initialValues={begin}>
        <ResidentItems known={Boolean(outing ?? person)} />
        <Field name="kind">
          <Select
            disabled={outing !== null}
            options={Object.values(outingKinds).map((value) => ({ value, label: outingKindLabels[value] }))}
          />
        </Field>
        <Field name="destination">
          <Input maxLength={100} placeholder="如：回家过节、市一医院复诊" />
        </Field>
        {chosen ? <Contacts personId={chosen} onPick={(contact) => form.setFieldsValue(contact)} /> : null}
        <Field name="companionName">
          <Input maxLength={20} />
        </Field>
        <Field name="companionPhone">
          <Input maxLength={20} />
        </Field>
        <Field name="relation">
          <DictionarySelect type={outingLabels.relation.dictionary} numeric />
        </Field>
        <Field name="leaveTime">
          <Day withTime disabled={out} />
        </Field>
        <Field name="dueTime">
          <Day withTime />
        </Field>
        {!outing && (
          <Field name="returnTime" extra="补登已经回来的外出时填写；还没有回来的留空">
            <Day withTime />
          </Field>
        )}
        <Field name="remarks" wide>
          <Input maxLength={300} placeholder="如：带降压药一日量" />
        </Field>
      </ContractForm>
    </SideDrawer>
  );
}
