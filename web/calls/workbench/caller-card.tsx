/** Who it is: residents, contacts, colleagues and customers of the number, with what is known of the resident. */
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { callCustomers, callerKindLabels, customerLevelLabels } from '#contract/calls/call-customers.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { orderAddress, personAddress } from '#web/shell/addresses.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { Time } from '#web/ui/time.tsx';
import { Flags } from '#web/ui/warning-tags.tsx';

type Found = Output<typeof callCustomers.find>;

/** One step: the name is all that it takes. */
function NewCustomer({ mobile, onClose }: { mobile: string; onClose: () => void }) {
  const send = useSend(callCustomers.create, { changes: [callCustomers.find, callCustomers.page], once: true, onSuccess: onClose });
  return (
    <FormDialog<{ name: string; remarks?: string }>
      title={`登记来电人 ${mobile}`}
      okText="登记"
      pending={send.isPending}
      onSubmit={(values) => send.mutate({ ...values, mobile })}
      onClose={onClose}
    >
      <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}>
        <Input maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item name="relation" label="关系">
        <Input maxLength={20} placeholder="如 咨询入住" />
      </Form.Item>
      <Form.Item name="remarks" label="备注">
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

function Card({ card }: { card: NonNullable<Found['card']> }) {
  return (
    <dl className="cw-card">
      {card.packages && card.packages.length > 0 && (
        <>
          <dt>服务包</dt>
          <dd>{card.packages.join('、')}</dd>
        </>
      )}
      {card.balance !== null && (
        <>
          <dt>账户余额</dt>
          <dd>{yuan(card.balance)}</dd>
        </>
      )}
      {card.warnings && card.warnings.length > 0 && (
        <>
          <dt>最近预警</dt>
          {card.warnings.map(({ id, content, time }) => (
            <dd key={id}>
              <Link to={`/warning/warning/index?id=${id}`}>{content}</Link> <Time value={time} />
            </dd>
          ))}
        </>
      )}
      {card.orders && card.orders.length > 0 && (
        <>
          <dt>未完成工单</dt>
          {card.orders.map(({ id, name, time }) => (
            <dd key={id}>
              <Link to={orderAddress(id)}>{name}</Link> <Time value={time} />
            </dd>
          ))}
        </>
      )}
    </dl>
  );
}

/** Nothing for an extension, which has six digits at most. */
export function CallerCard({ mobile }: { mobile: string }) {
  const may = useMay();
  const known = mobile.length > 6;
  const { data } = useCall(callCustomers.find, { mobile }, { quiet: true, enabled: known });
  const [adding, setAdding] = useState(false);
  if (!known || !data) return null;
  return (
    <section className="cw-callers" aria-label="来电人">
      {data.level > 0 && <p className="cw-level">{customerLevelLabels[data.level]}客户</p>}
      {data.callers.map(({ kind, id, name, relation, oldmanId, oldmanName, place, careLevel, flags }) => (
        <article key={`${kind} ${id}`}>
          <p>
            <b>{name}</b> <span className="cw-quiet">{relation || callerKindLabels[kind]}</span>
          </p>
          {oldmanId !== null && (
            <p>
              <Link to={personAddress(oldmanId)}>{oldmanName ?? name}</Link> {place}{' '}
              {careLevel !== null && <DictionaryTag type="care_level" value={careLevel} />}
            </p>
          )}
          {flags.length > 0 && <Flags flags={flags} />}
        </article>
      ))}
      {data.callers.length === 0 && (
        <p>
          未登记的号码{' '}
          {may(callCustomers.create) && (
            <Button size="small" onClick={() => setAdding(true)}>
              登记来电人
            </Button>
          )}
        </p>
      )}
      {data.card && <Card card={data.card} />}
      {data.lastCalls.length > 0 && (
        <ul className="cw-lines" aria-label="最近通话">
          {data.lastCalls.slice(0, 3).map(({ id, time, seatName, summary }) => (
            <li key={id}>
              <Time value={time} />
              <span>
                {seatName} {summary}
              </span>
            </li>
          ))}
        </ul>
      )}
      {adding && <NewCustomer mobile={mobile} onClose={() => setAdding(false)} />}
    </section>
  );
}
