/** Until when an incident is to be told to whom: parameters of institutions. */
import type { KnownParameter } from './parameter-kinds.ts';

const limit = (title: string, unit: string, hint: string, max: number): KnownParameter => ({
  title,
  topic: 'incidents',
  unit,
  kind: 'number',
  min: 0,
  max,
  hint: `${hint}，从上报时算起；0为不要求。修改后用于新上报和修改的不良事件。`,
});

export const incidentParameters: Readonly<Record<string, KnownParameter>> = {
  INCIDENT_FAMILY_MINUTES: limit('告知家属时限', '分钟', '不良事件应在多少分钟内告知家属', 10_080),
  INCIDENT_MANAGER_MINUTES: limit('负责人受理时限', '分钟', '不良事件应在多少分钟内由负责人受理', 10_080),
  INCIDENT_GRAVE_HOURS: limit('紧急事件报告时限', '小时', '死亡、走失、食物中毒和火灾应在多少小时内报告主管部门', 720),
  INCIDENT_AUTHORITY_HOURS: limit('一般事件报告时限', '小时', '其他不良事件应在多少小时内报告主管部门', 720),
  INCIDENT_WRITTEN_HOURS: limit('书面报告时限', '小时', '不良事件应在多少小时内提交书面报告', 720),
};
