/** A round that is walked: all residents are well but those who are marked; one press ends it. */
import { Alert, Input, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { NEEDS_SOMETHING, patrolMarks } from '#contract/care/patrol-commands.rules.ts';
import { patrols } from '#contract/care/patrols.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Place } from '#web/ui/place.tsx';
import { patrolChanges, type Walk } from './floor-cards.tsx';
import './patrols.css';

const WELL = 0;
const options = [{ value: WELL, label: '平安' }, ...Object.entries(patrolMarks).map(([value, label]) => ({ value: Number(value), label }))];

interface Said {
  mark: number;
  note: string;
}

export default function WalkDrawer({ walk, onClose }: { walk: Walk; onClose: () => void }) {
  const { building, floor } = walk;
  const [said, setSaid] = useState<Readonly<Record<number, Said>>>({});
  const [note, setNote] = useState('');
  const { data, isError, error, refetch } = useCall(patrols.people, { building, floor }, { quiet: true });
  const finish = useSend(patrols.finish, { changes: patrolChanges, once: true, onSuccess: onClose });
  const of = (id: number): Said => said[id] ?? { mark: WELL, note: '' };
  const set = (id: number, change: Partial<Said>) => setSaid((before) => ({ ...before, [id]: { ...of(id), ...change } }));
  const marks = (data ?? []).flatMap(({ oldmanId }) => {
    const { mark, note: text } = of(oldmanId);
    return mark === WELL ? [] : [{ oldmanId, mark, note: text.trim() }];
  });
  const unsaid = marks.some((one) => one.mark === NEEDS_SOMETHING && one.note === '');
  return (
    <SideDrawer
      open
      size="small"
      title={`巡视 ${floorText(walk)}`}
      isDirty={() => marks.length > 0 || note !== ''}
      confirmLabel={marks.length === 0 ? '全部平安，结束巡视' : `结束巡视（${marks.length}人有情况）`}
      confirming={finish.isPending}
      confirmDisabled={!data || unsaid}
      closeLabel="稍后继续"
      onConfirm={() => finish.mutate({ id: walk.id, version: walk.version, marks, note })}
      onClose={onClose}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data?.length === 0 && <Alert type="info" showIcon title="这一层没有您负责的服务对象，可以直接结束巡视" />}
      <ul className="ca-walk" aria-label="服务对象">
        {data?.map(({ oldmanId, oldmanName, place }) => {
          const { mark, note: text } = of(oldmanId);
          return (
            <li key={oldmanId} aria-label={oldmanName}>
              <span>
                <b>{oldmanName}</b> <Place place={place} />
              </span>
              <Segmented
                aria-label={`${oldmanName}的情况`}
                options={options}
                value={mark}
                onChange={(value) => set(oldmanId, { mark: value })}
              />
              {mark !== WELL && (
                <Input
                  aria-label={`${oldmanName}的说明`}
                  maxLength={200}
                  value={text}
                  status={mark === NEEDS_SOMETHING && text.trim() === '' ? 'warning' : ''}
                  placeholder={mark === NEEDS_SOMETHING ? '请说明需要处理的情况' : '说明，可不填'}
                  onChange={({ target }) => set(oldmanId, { note: target.value })}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Input.TextArea
        aria-label="巡视说明"
        maxLength={500}
        autoSize={{ minRows: 2 }}
        value={note}
        placeholder="这次巡视的说明，可不填"
        onChange={({ target }) => setNote(target.value)}
      />
    </SideDrawer>
  );
}
