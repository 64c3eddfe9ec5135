/**
 * Pages that colour a tag of their own, without `web/` and `.tsx`. What orders, warnings, devices, people, beds and observations are is
 * `State`, how urgent something is `Severity`; these say something else. The list only gets shorter.
 */
export const colouredTags: readonly string[] = `
  approvals/approval-tags approvals/case-progress
  carer/job-card carer/sent-mark devices/camera-consents devices/camera-panel devices/device-access devices/device-batches
  devices/device-claims devices/device-commands devices/device-integrations devices/device-map devices/device-media devices/device-place
  devices/device-settings devices/device-tags devices/indoor-heard devices/indoor-points devices/indoor devices/integration-dialogs
  devices/last-seen devices/lock-codes devices/lock-members devices/lock-panel devices/lock-tags devices/locks devices/lost-alarms
  devices/mapping-trial devices/person-doors elderly/package-history elderly/package-tags elderly/person-tags
  goods-orders/order-tags goods-orders/product-picker goods-orders/products handovers/handover-tags health/baseline-table
  health/level-tag health/night-report health/overview health/record-table health/score-card health/threshold-table
  onboarding/registrations questionnaires/project-bindings questionnaires/questionnaire-state questionnaires/templates screens/home-panels
  services/service-packages services/service-projects stock/material-picker stock/materials stock/movement-columns
  subscriptions/order-claims subscriptions/order-tags subscriptions/package-orders subscriptions/package-versions subscriptions/packages
  subscriptions/platform-orders subscriptions/usage-bar subscriptions/verification-panel subscriptions/verifications system/dead-jobs
  system/dictionary-items system/files system/log-drawer system/menus system/operation-logs system/parameter-settings system/parameters tenants/login-logs
  tenants/online-sessions tenants/tenant-usage tenants/tenants tenants/workplaces ui/removal-bin ui/warning-tags users/invitation-state
  users/my-tenants users/own-account users/panel-sessions users/role-permissions users/roles users/second-factor-row users/social-rows
  users/user-tags warnings/clips warnings/condition-rules warnings/fences warnings/handling-attention warnings/handling-place
  warnings/handling-records warnings/life-windows warnings/policies warnings/statistics-tables warnings/warnings work-orders/check-point
  work-orders/followups work-orders/holidays work-orders/job-papers work-orders/job-parts work-orders/job-section
  work-orders/order-sections work-orders/order-tags work-orders/plan-days work-orders/plans work-orders/staff-skills
  work-orders/target-tags work-orders/visit-marks
`
  .trim()
  .split(/\s+/)
  .map((name) => `web/${name}.tsx`);
