/** Asking for a check-out, or correcting it after a department has sent it back. */
import { Form, Input } from 'antd';
import type { Input as InputOf } from '#contract/http.ts';
import { DIED } from '#contract/stay/checkout-commands.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { dayOf } from '#contract/time.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { checkoutAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { ResidentItems } from '#web/ui/resident-field.tsx';
import { checkoutChanges, type CheckoutShown } from './checkout-calls.ts';

const Field = labelledField(checkoutLabels);
type Values = Record<string, unknown>;

interface Props {
  /** Null: a new one. */
  before: CheckoutShown | null;
  /** Whose page it was asked for on. */
  person?: { id: number; userName: string } | null;
  onClose: () => void;
}

/** The fields of a row as a form begins with them: what is empty is absent. */
const begin = (row: CheckoutShown): Values => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

export function CheckoutDrawer({ before, person = null, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const died = Form.useWatch('destination', form) === DIED;
  const send = useSend(checkouts.submit, {
    ...checkoutChanges,
    once: true,
    onSuccess: (id) => {
      onClose();
      go(checkoutAddress(id));
    },
  });
  const known = before ?? person;
  const initial = before
    ? begin(before)
    : { ...(person ? { oldmanId: person.id, oldmanName: person.userName } : {}), leaveDate: dayOf(serverNow()) };
  const submit = (values: Values) =>
    send.mutate({
      diedTime: null,
      ...values,
      ...(before ? { id: before.id, version: before.version } : {}),
    } as unknown as InputOf<typeof checkouts.submit>);
  return (
    <SideDrawer
      open
      title={before ? '修改退住申请' : '申请退住'}
      confirmLabel={before ? '重新提交' : '提交'}
      confirming={send.isPending}
      isDirty={() => form.isFieldsTouched()}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      <ContractForm route={checkouts.submit} form={form} initialValues={initial} onSubmit={submit}>
        <ResidentItems known={known !== null} />
        <Field name="leaveDate">
          <Day />
        </Field>
        <Field name="destination">
          <DictionarySelect type={checkoutLabels.destination.dictionary} numeric />
        </Field>
        <Field name="destinationNote">
          <Input maxLength={200} placeholder="如：市一医院、女儿家" />
        </Field>
        <Field name="reason" wide>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} />
        </Field>
        {died && (
          <>
            <Field name="diedTime">
              <Day withTime />
            </Field>
            <Field name="deathPlace">
              <Input maxLength={100} />
            </Field>
            <Field name="deathCertificate">
              <Input maxLength={50} />
            </Field>
            <Field name="condolence" wide>
              <Input.TextArea maxLength={1000} autoSize={{ minRows: 2 }} />
            </Field>
          </>
        )}
        <Field name="belongings" wide>
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 2 }} placeholder="交接了哪些物品，交给谁" />
        </Field>
      </ContractForm>
    </SideDrawer>
  );
}
