/** 指派: the staff ranked as for a visit now, best first. Any other member of staff is one press further. */
import { useState } from 'react';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { RankedDialog } from '#web/work-orders/ranked-picker.tsx';
import { useMayRank } from './may-send.ts';
import type { WarningRow } from './use-open-warnings.ts';
import { useResponders } from './use-responders.ts';

interface Props {
  row: WarningRow;
  onPick: (userId: number) => void;
  onClose: () => void;
}

function Ranked({ row, onPick, onClose, onOthers }: Props & { onOthers: () => void }) {
  const { query, people } = useResponders(row.id, true);
  return (
    <RankedDialog
      title={`指派给：${row.name}，${row.warningText}`}
      people={people}
      problem={query.isError ? query.error.message : null}
      onAgain={() => void query.refetch()}
      current={row.assigneeId}
      onPick={({ userId }) => onPick(userId)}
      onClose={onClose}
      onOthers={onOthers}
    />
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
