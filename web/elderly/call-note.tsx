/** During a call with a person or their family: with whom, how long, and what came of it. */
import { PhoneFilled } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { LONGEST_CALL, personContacts } from '#contract/elderly/person-contacts.ts';
import { callLength, callOutcomeLabels, saidOutcomes } from '#contract/warnings/warning-records.rules.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useSend } from '#web/api/call.ts';
import { useSecond } from '#web/ui/clock.ts';
import './contacts.css';

export interface Calling {
  contact: string;
  phone: string;
  /** Epoch ms by the server's clock. */
  since: number;
}

/** A call that begins now. */
export const callTo = (contact: string, phone: string): Calling => ({ contact: contact.slice(0, 20), phone, since: serverNow() });

const Lasts = ({ since }: { since: number }) => <b>{callLength((useSecond() - since) / 1000)}</b>;

/** `onEnd` is called when the call is noted, or when it is not to be noted. */
export function CallNote({ personId, call, onEnd }: { personId: number; call: Calling; onEnd: () => void }) {
  const [note, setNote] = useState('');
  const send = useSend(personContacts.addCall, { changes: [personContacts.calls], onSuccess: onEnd });
  const end = (outcome: number) => {
    const seconds = Math.min(LONGEST_CALL, Math.max(0, Math.round((serverNow() - call.since) / 1000)));
    send.mutate({ oldmanId: personId, contact: call.contact, phone: call.phone, outcome, seconds, note: note.trim() });
  };
  return (
    <section className="e-calling" aria-label="通话中">
      <p role="status">
        <PhoneFilled aria-hidden /> 正在与 {call.contact} 通话
      </p>
      <Lasts since={call.since} />
      <Input
        value={note}
        maxLength={200}
        aria-label="通话内容"
        placeholder="通话内容，可不填"
        onChange={(event) => setNote(event.target.value)}
      />
      <div role="group" aria-label="结束通话">
        {saidOutcomes.map((outcome) => (
          <Button key={outcome} type={outcome === 1 ? 'primary' : 'default'} disabled={send.isPending} onClick={() => end(outcome)}>
            {outcome === 1 ? '通话结束' : callOutcomeLabels[outcome]}
          </Button>
        ))}
        <Button type="text" onClick={onEnd}>
          不登记
        </Button>
      </div>
    </section>
  );
}
