/** What columns of tickets that no form shows are called in the record of changes. */
export const ticketColumns: Record<string, Record<string, string>> = {
  tickets: {
    number: '诉求编号',
    source_id: '来源编号',
    source_text: '来源记录',
    person_name: '服务对象',
    first_answered_at: '首次回复',
    solved_at: '解决时间',
    closed_at: '关闭时间',
    merged_into: '合并到',
    merged_at: '合并时间',
    split_from: '拆分自',
    score_text: '评价内容',
    scored_at: '评价时间',
    created_name: '登记人',
  },
  saved_ticket_views: { user_id: '归属人' },
  ticket_settings: { first_minutes: '首次回复时限（分钟）', solve_minutes: '解决时限（分钟）' },
};
