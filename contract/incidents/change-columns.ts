/** What columns of incidents and risks are called in the record of changes, where that is no field. */
import { incidentLabels, incidentMeasureLabels } from './incidents.labels.ts';
import { riskLabels } from './person-risks.labels.ts';

export const incidentFields = { incidents: incidentLabels, incident_measures: incidentMeasureLabels, person_risks: riskLabels };

export const incidentColumns: Readonly<Record<string, Record<string, string>>> = {
  incidents: {
    type: '事件类型',
    person_id: '服务对象',
    room_id: '发生房间',
    occurred_at: '发生时间',
    found_at: '发现时间',
    reported_at: '上报时间',
    reporter_id: '上报人',
    family_due_at: '告知家属期限',
    family_told_at: '告知家属时间',
    manager_due_at: '受理期限',
    accepted_at: '受理时间',
    accepted_by: '受理人',
    authority_due_at: '报告主管部门期限',
    authority_told_at: '报告主管部门时间',
    written_due_at: '书面报告期限',
    written_at: '书面报告时间',
    alert_at: '下次超时提醒',
    alerted_at: '超时提醒时间',
    submitted_at: '提交审核时间',
    submitted_by: '提交审核人',
    closed_at: '结案时间',
    closed_by: '审核人',
  },
  person_risks: {
    kind: '风险',
    checked_on: '评估日期',
    checked_by: '评估人',
    next_on: '下次评估',
    recheck_at: '事件时间',
    incident_id: '不良事件',
  },
  incident_measures: { incident_id: '不良事件', due_on: '完成期限', done_at: '完成时间' },
};
