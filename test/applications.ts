/** The form of an application for a place (入住办理), as tests fill it in. */
import { dayOf, nextDay } from '#contract/time.ts';

export function applicationOf(bedId: number, more: object = {}) {
  const today = dayOf(Date.now());
  return {
    enterType: 1,
    userName: '王秀英',
    gender: 2,
    birthDate: '1941-05-06',
    careLevel: 3,
    contactName: '王强',
    contactPhone: '13912340001',
    flags: ['跌倒高危'],
    bedId,
    admitDate: today,
    endDate: nextDay(today, 364),
    bedFee: 2500,
    careFee: 1800.5,
    mealFee: 900,
    deposit: 5000,
    signerName: '王强',
    signerRelation: 1,
    ...more,
  };
}
