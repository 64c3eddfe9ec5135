/** 通话: the calls of a warning that went through seats, with their recordings. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { callRecords } from '#contract/calls/call-records.ts';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { callStatus, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { dialling } from '#web/api/dialling.ts';
import { callRecordAddress } from '#web/shell/addresses.ts';
import { useMay } from '#web/ui/may.ts';
import { Time } from '#web/ui/time.tsx';

/** How it went, in words. */
function courseText({ status, talkSeconds, disposition }: { status: number; talkSeconds: number | null; disposition: string | null }) {
  if (status !== callStatus.hungUp) return '进行中';
  return talkSeconds === null ? (dispositionLabels[disposition ?? ''] ?? '未接通') : `通话 ${clockText(talkSeconds)}`;
}

export function HandlingCalls({ warningId }: { warningId: number }) {
  const may = useMay();
  const client = useQueryClient();
  const { data } = useCall(callRecords.ofWarning, { warningId }, { quiet: true, staleTime: 0, enabled: may(callRecords.ofWarning) });
  // The seat's own call changes the list as it begins and ends.
  const own = useStore(dialling, ({ call }) => (call?.warningId === warningId ? `${call.jobId} ${call.status}` : null));
  useEffect(() => {
    if (own !== null) void client.invalidateQueries({ queryKey: keyOf(callRecords.ofWarning, { warningId }) });
  }, [client, own, warningId]);
  if (!data || data.length === 0) return null;
  return (
    <section className="w-block" aria-label="通话记录">
      <h3>通话记录</h3>
      <ul className="w-records">
        {data.map((one) => (
          <li key={one.id}>
            <Time value={one.startTime} /> {one.seatName} 致电 {one.callee} <span className="w-faint">{courseText(one)}</span>{' '}
            {one.recordingList.length > 0 && may(callRecords.get) && (
              <Link to={callRecordAddress(one.id)}>
                {one.recordingList.every(({ removeTime }) => removeTime) ? '录音已到期' : '听录音'}
              </Link>
            )}
            {one.summary && <p>{one.summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
