/** What is compared when beds, residents, contracts and accounts are reconciled. Pure. */

export const findingKinds = {
  noBed: 1,
  noContract: 2,
  bedState: 3,
  bedFee: 4,
  openContract: 5,
  moneyLeft: 6,
  depositShort: 7,
  keptBed: 8,
  absence: 9,
} as const;

export const findingKindLabels: Record<number, string> = {
  1: '在院没有床位',
  2: '没有生效的合同',
  3: '床位状态与入住不符',
  4: '合同床位费与床位价格不同',
  5: '已离开合同未终止',
  6: '已离开账户未结清',
  7: '押金少于合同约定',
  8: '床位预定没有入住申请',
  9: '请假状态与外出登记不符',
};
