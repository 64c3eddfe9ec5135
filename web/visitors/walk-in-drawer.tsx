/** 现场登记: who comes without a booking. What stands against it at the door comes from the server and asks for a reason. */
import { Alert, Form, Input, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import type { Input as InputOf } from '#contract/http.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useMayOverride } from './may-override.ts';
import { visitorFields } from './visitor-fields.tsx';

const Field = labelledField(visitorLabels);

type Values = Record<string, unknown> & { visitorName: string; health?: Record<string, boolean> };

export default function WalkInDrawer({ onClose, onDone }: { onClose: () => void; onDone: (id: number, name: string) => void }) {
  const [form] = Form.useForm<Values>();
  const mayOverride = useMayOverride();
  const settings = useCall(visitorSettings.get, {}, { quiet: true });
  const questions = settings.data?.questions ?? [];
  const [barrier, setBarrier] = useState<string | null>(null);
  const send = useSend(visitorRecords.walkIn, {
    quiet: true,
    changes: [visitorRecords.page, visitorRecords.inside, visitorStatistics.today],
    onSuccess: (id) => onDone(id, form.getFieldValue('visitorName') as string),
    onError: ({ message }) => setBarrier(message),
  });
  const submit = ({ health = {}, ...values }: Values) =>
    send.mutate({ ...values, answers: questions.map(({ text }, at) => ({ text, answer: health[at] === true })) } as unknown as InputOf<
      typeof visitorRecords.walkIn
    >);
  return (
    <SideDrawer
      open
      title="现场登记"
      confirmLabel="登记到访"
      confirming={send.isPending}
      confirmDisabled={settings.data === undefined}
      isDirty={() => form.isFieldsTouched()}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      {barrier && <Alert className="v-barrier" type="error" showIcon title={barrier} />}
      <ContractForm route={visitorRecords.walkIn} form={form} initialValues={{ people: 1 }} onSubmit={(values) => submit(values as Values)}>
        {visitorFields}
        <Field name="identityNumber">
          <Input maxLength={18} autoComplete="off" placeholder="选填，用于核对受限名单" />
        </Field>
        <Field name="temperature">
          <InputNumber min={34} max={43} step={0.1} precision={1} suffix="℃" className="v-number" />
        </Field>
        {questions.map(({ text }, at) => (
          <Form.Item
            key={text}
            name={['health', String(at)]}
            label={text}
            labelCol={{ flex: '0 1 auto' }}
            className="y-form-wide"
            rules={[{ required: true, message: '请选择' }]}
          >
            <Radio.Group
              options={[
                { value: false, label: '否' },
                { value: true, label: '是' },
              ]}
            />
          </Form.Item>
        ))}
        {barrier && mayOverride && (
          <Field name="overrideReason" wide>
            <Input maxLength={200} placeholder="确需放行时填写" />
          </Field>
        )}
      </ContractForm>
    </SideDrawer>
  );
}
