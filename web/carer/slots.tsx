/** What the carer's phone has in the frame. */
import { MobileOutlined } from '@ant-design/icons';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { session } from '#web/api/session.ts';
import type { AreaSlots } from '#web/shell/slots.ts';
import { waitingOf } from './owners.ts';

/** The steps that were written down on this device and have not reached the server, as a text; null when there are none. */
function unsentSteps(): string | null {
  const waiting = waitingOf(session.getState().user);
  return waiting > 0 ? `“我的服务”还有 ${waiting} 条记录没有上传，退出后将从本机删除，不能恢复！` : null;
}

export const carer = {
  // A page of its own beside the application.
  userMenu: { carer: { label: '我的服务', icon: <MobileOutlined />, needs: ownJobs.list, run: () => location.assign('/carer') } },
  losses: { carer: unsentSteps },
} satisfies AreaSlots;
