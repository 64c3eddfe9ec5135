/** 打印入住资料: the forms are chosen, and all of them are printed in the order of the file. */
import { Alert, Checkbox, Form } from 'antd';
import { useState } from 'react';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { admissionFormNames, admissionForms, inFileOrder, type AdmissionForm } from '#contract/stay/admission-forms.rules.ts';
import { useSend } from '#web/api/call.ts';
import { Paper, PaperFoot } from '#web/subscriptions/paper.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { FormHead } from './admission-form-parts.tsx';
import { sheets } from './admission-form-sheets.tsx';
import { useFormsData, type FormsOf } from './admission-forms.ts';
import './admission-forms.css';

const options = admissionFormNames.map((name) => ({ value: name, label: admissionForms[name] }));

interface Props {
  of: FormsOf;
  userName: string;
  onClose: () => void;
}

export default function AdmissionFormsDialog({ of, userName, onClose }: Props) {
  const may = useMay();
  const { data, error } = useFormsData(of);
  const [form] = Form.useForm<{ forms: string[] }>();
  const chosen = Form.useWatch('forms', form) ?? admissionFormNames;
  const [printed, setPrinted] = useState<readonly AdmissionForm[] | null>(null);
  // Who has no code yet gets one, as for a bed card: without it the forms are printed all the same.
  const prepare = useSend(personCodes.prepare, { changes: [personCodes.cards], quiet: true });
  const print = async ({ forms }: { forms: string[] }) => {
    const id = data?.who.id ?? null;
    if (data?.code === null && id !== null && may(personCodes.prepare)) await prepare.mutateAsync({ ids: [id] }).catch(() => null);
    setPrinted(inFileOrder(forms));
  };
  return (
    <>
      <FormDialog<{ forms: string[] }>
        title={`打印${userName}的入住资料`}
        okText="打印"
        initial={{ forms: admissionFormNames }}
        form={form}
        disabled={data === null || chosen.length === 0}
        pending={prepare.isPending}
        onSubmit={(values) => void print(values)}
        onClose={onClose}
      >
        {error !== null && <Alert type="error" showIcon title="资料没有读取成功，请关闭后重试" />}
        <p>已登记的内容会填入表中，其余留空，打印后手写。</p>
        <Form.Item name="forms" label="表单">
          <Checkbox.Group className="s-form-choice" options={options} />
        </Form.Item>
      </FormDialog>
      {printed !== null && data !== null && (
        <Paper onDone={onClose}>
          {printed.map((name) => {
            const Sheet = sheets[name];
            return (
              <section key={name} className="s-form" aria-label={admissionForms[name]}>
                <FormHead data={data} />
                <Sheet data={data} />
              </section>
            );
          })}
          <PaperFoot>本套资料共{printed.length}份</PaperFoot>
        </Paper>
      )}
    </>
  );
}
