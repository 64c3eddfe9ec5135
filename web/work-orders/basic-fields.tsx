/** 基本信息 of an order: who asked for it, when, how urgent, how it is paid. */
import { UserOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select, Space, Tooltip } from 'antd';
import { useState } from 'react';
import { payTypeOffered } from '#contract/work-orders/work-orders.rules.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { labelledField } from '#web/ui/form.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { digitsOnly } from '#web/ui/typing.ts';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { WRONG_ORDERER } from '#contract/work-orders/work-order-forms.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import { TimeField } from './time-field.tsx';
import { withPayType } from './job-values.ts';
import type { OrderValues } from './work-order-form.ts';

const Field = labelledField(workOrderLabels);

interface OrdererProps {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  onPhone: (phone: string) => void;
}

/** Typed, or taken over from somebody on record. */
function OrdererField({ id, value, onChange, onPhone }: OrdererProps) {
  const [open, setOpen] = useState(false);
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        maxLength={20}
        placeholder="请输入下单人"
        allowClear
      />
      <Tooltip title="从服务对象中选择">
        <Button icon={<UserOutlined aria-hidden />} aria-label="选择下单人" onClick={() => setOpen(true)} />
      </Tooltip>
      <PersonPicker
        title="选择下单人"
        open={open}
        onClose={() => setOpen(false)}
        onPick={({ userName, mobile }) => {
          onChange?.(userName);
          onPhone(mobile ?? '');
        }}
      />
    </Space.Compact>
  );
}

interface PayProps {
  id?: string;
  value?: number;
  onChange?: (payType: number) => void;
  /** Of the order as it was read: a package that it was paid with stays on offer. */
  kept: number | null;
}

function PaySelect({ id, value, onChange, kept }: PayProps) {
  const { options } = useDictionary('pay_type');
  const offered = options
    .map(({ value: type, label }) => ({ value: Number(type), label }))
    .filter(({ value: type }) => payTypeOffered(type) || type === kept);
  return <Select id={id} value={value} onChange={onChange} options={offered} placeholder="请选择支付方式" />;
}

export function BasicFields({ kept }: { kept: number | null }) {
  const form = Form.useFormInstance<OrderValues>();
  return (
    <>
      <Field name="downName">
        <OrdererField onPhone={(downPhone) => form.setFieldsValue({ downPhone })} />
      </Field>
      <Field
        name="downPhone"
        more={[phoneRule('mobile', WRONG_ORDERER)]}
        normalize={(text: string | undefined) => digitsOnly(text ?? '').slice(0, 11)}
      >
        <Input maxLength={11} placeholder="请输入手机号" inputMode="tel" allowClear />
      </Field>
      <Field name="downTime">
        <TimeField />
      </Field>
      <Field name="emergencyType" required>
        <DictionarySelect type={workOrderLabels.emergencyType.dictionary} numeric allowClear={false} placeholder="请选择紧急程度" />
      </Field>
      <Field
        name="payType"
        required
        getValueFromEvent={(payType: number) => {
          const { jobs, payType: before } = form.getFieldsValue(true) as OrderValues;
          form.setFieldsValue({ jobs: withPayType(jobs, before, payType) });
          return payType;
        }}
      >
        <PaySelect kept={kept} />
      </Field>
    </>
  );
}
