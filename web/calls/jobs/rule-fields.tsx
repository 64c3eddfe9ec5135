/** Which people a job calls: the conditions of the list, all of which hold; and whom they mean today. */
import { Alert, Button, Form, Input, InputNumber, Switch, Table } from 'antd';
import type { ReactNode } from 'react';
import './rule-fields.css';
import { callJobs, type CallJobRule } from '#contract/calls/call-jobs.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { FormSection } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';

export interface RuleValues {
  building?: string;
  birthdayDays?: number | null;
  balanceBelow?: number | null;
  assessedBefore?: number | null;
  assessmentDue?: boolean;
  returnedDays?: number | null;
  visitDue?: boolean;
}
/** The names of the fields, so that a form can be split. */
export const ruleNames = [
  'building',
  'birthdayDays',
  'balanceBelow',
  'assessedBefore',
  'assessmentDue',
  'returnedDays',
  'visitDue',
] as const satisfies (keyof RuleValues)[];

/** What is said of a form's values. */
export const ruleOf = (values: RuleValues): CallJobRule =>
  Object.fromEntries(ruleNames.flatMap((name) => (values[name] || values[name] === 0 ? [[name, values[name]]] : [])));

export function RuleFields({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <FormSection title={title}>
      <Form.Item name="birthdayDays" label="多少天内过生日" extra="0 表示当天">
        <InputNumber<number> min={0} max={366} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="balanceBelow" label="账户余额低于">
        <MoneyInput min={-1_000_000} placeholder="" />
      </Form.Item>
      <Form.Item name="returnedDays" label="多少天内出院返回" extra="1 表示昨天，当天返回的不算">
        <InputNumber<number> min={1} max={30} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="assessedBefore" label="多少天没有评估">
        <InputNumber<number> min={1} max={3650} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="assessmentDue" label="评估已到期" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="visitDue" label="探访到期未做" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="building" label="楼栋">
        <Input maxLength={50} placeholder="入住该楼栋的长者" />
      </Form.Item>
      {children}
    </FormSection>
  );
}

interface PreviewProps {
  /** The job that the list is for. */
  jobId?: number;
  rule: () => CallJobRule;
  againDays: () => number | undefined;
}

/** Says whom the conditions mean now, when it is asked. */
export function RulePreview({ jobId, rule, againDays }: PreviewProps) {
  const may = useMay();
  const send = useSend(callJobs.preview, { quiet: true });
  if (!may(callJobs.preview)) return null;
  const { data, error } = send;
  const ask = () => {
    const days = againDays();
    send.mutate({ rule: rule(), ...(jobId === undefined ? {} : { id: jobId }), ...(days === undefined ? {} : { againDays: days }) });
  };
  return (
    <section aria-label="试算" className="y-preview">
      <Button loading={send.isPending} onClick={ask}>
        看看今天有谁
      </Button>
      {error && <Alert type="error" showIcon title={error.message} />}
      {data && (
        <>
          <p role="status">
            今天会列入 {data.total} 人{data.blocked > 0 && `，另有 ${data.blocked} 个号码已被拦截`}
            {data.total > data.people.length && `，以下是前 ${data.people.length} 人`}
          </p>
          {data.people.length > 0 && (
            <Table
              rowKey="oldmanId"
              size="small"
              pagination={false}
              scroll={{ y: 200 }}
              dataSource={data.people}
              columns={[
                { title: '姓名', render: (_, { oldmanId, name }) => <PersonLink id={oldmanId} name={name} /> },
                { title: '号码', dataIndex: 'mobile' },
              ]}
            />
          )}
        </>
      )}
    </section>
  );
}
