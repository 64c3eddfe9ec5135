/** What rows of calls say of themselves in the record of changes: their fields, and columns that are no field. */
import { callCustomerLabels } from './call-customers.labels.ts';
import { callGroupLabels } from './call-groups.labels.ts';
import { callJobLabels } from './call-jobs.labels.ts';
import { callSeatLabels } from './call-seats.labels.ts';
import { callServiceLabels } from './call-services.labels.ts';

export const callFields = {
  call_services: callServiceLabels,
  call_groups: callGroupLabels,
  call_seats: callSeatLabels,
  call_customers: callCustomerLabels,
  call_jobs: callJobLabels,
};

const opening = { hours: '服务时间', holidays: '节假日服务' };
export const callColumns: Readonly<Record<string, Record<string, string>>> = {
  call_services: { secret_cipher: '密钥' },
  call_seats: { user_id: '员工', sip_cipher: '话机密码', external_cipher: 'AccessKey' },
  call_customers: { name: '姓名', mobile: '电话', person_id: '相关服务对象', created_by: '登记人' },
  call_menus: { ...opening, tree: '菜单内容', closed_text: '非服务时间提示' },
  call_links: {
    token_hash: '链接地址',
    number: '号码',
    call_id: '通话',
    leg_id: '通话方',
    group_id: '技能组',
    menu_id: '语音菜单',
    expires_at: '到期时间',
    used_at: '最近使用',
    uses: '使用次数',
    created_by: '创建人',
  },
  call_jobs: { filled_on: '补充名单日期', created_by: '创建人' },
};
