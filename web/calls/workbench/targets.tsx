/** To whom a call may be handed on: a colleague who is free, a group, a number. */
import { Input, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { phoneOf } from '#contract/phones.rules.ts';
import { seatStateLabels, seatStates } from '#contract/calls/seat-states.rules.ts';
import { workbench } from '#contract/calls/workbench.ts';
import { useCall } from '#web/api/call.ts';
import type { Seat, SeatNow } from './acts.ts';
import { toneOf } from './state-line.tsx';

/** What the parameters of the command say of a target. */
export type Target = { transferee: string; transfereeType: 'agent' | 'number' } | { skillGroupId: number };

interface Props {
  seat: Seat;
  now: SeatNow;
  /** The buttons for a target; `name` is what they are about. */
  buttons: (target: Target, name: string) => ReactNode;
  groups?: boolean;
}

function Colleagues({ seat, buttons }: Pick<Props, 'seat' | 'buttons'>) {
  const [name, setName] = useState('');
  const { data } = useCall(workbench.colleagues, { name: name.trim() || undefined }, { staleTime: 0 });
  const others = (data ?? []).filter(({ seatId }) => seatId !== seat.id);
  return (
    <div className="cw-work">
      <Input
        value={name}
        maxLength={20}
        allowClear
        aria-label="查找坐席"
        placeholder="姓名或分机"
        onChange={(event) => setName(event.target.value)}
      />
      <ul className="cw-lines">
        {others.map((one) => (
          <li key={one.seatId} data-tone={toneOf(one.state)}>
            <b>
              {one.name} <small>{one.extension}</small>
            </b>
            <span className="cw-tone">{seatStateLabels[one.state]}</span>
            {one.state === seatStates.ready && (
              <span className="cw-acts">{buttons({ transferee: one.extension, transfereeType: 'agent' }, one.name)}</span>
            )}
          </li>
        ))}
      </ul>
      {data && others.length === 0 && <p className="cw-note">没有其他坐席。</p>}
    </div>
  );
}

function Number({ buttons }: Pick<Props, 'buttons'>) {
  const [number, setNumber] = useState('');
  const known = phoneOf(number.trim(), 'dialled');
  return (
    <div className="cw-number">
      <Input
        value={number}
        maxLength={30}
        inputMode="tel"
        aria-label="转到的号码"
        placeholder="手机号或固定电话"
        onChange={(event) => setNumber(event.target.value)}
      />
      {known && <span className="cw-acts">{buttons({ transferee: known, transfereeType: 'number' }, known)}</span>}
    </div>
  );
}

export function Targets({ seat, now, buttons, groups = false }: Props) {
  const [kind, setKind] = useState<'seat' | 'group' | 'number'>('seat');
  return (
    <div className="cw-work">
      <Segmented
        block
        size="small"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'seat', label: '坐席' },
          ...(groups ? [{ value: 'group' as const, label: '技能组' }] : []),
          { value: 'number', label: '号码' },
        ]}
      />
      {kind === 'seat' && <Colleagues seat={seat} buttons={buttons} />}
      {kind === 'number' && <Number buttons={buttons} />}
      {kind === 'group' && (
        <ul className="cw-lines">
          {now.queues.map(({ groupId, name, waiting }) => (
            <li key={groupId}>
              <b>{name}</b>
              <span>{waiting} 人等待</span>
              <span className="cw-acts">{buttons({ skillGroupId: groupId }, name)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
