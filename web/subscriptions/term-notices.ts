/** What the frame says of the end of the institution's term. Pure. */
import { DAY } from '#contract/time.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';

/** Whoever buys is told from so many days before the end; the others when it has come. */
const SOON_DAYS = 30;

export interface TermNote {
  kind: 'soon' | 'reading';
  text: string;
}

/** The line for the frame; null when there is nothing to say. `endTime` null never ends. */
export function termNote(
  endTime: string | null,
  { mayShop, ofGroup }: { mayShop: boolean; ofGroup: boolean },
  now: number,
): TermNote | null {
  if (endTime === null) return null;
  const left = toMillis(endTime) - now;
  const end = formatTime(endTime, 'yyyy年MM月dd日');
  if (left < 0)
    return {
      kind: 'reading',
      text: `本机构已于${end}到期，目前仅可查看，预警照常接收和处理；${mayShop ? '续费后恢复全部功能。' : `请联系${ofGroup ? '所属集团或平台' : '机构管理员'}续费。`}`,
    };
  if (!mayShop || left > SOON_DAYS * DAY) return null;
  const days = Math.floor(left / DAY);
  return { kind: 'soon', text: `本机构产品包将于${end}到期（${days === 0 ? '今天' : `还剩${days}天`}），到期后仅可查看。` };
}
