/** The quiet bar above the page: the term ends soon, or has ended and the institution may only read. */
import { ClockCircleOutlined, CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { useMayShop, useOfGroup } from './may-shop.ts';
import { openPurchase } from './purchase-opening.ts';
import { termNote } from './term-notices.ts';
import './term-notice.css';

/** Put aside for the day, in this browser. */
const KEY = 'yian.term-notice';

export function TermNotice() {
  const now = useQuarterMinute();
  const mayShop = useMayShop();
  const ofGroup = useOfGroup();
  const user = useCurrentUser()?.sysUser;
  const [closed, setClosed] = useState(() => localStorage.getItem(KEY));
  const note = termNote(user?.endTime ?? null, { mayShop, ofGroup }, now);
  const today = `${user?.tenantId ?? ''}.${formatTime(now, 'yyyy-MM-dd')}`;
  const shown = note !== null && (note.kind !== 'soon' || closed !== today);
  usePageMark(shown && 'term');
  if (!shown) return null;
  const close = () => {
    localStorage.setItem(KEY, today);
    setClosed(today);
  };
  return (
    <div className="sub-term" data-kind={note.kind} role="status">
      <ClockCircleOutlined aria-hidden />
      <span>{note.text}</span>
      {mayShop && (
        <button type="button" onClick={openPurchase}>
          立即续费
        </button>
      )}
      {note.kind === 'soon' && (
        <button type="button" aria-label="今天不再提示" title="今天不再提示" onClick={close}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}
