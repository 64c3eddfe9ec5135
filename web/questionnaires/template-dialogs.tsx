/** What is asked before a questionnaire becomes a template, a template is renamed, or a questionnaire gets a category. */
import { Form, Input } from 'antd';
import { CATEGORY_DICTIONARY, OTHER_CATEGORY, questionnaireTemplates as routes } from '#contract/questionnaires/questionnaire-templates.ts';
import type { QuestionnaireTemplate } from '#contract/questionnaires/questionnaire-templates.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { useSend } from '#web/api/call.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Values {
  name: string;
  categoryId: number;
}

const nameField = (
  <Form.Item name="name" label="模板名称" rules={[{ required: true, whitespace: true, message: '请输入模板名称' }]}>
    <Input maxLength={100} placeholder="请输入模板名称" />
  </Form.Item>
);
const categoryField = (
  <Form.Item name="categoryId" label="分类" rules={[{ required: true, message: '请选择分类' }]}>
    <DictionarySelect type={CATEGORY_DICTIONARY} numeric allowClear={false} />
  </Form.Item>
);

interface OfQuestionnaire {
  questionnaire: { key: string; name: string; category: number | null };
  onClose: () => void;
}

export function SaveTemplateDialog({ questionnaire: { key, name, category }, onClose }: OfQuestionnaire) {
  const send = useSend(routes.save, { changes: [routes.tenantPage], onSuccess: onClose });
  return (
    <FormDialog<Values>
      title={`存为模板：${name}`}
      okText="保存"
      pending={send.isPending}
      width={440}
      initial={{ name, categoryId: category ?? OTHER_CATEGORY }}
      onSubmit={(values) => send.mutate({ key, ...values })}
      onClose={onClose}
    >
      {nameField}
      {categoryField}
    </FormDialog>
  );
}

export function CategoryDialog({ questionnaire: { key, name, category }, onClose }: OfQuestionnaire) {
  const send = useSend(routes.setCategory, { changes: [questionnaires.page], onSuccess: onClose });
  return (
    <FormDialog<Values>
      title={`设置分类：${name}`}
      okText="保存"
      pending={send.isPending}
      width={440}
      initial={{ categoryId: category ?? OTHER_CATEGORY }}
      onSubmit={({ categoryId }) => send.mutate({ key, categoryId })}
      onClose={onClose}
    >
      {categoryField}
    </FormDialog>
  );
}

export function RenameDialog({ template, onClose }: { template: QuestionnaireTemplate; onClose: () => void }) {
  const { key, version, name, categoryId } = template;
  const send = useSend(routes.rename, { changes: [routes.page, routes.tenantPage, routes.details], onSuccess: onClose });
  return (
    <FormDialog<Values>
      title="修改模板"
      okText="保存"
      pending={send.isPending}
      width={440}
      initial={{ name, categoryId }}
      onSubmit={(values) => send.mutate({ key, version, ...values })}
      onClose={onClose}
    >
      {nameField}
      {categoryField}
    </FormDialog>
  );
}
