/** The plan of moves that was made on the house view: what it means, taken back step by step, or carried out as one. */
import { Button } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { house } from '#contract/rooms/house.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { MovePreview } from './move-preview.tsx';
import type { BedPlan } from './use-bed-plan.ts';

const changes = [house.read, beds.page, rooms.tree, people.page, people.get];

export function BedPlanPanel({ plan }: { plan: BedPlan }) {
  const { moves, picked, letGo, undo, clear } = plan;
  const send = useSend(placements.swap, {
    changes,
    onSuccess: ({ endedCodes }) => {
      if (endedCodes > 0) showMessage('info', `原房间门锁的${endedCodes}个密码已撤销`);
      clear();
    },
  });
  return (
    <>
      {picked && (
        <p className="r-picked" role="status">
          正在为{picked.name}换床：点选目标床位，或用方向键选择后按回车放下；床上有人时两人对换
          <Button size="small" onClick={letGo}>
            放弃
          </Button>
        </p>
      )}
      {moves.length > 0 && (
        <section className="r-plan" aria-label="换床方案">
          <header>
            <h3>待确认的换床（{moves.length}人）</h3>
            <Button onClick={undo} disabled={send.isPending}>
              撤销上一步
            </Button>
            <Button onClick={clear} disabled={send.isPending}>
              全部取消
            </Button>
            <Button type="primary" loading={send.isPending} onClick={() => send.mutate({ moves: [...moves] })}>
              确认换床
            </Button>
          </header>
          <div className="r-plan-means">
            <MovePreview moves={moves} />
          </div>
          <p className="r-plan-note">确认后一次完成，原房间的门锁密码随之撤销；其中一人不能换时，所有人都不动。</p>
        </section>
      )}
    </>
  );
}
