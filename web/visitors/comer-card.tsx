/** A visitor who was found at the desk: what the door has against it, and the one press that lets them in or out. */
import { Alert, Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { FEVER } from '#contract/visitors/visitor-slots.rules.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { useSend } from '#web/api/call.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { useMayOverride } from './may-override.ts';
import type { Receipt } from './receipt-line.tsx';

type Comer = Output<typeof visitorRecords.find>[number];

const CHANGES = { changes: [visitorRecords.page, visitorRecords.inside, visitorStatistics.today] };

export function ComerCard({ comer, focused, onDone }: { comer: Comer; focused: boolean; onDone: (receipt: Receipt) => void }) {
  const { record, restriction, today } = comer;
  const { id, version, visitorName, state } = record;
  const may = useMay();
  const mayOverride = useMayOverride();
  const [temperature, setTemperature] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const arrive = useSend(visitorRecords.arrive, {
    ...CHANGES,
    onSuccess: () => onDone({ id, text: `${visitorName}已登记到访`, badge: true }),
  });
  const leave = useSend(visitorRecords.leave, {
    ...CHANGES,
    onSuccess: () => onDone({ id, text: `${visitorName}已登记离院`, badge: false }),
  });
  const approve = useSend(visitorRecords.approve, {
    ...CHANGES,
    onSuccess: () => onDone({ id, text: `${visitorName}的预约已通过，请再次查找登记到访`, badge: false }),
  });
  const ill = record.answers.some(({ answer, blocks }) => answer === blocks) || (temperature !== null && temperature >= FEVER);
  const barred = state === visitorStates.booked && (restriction !== null || ill);
  return (
    <article className="v-comer" data-barred={barred || undefined} aria-label={`访客${visitorName}`}>
      <div className="v-comer-who">
        <b>{visitorName}</b> <State of="visitor" value={state} />
        <span>{record.visitorPhone}</span>
        <span>{record.people} 人</span>
        <span>
          探访 {record.oldmanName ?? '（未指定）'} <DictionaryTag type="relation" value={record.relation} />
        </span>
        <Place place={record.place} />
        <span>
          {record.day} {formatTime(record.startTime, 'HH:mm')}–{formatTime(record.endTime, 'HH:mm')}
        </span>
        {record.companions && <span>同行：{record.companions}</span>}
      </div>
      {!today && state !== visitorStates.inside && <Alert type="warning" showIcon title={`预约日期是 ${record.day}，不是今天`} />}
      {restriction !== null && <Alert type="error" showIcon title="受限访客" description={restriction} />}
      {ill && <Alert type="error" showIcon title="健康申报不符合来访要求" />}
      {barred && !mayOverride && <p className="v-hint">您没有放行权限，请联系负责人。</p>}
      {barred && mayOverride && (
        <Input
          aria-label="放行原因"
          placeholder="放行原因（必填）"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className="v-comer-acts">
        {state === visitorStates.booked && today && (
          <>
            <InputNumber<number>
              aria-label="体温"
              placeholder="体温（选填）"
              min={34}
              max={43}
              step={0.1}
              precision={1}
              suffix="℃"
              value={temperature}
              onChange={setTemperature}
            />
            <Button
              type="primary"
              size="large"
              autoFocus={focused && !barred}
              danger={barred}
              disabled={barred && (!mayOverride || reason.trim() === '')}
              loading={arrive.isPending}
              onClick={() => arrive.mutate({ id, version, temperature, overrideReason: reason })}
            >
              {barred ? '放行并登记到访' : '登记到访'}
            </Button>
          </>
        )}
        {state === visitorStates.inside && (
          <Button type="primary" size="large" autoFocus={focused} loading={leave.isPending} onClick={() => leave.mutate({ id, version })}>
            登记离院
          </Button>
        )}
        {state === visitorStates.pending &&
          (may(visitorRecords.approve) ? (
            <Button
              type="primary"
              size="large"
              autoFocus={focused}
              loading={approve.isPending}
              onClick={() => approve.mutate({ id, version })}
            >
              通过预约
            </Button>
          ) : (
            <p className="v-hint">预约还在等待审核。</p>
          ))}
      </div>
    </article>
  );
}
