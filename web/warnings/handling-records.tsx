/** 家属告知 and 复盘 of a warning: what was done, and adding to it. */
import { AuditOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Form, Input, Radio, Tag } from 'antd';
import { useState } from 'react';
import type { ZodType } from 'zod';
import { causeLabels, familyOutcomeLabels, familyOutcomes, recordKinds, wayLabels } from '#contract/warnings/warning-records.rules.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { fieldOf, rulesOf } from '#web/ui/contract-rules.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Time } from '#web/ui/time.tsx';
import { RECORD_CHANGES, useRecords } from './use-calling.ts';
import type { WarningRow } from './use-open-warnings.ts';

interface DialogProps {
  row: WarningRow;
  onClose: () => void;
}

function FamilyDialog({ row, onClose }: DialogProps) {
  const [form] = Form.useForm();
  const [now] = useState(() => formatTime(serverNow()));
  const send = useSend(warningRecords.tellFamily, { changes: RECORD_CHANGES, onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title="告知家属"
      okText="保存"
      pending={send.isPending}
      initial={{ contact: row.contactName ?? '', phone: row.contactPhone ?? '', way: '1', outcome: '1', time: now }}
      onSubmit={(values) => send.mutate({ warningId: row.id, ...values })}
      onClose={onClose}
    >
      {row.contacts.length > 1 && (
        <Form.Item label="从联系人中选择">
          <div className="w-attention">
            {row.contacts.map(({ name, phone }) => (
              <Button
                key={`${name} ${phone}`}
                size="small"
                onClick={() => form.setFieldsValue({ contact: name ?? '', phone: phone ?? '' })}
              >
                {name ?? phone}
              </Button>
            ))}
          </div>
        </Form.Item>
      )}
      <Form.Item name="contact" label="告知对象" rules={[{ required: true, whitespace: true, message: '请填写告知对象' }]}>
        <Input maxLength={20} placeholder="如：王先生（长子）" />
      </Form.Item>
      <Form.Item name="phone" label="电话" rules={[phoneRule('contact')]}>
        <Input maxLength={30} inputMode="tel" />
      </Form.Item>
      <Form.Item name="way" label="告知方式" rules={[{ required: true, message: '请选择告知方式' }]}>
        <Radio.Group options={choices(wayLabels)} />
      </Form.Item>
      <Form.Item name="outcome" label="结果" rules={[{ required: true, message: '请选择结果' }]}>
        <Radio.Group options={choices(familyOutcomeLabels)} />
      </Form.Item>
      <Form.Item name="time" label="时间" rules={[{ required: true, message: '请选择时间' }]}>
        <Day withTime notAfter={now.slice(0, 10)} />
      </Form.Item>
      <Form.Item name="note" label="家属答复">
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

function ReviewDialog({ row, onClose }: DialogProps) {
  const send = useSend(warningRecords.review, { changes: RECORD_CHANGES, onSuccess: onClose });
  return (
    <FormDialog<{ cause: string; note: string }>
      title="预警复盘"
      okText="保存"
      width={760}
      pending={send.isPending}
      onSubmit={(values) => send.mutate({ warningId: row.id, ...values })}
      onClose={onClose}
    >
      <Form.Item name="cause" label="主要原因" rules={[{ required: true, message: '请选择主要原因' }]}>
        <Radio.Group options={choices(causeLabels)} />
      </Form.Item>
      <RichTextField
        name="note"
        label="经过与改进措施"
        max={1000}
        placeholder="发生了什么、处置是否及时、以后怎样避免"
        rules={rulesOf(fieldOf(warningRecords.review.input, 'note') as ZodType, '经过与改进措施')}
      />
    </FormDialog>
  );
}

export function HandlingRecords({ row }: { row: WarningRow }) {
  const may = useMay();
  const { records } = useRecords(row.id);
  const [dialog, setDialog] = useState<'family' | 'review' | null>(null);
  const family = records.filter(({ kind }) => kind === recordKinds.family);
  const reviews = records.filter(({ kind }) => kind === recordKinds.review);
  const mayAdd = may(warningRecords.tellFamily);
  const close = () => setDialog(null);
  if (!mayAdd && family.length === 0 && reviews.length === 0) return null;
  return (
    <section className="w-block" aria-label="家属告知与复盘">
      <h3>家属告知与复盘</h3>
      <div className="w-attention">
        {family.length === 0 && <span className="w-faint">尚未告知家属</span>}
        {mayAdd && (
          <Button size="small" icon={<TeamOutlined aria-hidden />} onClick={() => setDialog('family')}>
            告知家属
          </Button>
        )}
        {mayAdd && !isOpen(row.isDisposed) && (
          <Button size="small" icon={<AuditOutlined aria-hidden />} onClick={() => setDialog('review')}>
            复盘
          </Button>
        )}
      </div>
      {family.length + reviews.length > 0 && (
        <ul className="w-records">
          {family.map(({ id, startTime, contact, way, outcome, note }) => (
            <li key={id}>
              <Time value={startTime} /> {contact} <span className="w-faint">{wayLabels[way ?? 0]}</span>{' '}
              <Tag color={outcome === familyOutcomes.told ? 'success' : 'warning'}>{familyOutcomeLabels[outcome ?? 0]}</Tag>
              {note && <p>{note}</p>}
            </li>
          ))}
          {reviews.map(({ id, startTime, cause, note, userName }) => (
            <li key={id}>
              <Time value={startTime} /> {userName} 复盘 <Tag>{causeLabels[cause ?? 0]}</Tag>
              {note && <RichText value={note} />}
            </li>
          ))}
        </ul>
      )}
      {dialog === 'family' && <FamilyDialog row={row} onClose={close} />}
      {dialog === 'review' && <ReviewDialog row={row} onClose={close} />}
    </section>
  );
}
