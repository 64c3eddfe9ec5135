/** What the log of a job says, once. Pure. */
import { actionLabels } from './work-orders.rules.ts';

/** Notes that already say what was done: 派给王芳 is a 派单, 改期 a change. */
const SAYS_ITSELF = /^(派给|改期|新增)/;

/** `王芳 派给李明`: who, what and its details. The job's own name, which the order's log needs, is left out. */
export function jobLogText(
  { userName, action, note }: { userName: string | null; action: string; note: string },
  projectName: string,
): string {
  const rest = note.startsWith(projectName) ? note.slice(projectName.length).replace(/^[，、：\s]+/, '') : note;
  const label = SAYS_ITSELF.test(rest) ? null : (actionLabels[action] ?? action);
  return [userName, label, rest].filter(Boolean).join(' ');
}
