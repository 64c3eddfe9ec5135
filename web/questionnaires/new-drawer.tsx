/** Begins a questionnaire with its title; the questions come after. */
import { Form, Input } from 'antd';
import type { Input as InputOf } from '#contract/http.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import { useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { RichTextField } from '#web/ui/rich-text-field.tsx';

const Field = labelledField(questionnaireLabels);

const titleFields = (
  <>
    <Field name="name" wide>
      <Input placeholder="如 上门服务记录表" maxLength={100} />
    </Field>
    <RichTextField name="describe" label="说明" max={5000} placeholder="显示在问卷标题下方，可不填" />
  </>
);

interface Props {
  onMade: (key: string) => void;
  onClose: () => void;
}

export function NewDrawer({ onMade, onClose }: Props) {
  const [form] = Form.useForm();
  const send = useSend(questionnaires.create, { changes: [questionnaires.page], onSuccess: onMade });
  return (
    <SideDrawer
      title="新增问卷"
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存并编辑题目"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={questionnaires.create}
        form={form}
        onSubmit={(values) => send.mutate(values as InputOf<typeof questionnaires.create>)}
      >
        {titleFields}
      </ContractForm>
    </SideDrawer>
  );
}
