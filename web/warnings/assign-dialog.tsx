/** 指派: the staff ranked as for a visit now, best first. Any other member of staff is one press further. */
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { CandidateList } from '#web/work-orders/board-candidates.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { useMayRank } from './may-send.ts';
import type { WarningRow } from './use-open-warnings.ts';
import { useResponders } from './use-responders.ts';

/** Shown before all are asked for. */
const BEST = 5;

interface Props {
  row: WarningRow;
  onPick: (userId: number) => void;
  onClose: () => void;
}

function Ranked({ row, onPick, onClose, onOthers }: Props & { onOthers: () => void }) {
  const [whole, setWhole] = useState(false);
  const { query, people } = useResponders(row.id, true);
  const shown = whole ? people : people?.slice(0, BEST);
  return (
    <Modal open title={`指派给：${row.name}，${row.warningText}`} width="min(640px, 94vw)" footer={null} onCancel={onClose}>
      <div className="w-assign">
        {!people && !query.isError && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
        {!people && query.isError && (
          <Alert type="warning" showIcon title={query.error.message} action={<Button onClick={() => void query.refetch()}>重试</Button>} />
        )}
        {people?.length === 0 && <p className="w-faint">没有可派的服务人员</p>}
        {shown && shown.length > 0 && (
          <CandidateList
            chooses
            people={shown}
            current={row.assigneeId}
            onPick={({ userId }) => {
              onPick(userId);
              onClose();
            }}
          />
        )}
        <p className="w-assign-more">
          {people && shown && shown.length < people.length && (
            <Button type="link" size="small" onClick={() => setWhole(true)}>
              显示全部 {people.length} 人
            </Button>
          )}
          <Button type="link" size="small" onClick={onOthers}>
            从员工列表选择
          </Button>
        </p>
      </div>
    </Modal>
  );
}

/** Without a person there is no place, and without the rights no ranking: then the list of staff is shown. */
export function AssignDialog(props: Props) {
  const ranks = useMayRank()(props.row);
  const [others, setOthers] = useState(!ranks);
  return others ? (
    <StaffPicker open title="指派给" onPick={({ userId }) => props.onPick(userId)} onClose={props.onClose} />
  ) : (
    <Ranked {...props} onOthers={() => setOthers(true)} />
  );
}
