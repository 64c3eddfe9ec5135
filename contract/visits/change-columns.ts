/** What rows of visits say of themselves in the record of changes: their fields, and columns that are no field. */
import { visitPlanLabels } from './visit-plans.labels.ts';
import { visitTaskLabels } from './visit-tasks.labels.ts';

export const visitFields = { visit_plans: visitPlanLabels, visit_tasks: visitTaskLabels };

export const visitColumns: Readonly<Record<string, Record<string, string>>> = {
  visit_plans: {
    visitor_ids: '探访人',
    created_by: '创建人',
    created_name: '创建人',
  },
  visit_tasks: {
    plan_id: '探访计划',
    person_id: '服务对象',
    due_on: '探访日期',
    closes_on: '最晚日期',
    planned_on: '计划日期',
    due_clock: '探访时刻',
    moved_at: '改期时间',
    moved_from: '原定日期',
    moved_by: '改期人',
    move_reason: '改期原因',
    work_order_id: '工单',
    meant_id: '原探访人',
    by_hand: '人工指派',
    begun_at: '开始时间',
    begun_longitude: '开始经度',
    begun_latitude: '开始纬度',
    begun_address: '开始位置',
    begun_distance: '距住址（米）',
    done_at: '探访时间',
    entered_at: '登记时间',
    done_by: '登记人',
    done_name: '登记人',
  },
};
