/** Everything that happened to a warning and its visits, and a line to add. */
import { Button, Input, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { WARNING_ROUTES } from './acknowledging.ts';

const TONES: Record<string, NonNullable<Entry['tone']>> = {
  raised: 'danger',
  repeated: 'danger',
  acknowledged: 'current',
  handled: 'done',
  cleared: 'done',
  call: 'current',
  family: 'current',
  review: 'done',
};

export function HandlingTimeline({ id }: { id: number }) {
  const may = useMay();
  const [note, setNote] = useState('');
  const query = useCall(warnings.timeline, { id }, { quiet: true, staleTime: 0 });
  const comment = useSend(warnings.comment, {
    changes: WARNING_ROUTES,
    onSuccess: (_data, sent) => setNote((now) => (now.trim() === sent.note ? '' : now)),
  });
  const add = () => {
    if (note.trim() && !comment.isPending) comment.mutate({ id, note: note.trim() });
  };
  return (
    <section className="w-block" aria-label="处理过程">
      <h3>处理过程</h3>
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {!query.data && query.isError && <LoadFailed type="warning" title="处理过程加载失败" onAgain={() => void query.refetch()} />}
      {query.data && (
        <Timeline
          entries={query.data.map(({ time, kind, title, note: text, userName }) => ({
            time,
            title,
            userName,
            note: text,
            tone: TONES[kind] ?? 'plain',
          }))}
        />
      )}
      {may(warnings.comment) && (
        <Space.Compact block className="w-comment">
          <Input
            value={note}
            maxLength={200}
            aria-label="补充一条记录"
            placeholder="补充一条记录，例如：已电话联系"
            onChange={(event) => setNote(event.target.value)}
            onPressEnter={(event) => {
              if (!event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) add();
            }}
          />
          <Button loading={comment.isPending} disabled={note.trim() === ''} onClick={add}>
            添加
          </Button>
        </Space.Compact>
      )}
    </section>
  );
}
