/** What goes to the printer and nowhere else: `<Paper onDone={…}>` prints what is in it, then says so. */
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { FactList, type Facts } from '#web/ui/fact-list.tsx';
import './paper.css';

export function Paper({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, []);
  return createPortal(<article className="sub-paper">{children}</article>, document.body);
}

/** Who answers for it, and when it was printed. */
export function PaperFoot({ children }: { children: ReactNode }) {
  const now = useQuarterMinute();
  return (
    <footer>
      <span>{children}</span>
      <span>打印时间 {formatTime(now, 'yyyy-MM-dd HH:mm')}</span>
    </footer>
  );
}

/** Labels and values in two columns; `missing` stands for a value that is not there. */
export const PaperFacts = ({ missing = '—', facts }: { facts: Facts; missing?: ReactNode }) => <FactList facts={facts} missing={missing} />;
