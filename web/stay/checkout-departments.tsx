/** The departments of a check-out, turn by turn: what is open with each, and its word. */
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { departments } from '#contract/stay/checkout-departments.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { CHECKOUT_ACCESS, checkouts } from '#contract/stay/checkouts.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { checkoutChanges, type CheckoutShown } from './checkout-calls.ts';
import './checkouts.css';

type Sign = CheckoutShown['signs'][number];

function SignDialog({ id, sign: { department, open }, onClose }: { id: number; sign: Sign; onClose: () => void }) {
  const send = useSend(checkouts.sign, { ...checkoutChanges, once: true, onSuccess: onClose });
  return (
    <FormDialog<{ note?: string }>
      title={`${departments[department]}审核通过`}
      okText="通过"
      pending={send.isPending}
      width={440}
      onSubmit={({ note }) => send.mutate({ id, department, note: note ?? null })}
      onClose={onClose}
    >
      {open.length > 0 && <p>还有{open.length}项未了事项，请确认已交接。</p>}
      <Form.Item name="note" label={checkoutLabels.note}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} placeholder="可不填" />
      </Form.Item>
    </FormDialog>
  );
}

function SendBackDialog({ id, sign: { department }, onClose }: { id: number; sign: Sign; onClose: () => void }) {
  const send = useSend(checkouts.sendBack, { ...checkoutChanges, onSuccess: onClose });
  return (
    <ReasonDialog
      title={`${departments[department]}退回申请人`}
      label="退回原因"
      placeholder="如 退住日期与家属约定不一致"
      okText="退回"
      most={500}
      pending={send.isPending}
      onOk={(note) => send.mutate({ id, department, note })}
      onClose={onClose}
    />
  );
}

function Card({ sign, onAsk }: { sign: Sign; onAsk: (what: 'sign' | 'back') => void }) {
  const may = useMay();
  const { department, turn, state, note, userName, signTime, waits, open } = sign;
  const mine = waits && state === 1 && may({ access: CHECKOUT_ACCESS.of(department) });
  const blocked = open.some(({ blocks }) => blocks);
  return (
    <li data-waits={waits} aria-label={departments[department]}>
      <div className="co-department">
        <b>{departments[department]}</b>
        <State of="checkoutSign" value={state} />
        <small>第{turn}轮</small>
      </div>
      {userName !== null && (
        <div>
          {userName} <Time value={signTime} />
          {note && `：${note}`}
        </div>
      )}
      {open.length > 0 && (
        <ul className="co-open">
          {open.map(({ text, link, blocks }) => (
            <li key={text} data-blocks={blocks}>
              {link === null ? text : <Link to={link}>{text}</Link>}
            </li>
          ))}
        </ul>
      )}
      {mine && (
        <div className="co-buttons">
          <Button type="primary" size="small" disabled={blocked} onClick={() => onAsk('sign')}>
            通过
          </Button>
          <Button size="small" onClick={() => onAsk('back')}>
            退回
          </Button>
        </div>
      )}
    </li>
  );
}

export function Departments({ checkout: { id, signs } }: { checkout: CheckoutShown }) {
  const [asked, setAsked] = useState<{ sign: Sign; what: 'sign' | 'back' } | null>(null);
  const close = () => setAsked(null);
  return (
    <section className="co-card" aria-label="部门审核">
      <header>
        <h2>部门审核</h2>
      </header>
      <ol className="co-departments">
        {signs.map((sign) => (
          <Card key={sign.department} sign={sign} onAsk={(what) => setAsked({ sign, what })} />
        ))}
      </ol>
      {asked?.what === 'sign' && <SignDialog id={id} sign={asked.sign} onClose={close} />}
      {asked?.what === 'back' && <SendBackDialog id={id} sign={asked.sign} onClose={close} />}
    </section>
  );
}
