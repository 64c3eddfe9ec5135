/** While somebody is on the telephone: with whom, how long, and how it ended. Nothing can be confirmed before that. */
import { PhoneFilled } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callOutcomeLabels, saidOutcomes } from '#contract/warnings/warning-records.rules.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { useSend } from '#web/api/call.ts';
import { useSecond } from '#web/ui/clock.ts';
import { secondsBetween, spanText } from './durations.ts';
import { RECORD_CHANGES, type WarningRecord } from './use-calling.ts';

const Lasts = ({ since }: { since: string }) => <b>{spanText(secondsBetween(since, useSecond()))}</b>;

export function CallBar({ call }: { call: WarningRecord }) {
  const [note, setNote] = useState('');
  const end = useSend(warningRecords.endCall, { changes: RECORD_CHANGES });
  return (
    <section className="w-calling" aria-label="通话中">
      <p role="status">
        <PhoneFilled aria-hidden /> 正在与 {call.contact ?? call.phone} 通话
      </p>
      <Lasts since={call.startTime} />
      <Input
        value={note}
        maxLength={200}
        aria-label="通话内容"
        placeholder="通话内容，可不填"
        onChange={(event) => setNote(event.target.value)}
      />
      <div role="group" aria-label="结束通话">
        {saidOutcomes.map((outcome) => (
          <Button
            key={outcome}
            type={outcome === 1 ? 'primary' : 'default'}
            disabled={end.isPending}
            onClick={() => end.mutate({ id: call.id, outcome, note: note.trim() })}
          >
            {outcome === 1 ? '通话结束' : callOutcomeLabels[outcome]}
          </Button>
        ))}
      </div>
    </section>
  );
}
