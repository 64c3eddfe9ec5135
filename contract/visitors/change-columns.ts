/** What rows of visitors and outings say of themselves in the record of changes, where a column is called otherwise than its field. */

export const visitorColumns: Readonly<Record<string, Record<string, string>>> = {
  visitor_settings: { link_secret: '预约链接' },
  restricted_visitors: {
    name: '姓名',
    phone: '手机号',
    person_id: '限制探访',
    identity_hash: '身份证号',
    starts_on: '开始日期',
    ends_on: '截止日期',
  },
  visitor_records: {
    code: '预约码',
    name: '访客姓名',
    phone: '访客手机',
    person_id: '探访对象',
    person_name: '探访对象',
    slot_id: '探访时段',
    starts_at: '预约到访',
    ends_at: '预约离院',
    identity_hash: '访客身份证号',
    restriction_id: '受限访客',
    arrived_at: '到访时间',
    due_at: '应离院时间',
    alerted_at: '超时提醒时间',
    left_at: '离院时间',
  },
  outings: {
    person_id: '服务对象',
    person_name: '服务对象',
    leave_at: '计划离开',
    due_at: '预计返回',
    left_at: '离开时间',
    returned_at: '返回时间',
    alerted_at: '超时提醒时间',
  },
};
