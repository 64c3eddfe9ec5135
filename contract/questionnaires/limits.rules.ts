/** Whether a questionnaire may be filled in now, and what is said when not: order and words of the wire (facts 1.5). Pure. */
import { instantOf } from '../time.ts';
import type { QuestionnaireSetting } from './questionnaire-settings.ts';

export const CLOSED = '项目暂时无法填写';
export const WRITTEN = '已经填写过，无法再次填写';

export type Limits = Pick<
  QuestionnaireSetting,
  | 'timedCollectionBeginTime'
  | 'timedCollectionEndTime'
  | 'timedNotEnabledPromptText'
  | 'timedDeactivatePromptText'
  | 'timedQuantitativeQuantity'
  | 'timedEndPromptText'
  | 'everyoneWriteOnce'
  | 'everyoneDayWriteOnce'
  | 'writeOncePromptText'
  | 'wxWriteOnce'
>;

/** What was handed in already. */
export interface Written {
  /** How many, of all; counting may stop at the wanted quantity. */
  results: number;
  byAddress: boolean;
  byAddressToday: boolean;
  byOpenId: boolean;
}

export interface Limited {
  message: string;
  /** Whether the wire answers the setting beside the words. */
  withSetting: boolean;
}

/** Whether what was handed in already counts for anything: where it does not, it need not be counted. */
export const countsWritten = (setting: Limits | null): boolean =>
  setting !== null &&
  (!!setting.timedQuantitativeQuantity || setting.everyoneWriteOnce || setting.everyoneDayWriteOnce || setting.wxWriteOnce);

/** Takes the setting, the product's time in milliseconds and what was handed in; gives why nothing more is taken, or null. */
export function limitOf(setting: Limits, now: number, written: Written): Limited | null {
  const said = (message: string, withSetting = false): Limited => ({ message, withSetting });
  const { timedCollectionBeginTime: begin, timedCollectionEndTime: end, timedQuantitativeQuantity: quantity } = setting;
  if (begin !== null && now < instantOf(begin)) return said(setting.timedNotEnabledPromptText ?? '项目时间末开始。');
  if (end !== null && now > instantOf(end)) return said(setting.timedDeactivatePromptText ?? '项目时间已结束。');
  if (quantity && written.results >= quantity) return said(setting.timedEndPromptText ?? '收集数量已达到。', true);
  const once = (setting.everyoneWriteOnce && written.byAddress) || (setting.everyoneDayWriteOnce && written.byAddressToday);
  if (once) return said(setting.writeOncePromptText ?? WRITTEN);
  return setting.wxWriteOnce && written.byOpenId ? said(WRITTEN) : null;
}
