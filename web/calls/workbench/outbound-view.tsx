/** 呼出: a number or an extension, then the call. */
import { PhoneOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callKinds, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { useAct } from './acts.ts';
import { CallView } from './call-view.tsx';
import { Keypad } from './keypad.tsx';
import type { Given } from './panel.tsx';
import { showEntry } from './panel-state.ts';

function Dialler({ now }: Pick<Given, 'now'>) {
  const { run, pending } = useAct();
  const [number, setNumber] = useState('');
  const dial = async (callee: string) => {
    if (await run(callee ? 'MakeCall' : 'RedialCall', callee ? { callee } : {})) setNumber('');
    else if (now.state === seatStates.offline) showEntry('work');
  };
  return (
    <form
      className="cw-dial"
      onSubmit={(event) => {
        event.preventDefault();
        if (number.trim()) void dial(number.trim());
      }}
    >
      <Input
        size="large"
        value={number}
        maxLength={30}
        inputMode="tel"
        aria-label="号码或分机"
        placeholder="号码或分机"
        allowClear
        onChange={(event) => setNumber(event.target.value)}
      />
      <Keypad onKey={(key) => setNumber((before) => before + key)} />
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        icon={<PhoneOutlined aria-hidden />}
        disabled={!number.trim() || pending !== null}
      >
        呼叫
      </Button>
      <Button block disabled={pending !== null} onClick={() => void dial('')}>
        重拨上一个号码
      </Button>
    </form>
  );
}

export default function OutboundView({ now, call }: Given) {
  const over = call !== null && call.status === callStatus.hungUp;
  if (call === null || (over && call.kind === callKinds.inbound)) return <Dialler now={now} />;
  return (
    <>
      <CallView call={call} now={now} />
      {over && now.state !== seatStates.afterCall && <Dialler now={now} />}
    </>
  );
}
