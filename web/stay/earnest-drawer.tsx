/** 定金 of a reservation or of who waits for a place: what is held, taking it with a receipt, paying it back or keeping it. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { toFen } from '#contract/fields.ts';
import { titleOf } from '#contract/labels.ts';
import { earnestFieldLabels } from '#contract/stay/earnests.labels.ts';
import { earnestKinds, earnestLabels, settleProblem } from '#contract/stay/earnests.rules.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { earnestChanges, type EarnestHeld, type EarnestLine } from './stay-calls.ts';
import './stay.css';

const EarnestPaper = lazyPart(() => import('./earnest-paper.tsx'));

/** Of an enquiry, or of an admission. */
export type Held = { enquiryId: number } | { admissionId: number };

interface Props {
  held: Held;
  /** Of who is to come. */
  name: string;
  onClose: () => void;
}

const label = (name: keyof typeof earnestFieldLabels) => titleOf(earnestFieldLabels, name);

interface Taken {
  amount: number;
  payType: number;
  payer: string;
  terms: string;
}

function TakeDialog({ held, name, onClose }: Props) {
  const send = useSend(earnests.take, { ...earnestChanges, once: true, onSuccess: onClose });
  return (
    <FormDialog<Taken>
      title={`收取${name}的定金`}
      okText="收定金"
      pending={send.isPending}
      width={480}
      onSubmit={(values) => send.mutate({ ...held, ...values })}
      onClose={onClose}
    >
      <Form.Item name="amount" label={label('amount')} rules={[{ required: true, message: '请填写定金金额' }]}>
        <MoneyInput />
      </Form.Item>
      <Form.Item name="payType" label={label('payType')} rules={[{ required: true, message: '请选择支付方式' }]}>
        <DictionarySelect type={earnestFieldLabels.payType.dictionary} numeric />
      </Form.Item>
      <Form.Item name="payer" label={label('payer')} rules={[{ required: true, whitespace: true, message: '请填写交款人' }]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item
        name="terms"
        label={label('terms')}
        extra="不来入住时退多少，会印在收据上"
        rules={[{ required: true, whitespace: true, message: '请填写退还约定' }]}
      >
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="如 入住日前7日通知的全额退还，逾期退还一半" />
      </Form.Item>
    </FormDialog>
  );
}

interface Settled {
  returned: number;
  kept: number;
  payType?: number | null;
  receiver?: string;
  reason: string;
}

function SettleDialog({ held, name, left, onClose }: Props & { left: number }) {
  const [form] = Form.useForm<Settled>();
  const returned = Form.useWatch('returned', form) ?? left;
  const send = useSend(earnests.settle, { ...earnestChanges, once: true, onSuccess: onClose });
  const all = {
    validator: () => {
      const { returned: back = 0, kept = 0 } = form.getFieldsValue();
      const problem = settleProblem({ leftFen: toFen(left), returnedFen: toFen(back), keptFen: toFen(kept) });
      return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
    },
  };
  return (
    <FormDialog<Settled>
      title={`处理${name}的定金`}
      okText="提交"
      danger
      form={form}
      initial={{ returned: left, kept: 0 }}
      pending={send.isPending}
      width={480}
      onSubmit={({ payType, receiver, ...values }) =>
        send.mutate({ ...held, ...values, payType: payType ?? null, receiver: receiver ?? '' })
      }
      onClose={onClose}
    >
      <p>定金余额{yuan(left)}，一次处理完。超过机构限额时由审批人批准后执行，不能撤销。</p>
      <Form.Item name="returned" label={label('returned')}>
        <MoneyInput />
      </Form.Item>
      <Form.Item name="kept" label={label('kept')} dependencies={['returned']} rules={[all]} extra="按约定不退的部分转为收入">
        <MoneyInput />
      </Form.Item>
      {returned > 0 && (
        <>
          <Form.Item name="payType" label={label('payType')} rules={[{ required: true, message: '请选择支付方式' }]}>
            <DictionarySelect type={earnestFieldLabels.payType.dictionary} numeric />
          </Form.Item>
          <Form.Item name="receiver" label={label('receiver')} rules={[{ required: true, whitespace: true, message: '请填写收款人' }]}>
            <Input maxLength={20} />
          </Form.Item>
        </>
      )}
      <Form.Item name="reason" label={label('reason')} rules={[{ required: true, whitespace: true, message: '请填写处理原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

function Asked({ request }: { request: NonNullable<EarnestHeld['request']> }) {
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const withdraw = useSend(earnests.withdraw, earnestChanges);
  return (
    <Alert
      type="info"
      showIcon
      title={`${request.createBy}申请退还${yuan(request.returned)}、不退${yuan(request.kept)}，等待审批`}
      description={request.reason}
      action={
        <>
          {request.caseId !== null && (
            <Button size="small" type="link" onClick={() => go(approvalAddress(request.caseId as number))}>
              查看审批
            </Button>
          )}
          {request.createId === me && (
            <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id: request.id })}>
              撤回
            </Button>
          )}
        </>
      }
    />
  );
}

const TONES: Partial<Record<number, Entry['tone']>> = { 2: 'done', 3: 'danger', 4: 'danger' };

function Money({ data, held, name }: { data: EarnestHeld; held: Held; name: string }) {
  const may = useMay();
  const [open, setOpen] = useState<'take' | 'settle' | EarnestLine | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="s-enquiry">
      <div className="s-enquiry-head">
        <h2>定金余额 {yuan(data.left)}</h2>
        {data.open && may(earnests.take) && (
          <Button type="primary" onClick={() => setOpen('take')}>
            收定金
          </Button>
        )}
        {data.left > 0 && data.request === null && may(earnests.settle) && <Button onClick={() => setOpen('settle')}>退还或不退</Button>}
      </div>
      {data.request && <Asked request={data.request} />}
      {data.left > 0 && <p className="s-terms">办理入住时自动转为押金或预存；不来入住的，请按约定退还或不退。</p>}
      {data.lines.length === 0 && <p className="s-terms">还没有收过定金</p>}
      <Timeline
        entries={data.lines.map((line) => ({
          time: line.createTime,
          title: `${earnestLabels[line.kind] ?? line.kind} ${yuan(Math.abs(line.amount))}`,
          userName: line.createBy,
          note: [line.number, line.partner, line.text].filter(Boolean).join('，'),
          tone: TONES[line.kind] ?? 'plain',
        }))}
      />
      <div className="s-enquiry-head">
        {data.lines
          .filter(({ kind }) => kind === earnestKinds.taken)
          .map((line) => (
            <Button key={line.id} icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen(line)}>
              打印收据 {line.number}
            </Button>
          ))}
      </div>
      {open === 'take' && <TakeDialog held={held} name={name} onClose={close} />}
      {open === 'settle' && <SettleDialog held={held} name={name} left={data.left} onClose={close} />}
      {open !== null && typeof open === 'object' && <EarnestPaper line={open} onDone={close} />}
    </div>
  );
}

export default function EarnestDrawer({ held, name, onClose }: Props) {
  const { data, isError, refetch } = useCall(earnests.read, held, { quiet: true });
  return (
    <SideDrawer title={`${name}的定金`} open onClose={onClose}>
      {!data && (isError ? <Button onClick={() => void refetch()}>没有读到，重试</Button> : <Skeleton active paragraph={{ rows: 5 }} />)}
      {data && <Money data={data} held={held} name={name} />}
    </SideDrawer>
  );
}
