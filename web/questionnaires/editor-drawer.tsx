/** Title and questions of a questionnaire. */
import { Alert, Button, Form, Skeleton, type FormInstance } from 'antd';
import type { z } from 'zod';
import type { Input } from '#contract/http.ts';
import { questionnaires as routes, questionnaireStatus, type Questionnaire } from '#contract/questionnaires/questionnaires.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { ItemList } from './item-list.tsx';
import { titleFields } from './new-drawer.tsx';
import './questionnaires.css';

const changes = [routes.page, routes.details];

function Title({ project, form }: { project: z.output<typeof Questionnaire>; form: FormInstance }) {
  const send = useSend(routes.update, { changes });
  const { key, version } = project;
  return (
    <ContractForm
      route={routes.update}
      form={form}
      initialValues={{ name: project.name, describe: project.describe }}
      onSubmit={(values) => send.mutate({ ...(values as Pick<Input<typeof routes.update>, 'name' | 'describe'>), key, version })}
    >
      {titleFields}
      <Form.Item label=" " className="y-form-wide">
        <Button htmlType="submit" loading={send.isPending}>
          保存标题与说明
        </Button>
      </Form.Item>
    </ContractForm>
  );
}

interface Props {
  projectKey: string;
  /** How many were filled in. */
  results: number;
  onClose: () => void;
}

export function EditorDrawer({ projectKey, results, onClose }: Props) {
  const may = useMay();
  const [form] = Form.useForm();
  const query = useCall(routes.details, { projectKey }, { quiet: true });
  const publish = useSend(routes.publish, { changes, onSuccess: onClose });
  const data = query.data;
  const draft = data && data.project.status !== questionnaireStatus.published;
  return (
    <SideDrawer
      title={data ? `编辑问卷：${data.project.name}` : '编辑问卷'}
      open
      size="medium"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      {...(draft && may(routes.publish)
        ? {
            confirmLabel: '发布',
            confirming: publish.isPending,
            onConfirm: () => publish.mutate({ key: projectKey, version: data.project.version }),
            closeLabel: '关闭',
          }
        : {})}
    >
      {query.isError && (
        <Alert type="error" showIcon title={query.error.message} action={<Button onClick={() => void query.refetch()}>重试</Button>} />
      )}
      {data ? (
        <>
          {!draft && (
            <Alert type="info" showIcon title="问卷正在收集，修改立即生效；已填写的记录仍按填写时的题目显示" className="y-editor-note" />
          )}
          <Title key={data.project.version} project={data.project} form={form} />
          <ItemList project={data.project} items={data.projectItems} results={results} />
        </>
      ) : (
        !query.isError && <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}
