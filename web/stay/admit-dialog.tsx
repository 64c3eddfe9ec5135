/** Carrying an admission through: the day, what is paid, and the care that begins. */
import { Form, Select } from 'antd';
import { careTemplates } from '#contract/care/care-templates.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { admissionLabels } from '#contract/stay/admissions.labels.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { MOST_LATE } from '#contract/stay/admission-commands.rules.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { earnestUseLabels, earnestUses } from '#contract/stay/earnests.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { AdmissionRow } from './admissions.tsx';
import { admissionChanges } from './stay-calls.ts';

interface Values {
  admitDate?: string | null;
  depositPaid: number;
  prepaid: number;
  earnestTo?: number;
  payType?: number | null;
  careTemplateId?: number | null;
}

export function AdmitDialog({ row, onClose }: { row: AdmissionRow; onClose: () => void }) {
  const may = useMay();
  const [form] = Form.useForm<Values>();
  const mayPlan = may(carePlans.save);
  const { data } = useCall(careTemplates.page, { size: 100 }, { enabled: mayPlan });
  const send = useSend(admissions.admit, {
    ...admissionChanges,
    once: true,
    onSuccess: ({ oldmanId }) => {
      onClose();
      go(personAddress(oldmanId));
    },
  });
  const today = dayOf(useQuarterMinute());
  const [deposit, prepaid] = [Form.useWatch('depositPaid', form) ?? 0, Form.useWatch('prepaid', form) ?? 0];
  return (
    <FormDialog<Values>
      title={`办理${row.userName}入住`}
      okText="办理入住"
      form={form}
      initial={{
        admitDate: today,
        depositPaid: toYuan(Math.max(0, toFen(row.deposit) - toFen(row.earnest))),
        prepaid: 0,
        earnestTo: earnestUses.deposit,
      }}
      pending={send.isPending}
      onSubmit={(values) =>
        send.mutate({
          id: row.id,
          version: row.version,
          admitDate: values.admitDate ?? null,
          depositPaid: values.depositPaid ?? 0,
          prepaid: values.prepaid ?? 0,
          earnestTo: values.earnestTo ?? earnestUses.deposit,
          payType: values.payType ?? null,
          careTemplateId: values.careTemplateId ?? null,
        })
      }
      onClose={onClose}
    >
      <p>
        {row.place}，合同到{row.endDate}，月费{yuan(row.monthFee)}，押金{yuan(row.deposit)}
        {row.earnest > 0 && `，已收定金${yuan(row.earnest)}`}。
      </p>
      <Form.Item name="admitDate" label={admissionLabels.admitDate} extra="补办时选择实际入住的日期">
        <Day notBefore={nextDay(today, -MOST_LATE)} notAfter={today} />
      </Form.Item>
      {row.earnest > 0 && (
        <Form.Item name="earnestTo" label={admissionLabels.earnestTo} extra="转为押金时先补足合同押金，多出的部分转为预存">
          <Select options={Object.values(earnestUses).map((value) => ({ value, label: earnestUseLabels[value] }))} />
        </Form.Item>
      )}
      <Form.Item name="depositPaid" label={admissionLabels.depositPaid}>
        <MoneyInput />
      </Form.Item>
      <Form.Item name="prepaid" label={admissionLabels.prepaid}>
        <MoneyInput />
      </Form.Item>
      <Form.Item
        name="payType"
        label={admissionLabels.payType.title}
        rules={[{ required: deposit + prepaid > 0, message: '请选择支付方式' }]}
      >
        <DictionarySelect type={admissionLabels.payType.dictionary} numeric />
      </Form.Item>
      {mayPlan && (
        <Form.Item name="careTemplateId" label={admissionLabels.careTemplateId} extra="选择后立即按模板执行照护计划，可稍后修改">
          <Select allowClear placeholder="暂不制定" options={(data?.records ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
