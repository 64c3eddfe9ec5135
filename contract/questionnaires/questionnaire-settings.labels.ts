/** What the fields of a questionnaire's setting are called. */
import type { LabelsOf } from '../labels.ts';
import type { questionnaireSettings } from './questionnaire-settings.ts';

export const questionnaireSettingLabels = {
  submitPromptImg: '提示图片',
  submitPromptText: '提交后提示',
  submitJumpUrl: '跳转链接',
  publicResult: '公开结果',
  wxWrite: '只在微信里填写',
  wxWriteOnce: '每个微信号填一次',
  everyoneWriteOnce: '每人填一次',
  everyoneDayWriteOnce: '每人每天填一次',
  writeOncePromptText: '重复填写提示',
  timedCollectionBeginTime: '开始时间',
  timedCollectionEndTime: '结束时间',
  timedNotEnabledPromptText: '未开始提示',
  timedDeactivatePromptText: '已结束提示',
  timedQuantitativeQuantity: '收集数量',
  timedEndPromptText: '收满提示',
  shareImg: '分享图片',
  shareTitle: '分享标题',
  shareDesc: '分享说明',
} satisfies LabelsOf<typeof questionnaireSettings>;
