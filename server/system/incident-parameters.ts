/** Until when an incident is to be told to whom: parameters of a new tenant, see contract/system/known-parameters.ts. */
import { dueDefaults, type DueSettings } from '#contract/incidents/incident-dues.rules.ts';

const names: Record<keyof DueSettings, string> = {
  INCIDENT_FAMILY_MINUTES: '不良事件告知家属时限（分钟，0为不要求）',
  INCIDENT_MANAGER_MINUTES: '不良事件负责人受理时限（分钟，0为不要求）',
  INCIDENT_GRAVE_HOURS: '死亡、走失、食物中毒、火灾报告主管部门时限（小时，0为不要求）',
  INCIDENT_AUTHORITY_HOURS: '其他不良事件报告主管部门时限（小时，0为不要求）',
  INCIDENT_WRITTEN_HOURS: '不良事件书面报告时限（小时，0为不要求）',
};

export const incidentParameters = (Object.keys(names) as (keyof DueSettings)[]).map((key) => ({
  name: names[key],
  key,
  value: String(dueDefaults[key]),
  public: false,
  system: true,
  since: 13,
}));
