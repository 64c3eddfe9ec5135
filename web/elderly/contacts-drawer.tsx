/** 联系人: whom to call about a person, put in the order in which they are called. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Form, Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { personContactLabels } from '#contract/elderly/person-contacts.labels.ts';
import { MOST_CONTACTS, personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { call, useSend } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import type { Contact } from './contacts.tsx';
import './contacts.css';

type Values = { contacts: (Partial<Contact> | undefined)[] };

const title = (name: keyof typeof personContactLabels) => titleOf(personContactLabels, name);

function Fields() {
  return (
    <Form.List name="contacts">
      {(fields, { add, remove, move }) => (
        <div className="e-contact-form">
          {fields.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有联系人" />}
          {fields.map(({ key, name }) => (
            <section key={key} className="e-contact" aria-label={`联系人${name + 1}`}>
              <header>
                <span>{name === 0 ? '第一联系人（紧急联系人）' : `第${name + 1}联系人`}</span>
                <Button
                  type="text"
                  disabled={name === 0}
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`联系人${name + 1}上移`}
                  onClick={() => move(name, name - 1)}
                />
                <Button
                  type="text"
                  disabled={name === fields.length - 1}
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`联系人${name + 1}下移`}
                  onClick={() => move(name, name + 1)}
                />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除联系人${name + 1}`}
                  onClick={() => remove(name)}
                />
              </header>
              <Form.Item
                name={[name, 'name']}
                label={title('name')}
                rules={[{ required: true, whitespace: true, message: '请输入联系人姓名' }]}
              >
                <Input maxLength={20} placeholder="如 王建国" />
              </Form.Item>
              <Form.Item
                name={[name, 'phone']}
                label={title('phone')}
                rules={[{ required: true, whitespace: true, message: '请输入联系人电话' }, phoneRule('contact')]}
              >
                <Input maxLength={MOST_TYPED} inputMode="tel" placeholder="手机或固定电话" />
              </Form.Item>
              <Form.Item name={[name, 'relation']} label={title('relation')}>
                <DictionarySelect type={personContactLabels.relation.dictionary} numeric />
              </Form.Item>
              <Form.Item name={[name, 'notes']} label={title('notes')}>
                <Input maxLength={100} placeholder="如 夜间可联系" />
              </Form.Item>
            </section>
          ))}
          <Button type="dashed" block icon={<PlusOutlined aria-hidden />} disabled={fields.length >= MOST_CONTACTS} onClick={() => add({})}>
            添加联系人
          </Button>
        </div>
      )}
    </Form.List>
  );
}

export default function ContactsDrawer({ person, onClose }: { person: { id: number; userName: string }; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const name = useId();
  // Not the page's cache: news of the person must not move the version below what is being typed.
  const { data, isError, error, refetch } = useQuery<Output<typeof personContacts.ofPerson>, CallError>({
    queryKey: ['editing', personContacts.ofPerson.path, person.id],
    queryFn: () => call(personContacts.ofPerson, { oldmanId: person.id }, { quiet: true }),
    staleTime: 'static',
    gcTime: 0,
  });
  const send = useSend(personContacts.save, { changes: [personContacts.ofPerson, people.get, people.page], onSuccess: onClose });
  const submit = ({ contacts }: Values) =>
    send.mutate({
      oldmanId: person.id,
      version: data?.version as number,
      contacts: contacts.map((one) => ({
        name: one?.name ?? '',
        phone: one?.phone ?? '',
        relation: one?.relation ?? null,
        notes: one?.notes ?? null,
      })),
    });
  return (
    <SideDrawer
      title={`${person.userName}的联系人`}
      open
      size="small"
      onClose={onClose}
      isDirty={() => dirty}
      confirmLabel="保存"
      confirming={send.isPending}
      confirmDisabled={data === undefined}
      onConfirm={() => form.submit()}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <Form
          form={form}
          name={name}
          layout="vertical"
          scrollToFirstError={{ block: 'center', focus: true }}
          initialValues={{ contacts: data.contacts.length > 0 ? data.contacts : [{}] }}
          onValuesChange={() => setDirty(true)}
          onFinish={submit}
        >
          <Fields />
        </Form>
      )}
    </SideDrawer>
  );
}
