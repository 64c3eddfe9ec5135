/** 不良事件 on the carer's phone: reporting at the bedside. With a network only: who reviews is told at once. */
import { Alert, Button, Form, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { people } from '#contract/elderly/people.ts';
import { incidentTypes, needsPerson } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { numbered } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { changes } from './incident-calls.ts';
import './phone.css';

const SHOWN = 10;
const FOUND = 20;

interface Values {
  oldmanId?: number;
  type: number;
  course: string;
}

/** Finds people by a part of their name. */
function PersonSearch(props: { id?: string; value?: number; onChange?: (id: number | undefined) => void }) {
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useCall(
    people.page,
    { size: FOUND, ...(keyword.trim() ? { keyword: keyword.trim() } : {}) },
    { quiet: true },
  );
  return (
    <Select
      {...props}
      size="large"
      allowClear
      showSearch={{ onSearch: setKeyword, filterOption: false }}
      placeholder="输入姓名查找"
      loading={isFetching}
      notFoundContent={isFetching ? '加载中…' : '没有找到'}
      options={(data?.records ?? []).map(({ id, userName, address }) => ({ value: id, label: userName, address }))}
    />
  );
}

export default function PhoneReport({ online }: { online: boolean }) {
  const may = useMay();
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const [form] = Form.useForm<Values>();
  const own = useCall(incidents.page, { size: SHOWN }, { enabled: online && signedIn && may(incidents.page), quiet: true });
  const send = useSend(incidents.create, { ...changes, once: true, onSuccess: () => form.resetFields() });
  if (!online || !signedIn) return <Alert type="warning" showIcon title={online ? '登录后才能上报' : '联网后才能上报，紧急时请先打电话'} />;
  if (!may(incidents.create)) return <Alert type="info" showIcon title="没有上报不良事件的权限，请联系管理员" />;
  return (
    <div className="n-phone">
      <Form<Values>
        form={form}
        layout="vertical"
        colon={false}
        // It is emptied for the next report once this one has arrived.
        disabled={send.isPending}
        onFinish={({ oldmanId, type, course }) => send.mutate({ oldmanIds: oldmanId ? [oldmanId] : [], type, course })}
      >
        <Form.Item
          name="oldmanId"
          label={incidentLabels.oldmanId}
          dependencies={['type']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, id: number | undefined) =>
                id || !needsPerson(Number(getFieldValue('type'))) ? Promise.resolve() : Promise.reject(new Error('请选择服务对象')),
            }),
          ]}
        >
          <PersonSearch />
        </Form.Item>
        <Form.Item name="type" label={incidentLabels.type} rules={[{ required: true, message: '请选择事件类型' }]}>
          <Select size="large" placeholder="请选择" options={numbered(incidentTypes)} />
        </Form.Item>
        <Form.Item name="course" label={incidentLabels.course} rules={[{ required: true, whitespace: true, message: '请填写事件经过' }]}>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} placeholder="何时、何地、发生了什么" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" loading={send.isPending}>
          上报
        </Button>
      </Form>
      {own.isPending && may(incidents.page) && <Skeleton active paragraph={{ rows: 3 }} />}
      <ul aria-label="最近的不良事件">
        {own.data?.records.map(({ id, type, oldmanName, state, occurTime, course }) => (
          <li key={id}>
            <header>
              <b>
                {incidentTypes[type]} {oldmanName}
              </b>
              <State of="incident" value={state} />
            </header>
            <span>{course}</span>
            <small>
              <Time value={occurTime} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
