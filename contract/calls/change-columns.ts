/** What rows of calls say of themselves in the record of changes: their fields, and columns that are no field. */
import { callCustomerLabels } from './call-customers.labels.ts';
import { callGroupLabels } from './call-groups.labels.ts';
import { callInspectionLabels } from './call-inspections.labels.ts';
import { callLinkLabels } from './call-links.labels.ts';
import { callMenuLabels } from './call-menus.labels.ts';
import { callJobLabels } from './call-jobs.labels.ts';
import { callSamplePlanLabels } from './call-sample-plans.labels.ts';
import { callSeatLabels } from './call-seats.labels.ts';
import { callServiceLabels } from './call-services.labels.ts';
import { callSheetLabels } from './call-sheets.labels.ts';
import { callSoundLabels } from './call-sounds.labels.ts';

export const callFields = {
  call_services: callServiceLabels,
  call_groups: callGroupLabels,
  call_seats: callSeatLabels,
  call_customers: callCustomerLabels,
  call_menus: callMenuLabels,
  call_links: callLinkLabels,
  call_jobs: callJobLabels,
  call_sounds: callSoundLabels,
  call_sheets: callSheetLabels,
  call_sample_plans: callSamplePlanLabels,
  call_inspections: callInspectionLabels,
};

export const callColumns: Readonly<Record<string, Record<string, string>>> = {
  call_services: { secret_cipher: '密钥' },
  call_seats: { user_id: '员工', sip_cipher: '话机密码', external_cipher: 'AccessKey' },
  call_customers: { name: '姓名', mobile: '电话', person_id: '相关服务对象', created_by: '登记人' },
  call_links: {
    token_hash: '链接地址',
    token_cipher: '链接地址',
    phone: '号码',
    call_id: '通话',
    leg_id: '通话方',
    expires_at: '到期时间',
    used_at: '最近使用',
    created_by: '创建人',
  },
  call_sounds: { file_name: '文件', created_by: '上传人' },
  call_jobs: { filled_on: '补充名单日期', created_by: '创建人' },
  call_inspections: {
    call_id: '通话',
    seat_id: '坐席',
    call_at: '通话时间',
    agent_id: '坐席',
    inspector_id: '质检员',
    scored_at: '评分时间',
    sender_id: '送检人',
    seen_at: '坐席查看',
    appealed_at: '申诉时间',
    decider_id: '裁定人',
    decided_at: '裁定时间',
  },
};
