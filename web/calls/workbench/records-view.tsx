/** 通话记录: the last calls of the seat; a press dials again. */
import { Empty, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { formatTime } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Time } from '#web/ui/time.tsx';
import { act } from './acts.ts';
import type { Given } from './panel.tsx';

interface Detail {
  contactId: string;
  callingNumber: string;
  calledNumber: string;
  startTime: number;
  establishedTime: number | null;
  releaseTime: number | null;
  contactDisposition: string | null;
}

export default function RecordsView({ seat, call }: Given) {
  const jobId = call?.jobId ?? null;
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: ['calls of the seat', seat.id, jobId, call?.status],
    queryFn: async () => (await act<{ list: Detail[] }>('ListCallDetailRecords', { pageSize: 30, pageNumber: 1 })).list,
    staleTime: 0,
  });
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data || data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有通话" />;
  return (
    <ul className="cw-lines" aria-label="通话记录">
      {data.map((one) => {
        const out = one.callingNumber === seat.extension;
        const other = out ? one.calledNumber : one.callingNumber;
        const talked = one.establishedTime !== null && one.releaseTime !== null ? (one.releaseTime - one.establishedTime) / 1000 : null;
        return (
          <li key={one.contactId}>
            <b>
              {out ? '呼出' : '呼入'} {other ? <PhoneLink phone={other} /> : '未知号码'}
            </b>
            <span>
              <Time value={formatTime(one.startTime)} />{' '}
              {talked === null ? dispositionLabels[one.contactDisposition ?? ''] : `通话 ${clockText(talked)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
