/** What the columns of care are called in the record of changes, where no field of the wire has their name. */
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
  care_notes: { meal_on: '供餐日期', meal: '餐次', eaten: '进食量', person_id: '服务对象', noted_at: '时间', user_id: '记录人', user_name: '记录人' },
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
