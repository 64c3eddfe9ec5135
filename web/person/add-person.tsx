/**
 * /oldMan/add: registering a person, then five steps on the same page (`?id=`). What is done is read from what the person has, so the
 * page can be left and opened again.
 */
import { Button, Form, Result, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { newPerson, personFields, personToInput } from '#web/elderly/person-fields.tsx';
import { PEOPLE, REGISTER } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { ContractForm } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { RegisterSteps } from './register-steps.tsx';
import './register.css';

function NewPerson({ onMade }: { onMade: (id: number) => void }) {
  const [form] = Form.useForm();
  const send = useSend(people.create, { changes: [people.page], once: true, onSuccess: onMade });
  useUnsaved(true, () => form.isFieldsTouched() && !send.isSuccess);
  useEffect(() => {
    (form.getFieldInstance('userName') as HTMLElement | undefined)?.focus();
  }, [form]);
  return (
    <section className="y-page-card">
      <ContractForm
        route={people.create}
        form={form}
        initialValues={newPerson}
        onSubmit={(values) => send.mutate(personToInput(values) as never)}
      >
        {personFields}
      </ContractForm>
      <footer className="p-foot">
        <Button onClick={() => go(PEOPLE)}>取消</Button>
        <Button type="primary" loading={send.isPending} onClick={() => form.submit()}>
          保存并继续
        </Button>
      </footer>
    </section>
  );
}

function Registered({ id }: { id: number }) {
  const { data: person, isError, error, refetch } = useCall(people.get, { id, masked: true }, { quiet: true });
  useTabLabel(person && `登记 ${person.userName}`);
  if (isError && (!person || error.status === 404))
    return <MissingPage error={error} noun="服务对象" back={PEOPLE} onRetry={() => void refetch()} />;
  if (!person)
    return (
      <div className="y-page-card" role="status" aria-label="正在加载">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  return <RegisterSteps person={person} />;
}

export default function AddPerson() {
  const may = useMay();
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  if (!may(people.create))
    return <Result status="403" title="没有新增服务对象的权限" extra={<Button onClick={() => go(PEOPLE)}>返回列表</Button>} />;
  return (
    <div className="y-page-width">
      {Number.isSafeInteger(id) && id > 0 ? (
        <Registered key={id} id={id} />
      ) : (
        <NewPerson onMade={(made) => go(`${REGISTER}?id=${made}`, { replace: true })} />
      )}
    </div>
  );
}
