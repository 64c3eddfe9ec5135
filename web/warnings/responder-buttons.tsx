/** The best for a visit now, each as a button that sends at once. On the card of an alarm and at the top of its drawer. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WarningRow } from './use-open-warnings.ts';
import { useResponders, useSendResponder, type Responder } from './use-responders.ts';
import './responder-buttons.css';

/** Proposed at once. */
const BEST = 3;
const BLOCK_OF_DUTY = '不当班';

/** `当班 · 空闲 · 同楼层`, and what else speaks against it. */
const wordsOf = ({ duty, doing, near, blocks }: Responder) => [
  duty,
  doing,
  ...(near ? [near] : []),
  ...blocks.filter((block) => block !== BLOCK_OF_DUTY),
];

const Empty = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <span key={index} className="w-responder-wait" aria-hidden />);

/** The places of the buttons without them, as high as they are: what is below is pressed meanwhile, and must not move when they come. */
const Places = ({ waiting, children }: { waiting?: boolean; children: ReactNode }) => (
  <div className="w-responders-places" data-waiting={waiting || undefined}>
    <div className="w-responders">
      <Empty count={BEST} />
    </div>
    {children}
  </div>
);

interface Props {
  row: WarningRow;
  /** Nothing may move now: a pointer or the focus is on it. */
  frozen: boolean;
  /** What goes with it as the remark of the warning. */
  remark?: () => string | null;
  onSent?: (text: string) => void;
}

export function ResponderButtons({ row, frozen, remark, onSent }: Props) {
  const { query, people } = useResponders(row.id, frozen);
  const send = useSendResponder(row, onSent);
  if (!people && query.isError)
    return (
      <Places>
        <p className="w-responders-problem" role="alert">
          {query.error.message}
          <Button size="small" onClick={() => void query.refetch()}>
            重试
          </Button>
        </p>
      </Places>
    );
  if (!people)
    return (
      <Places waiting>
        <p role="status" aria-label="正在找合适的人员" />
      </Places>
    );
  if (people.length === 0)
    return (
      <Places>
        <p className="w-responders-problem">没有可派的服务人员</p>
      </Places>
    );
  const lost = send.error?.status === 0;
  const again = () => send.variables && send.mutate(send.variables);
  return (
    <>
      <div className="w-responders" role="group" aria-label={`派谁去${row.name}处`}>
        {people.slice(0, BEST).map((one, index) => (
          <button
            key={one.userId}
            type="button"
            className="w-responder"
            data-blocked={one.blocks.length > 0 || undefined}
            aria-keyshortcuts={String(index + 1)}
            aria-busy={(send.isPending && send.variables.userId === one.userId) || undefined}
            disabled={send.isPending}
            onClick={() => send.mutate({ id: row.id, version: row.version, userId: one.userId, remark: remark?.() ?? null })}
          >
            <kbd aria-hidden>{index + 1}</kbd>
            <b>派给 {one.name}</b>
            <span title={wordsOf(one).join(' · ')}>{wordsOf(one).join(' · ')}</span>
          </button>
        ))}
        {people.length < BEST && <Empty count={BEST - people.length} />}
      </div>
      {send.isError && (
        <p className="w-responders-problem" data-sent role="alert">
          {lost ? '网络不通，不知道是否已派出；再按一次不会重复派单' : send.error.message}
          {lost && (
            <Button size="small" danger onClick={again}>
              重试
            </Button>
          )}
        </p>
      )}
    </>
  );
}
