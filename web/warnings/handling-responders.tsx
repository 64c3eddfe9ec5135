/** 派单 of an SOS or a fall before anything else: one press confirms, decides, drafts the order and sends. Shown until a carer is sent. */
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { showMessage } from '#web/api/messages.ts';
import { orderAddress } from '#web/shell/addresses.ts';
import { CandidateSearch } from '#web/work-orders/ranked-picker.tsx';
import { draftOf } from './drafts.ts';
import { ResponderButtons } from './responder-buttons.tsx';
import type { WarningRow } from './use-open-warnings.ts';
import { useResponders, useSendResponder } from './use-responders.ts';
import './handling-dispatch.css';

/** What is being written in the form below goes along: the carer should know it. */
const remarkOf = (id: number) => draftOf(id)?.remark.trim() || null;
const said = (text: string) => showMessage('success', text);

/** The whole staff with the score and its reasons. */
function WholeStaff({ row }: { row: WarningRow }) {
  const { people = [] } = useResponders(row.id, true);
  const send = useSendResponder(row, said);
  return (
    <>
      <CandidateSearch
        people={people}
        current={null}
        onPick={({ userId }) => !send.isPending && send.mutate({ id: row.id, version: row.version, userId, remark: remarkOf(row.id) })}
      />
      {send.isError && <p role="alert">{send.error.message}</p>}
    </>
  );
}

export function HandlingResponders({ row, onLeave }: { row: WarningRow; onLeave: () => void }) {
  const [whole, setWhole] = useState(false);
  const [held, setHeld] = useState(false);
  return (
    <section
      className="w-block w-dispatch"
      aria-label="派单"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <h3>
        派人上门
        {row.workOrderId !== null && (
          <Link to={orderAddress(row.workOrderId)} onClick={onLeave}>
            上门工单尚未派单
          </Link>
        )}
      </h3>
      <ResponderButtons row={row} frozen={held} remark={() => remarkOf(row.id)} onSent={said} />
      {whole ? (
        <WholeStaff row={row} />
      ) : (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          显示全部人员
        </Button>
      )}
    </section>
  );
}
