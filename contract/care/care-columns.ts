/** What the columns of care are called in the record of changes. */
import type { Labels } from '../labels.ts';
import { careChartLabels } from './care-charts.labels.ts';
import { careNoteLabels } from './care-notes.labels.ts';
import { carePlanLabels, careTemplateLabels } from './care-plans.labels.ts';
import { careTaskLabels } from './care-tasks.labels.ts';
import { patrolLabels } from './patrols.labels.ts';
import { restraintLabels } from './restraints.labels.ts';
import { skinLabels } from './skin-findings.labels.ts';

export const careFields: Readonly<Record<string, Labels>> = {
  care_templates: careTemplateLabels,
  care_plans: carePlanLabels,
  care_tasks: careTaskLabels,
  care_notes: careNoteLabels,
  care_targets: careChartLabels,
  skin_findings: skinLabels,
  patrols: patrolLabels,
  restraints: restraintLabels,
};

/** Where no field of the wire has their name. */
export const careColumns: Record<string, Record<string, string>> = {
  care_templates: { ability: '适用能力' },
  care_plans: {
    person_id: '服务对象',
    starts_at: '开始执行',
    ends_at: '结束时间',
    next_review_on: '下次复核',
    consent_on: '同意日期',
    created_name: '制定人',
  },
  care_notes: {
    meal_on: '供餐日期',
    meal: '餐次',
    eaten: '进食量',
    details: '内容',
    person_id: '服务对象',
    noted_at: '时间',
    user_id: '记录人',
    user_name: '记录人',
  },
  care_targets: { person_id: '服务对象', intake_low: '入量下限', intake_high: '入量上限', output_low: '出量下限', user_name: '设置人' },
  skin_findings: {
    person_id: '服务对象',
    length_mm: '长（毫米）',
    width_mm: '宽（毫米）',
    found_at: '发现时间',
    seen_at: '最近观察',
    healed_at: '愈合时间',
    user_id: '登记人',
    user_name: '登记人',
  },
  patrols: { started_at: '开始时间', ended_at: '结束时间', user_id: '巡视人', user_name: '巡视人', walk: '巡视编号' },
  restraints: {
    person_id: '服务对象',
    reason_note: '原因说明',
    ordered_role: '决定人身份',
    ordered_name: '决定人',
    ordered_at: '开单时间',
    consent_name: '同意家属',
    consent_relation: '与老人关系',
    consent_on: '同意日期',
    consent_files: '知情同意书',
    look_minutes: '观察间隔（分钟）',
    loosen_minutes: '松解间隔（分钟）',
    begun_at: '开始时间',
    begun_name: '执行人',
    looked_at: '最近观察',
    loosened_at: '最近松解',
    told_at: '超时限提醒',
    ended_at: '解除时间',
    ended_name: '解除人',
    end_note: '解除情况',
    user_id: '开单人',
    user_name: '开单人',
  },
  care_tasks: {
    intervention_id: '照护措施',
    person_id: '服务对象',
    opens_at: '可执行起',
    due_at: '应执行',
    closes_at: '最晚',
    done_at: '执行时间',
    entered_at: '登记时间',
    user_id: '执行人',
    user_name: '执行人',
    second_id: '协助人',
    second_name: '协助人',
  },
};
