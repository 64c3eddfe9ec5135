/** /oldMan/add: registering somebody on a page of its own. */
import { Button, Form, Result } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useTab } from '#web/shell/tab-context.ts';
import { ContractForm } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { PEOPLE, personAddress } from '#web/shell/addresses.ts';
import { newPerson, personFields, personToInput } from './person-fields.tsx';
import './people.css';

export default function AddPerson() {
  const may = useMay();
  const { close } = useTab();
  const [form] = Form.useForm();
  const send = useSend(people.create, {
    changes: [people.page],
    onSuccess: (id) => {
      close();
      go(personAddress(id));
    },
  });
  if (!may(people.create))
    return <Result status="403" title="没有新增服务对象的权限" extra={<Button onClick={() => go(PEOPLE)}>返回列表</Button>} />;
  return (
    <div className="y-page-width">
      <section className="y-page-card">
        <ContractForm
          route={people.create}
          form={form}
          initialValues={newPerson}
          onSubmit={(values) => send.mutate(personToInput(values) as never)}
        >
          {personFields}
        </ContractForm>
        <footer className="e-foot">
          <Button onClick={() => go(PEOPLE)}>取消</Button>
          <Button type="primary" loading={send.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </footer>
      </section>
    </div>
  );
}
