/** Columns of texts that stay when a person is erased: they say what was done and by which member of staff, not of whom. */

/** Codes, kinds, numbers of papers, and names of staff, in any table. */
const ANYWHERE = (
  'action code kind meal mode number rule source sources step tags type unit uses clocks window_start window_end starts ends number_index ' +
  'accepted_by admitted_by applicant_name arrived_by begun_name cancelled_by checked_by closed_by created_by_name created_name ' +
  'decided_by done_by done_name ended_by found_by left_by override_by owner_name reporter_name returned_by returned_name ended_name ordered_name moved_by due_clock second_name ' +
  'settled_by submitted_by told_by user_name user_phone step_name'
).split(' ');

const KEPT: Readonly<Record<string, readonly string[]>> = {
  // The name of the flow, and the steps that were taken.
  approval_cases: ['name', 'taken'],
  approval_steps: ['name'],
  // What it came to, by which scale, and who of the staff signed it.
  assessments: ['scale', 'level_name', 'first_name', 'first_sign', 'second_sign', 'applied_name', 'void_name'],
  // What became of a call, what seats did, and what a cloud calls it, so that it does not come again; the history names no number.
  calls: ['disposition', 'menu_at', 'trunk', 'external_id'],
  call_events: ['what', 'detail'],
  call_inspections: ['agent_name', 'sender_name', 'inspector_name', 'decider_name'],
  call_legs: ['reason'],
  // From which address of the network staff listened.
  call_listens: ['address'],
  call_presences: ['break_code'],
  call_recordings: ['path'],
  call_seat_spans: ['break_code'],
  checkout_events: ['department'],
  checkout_signs: ['department'],
  devices: ['imei', 'short_id', 'manufacturer', 'model', 'name', 'settings'],
  // What was ordered and what it did to the stock.
  goods_order_lines: ['product_name', 'image'],
  goods_orders: ['carrier'],
  material_movements: ['reason'],
  product_movements: ['reason'],
  home_booking_projects: ['name'],
  home_bookings: ['moved_from'],
  // Codes of locks that have ended, sealed.
  lock_passcodes: ['code_cipher', 'code_key', 'external_id'],
  person_arrangements: ['texture', 'diets'],
  person_packages: ['name'],
  person_package_changes: ['project_name'],
  person_package_projects: ['project_name'],
  person_package_uses: ['project_name'],
  questionnaire_results: ['digest'],
  skin_findings: ['part'],
  visitor_records: [],
  warning_clips: ['address_key', 'sha256'],
  // Where staff were told, by which way.
  warning_deliveries: ['channel', 'target', 'error'],
  warning_dues: ['outcome'],
  work_order_job_materials: ['material_name'],
  work_order_job_questionnaires: ['key', 'name'],
  work_order_jobs: ['project_name', 'service_type_name'],
  work_order_plans: ['jobs'],
  work_order_rating_links: ['token_hash'],
  work_orders: ['warning_type'],
};

/** Whether a column of texts stays as it is. */
export const isKept = (table: string, column: string): boolean => ANYWHERE.includes(column) || (KEPT[table]?.includes(column) ?? false);
