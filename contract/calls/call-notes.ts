/** 通话小结: what a call was about and what came of it, typed while talking or after. */
import { z } from 'zod';
import { ok, text } from '../fields.ts';
import { put } from '../http.ts';

export const callOutcomes = ['已解决', '需跟进', '已转派', '咨询', '误拨或骚扰', '未联系上'] as const;
export const MOST_SUMMARY = 1000;

export const callNotes = {
  /** Of a call that the seat took, made or took part in. */
  save: put('/cloudcall/cloudcallworkbench/note', '保存通话小结', {
    access: 'cloudcall_workbench',
    input: z.object({
      jobId: z.guid({ error: '通话编号格式不正确' }),
      summary: text(MOST_SUMMARY),
      outcome: z.union([z.literal(''), z.enum(callOutcomes)], { error: '通话结果不在可选范围内，请重新选择' }),
    }),
    output: ok,
    message: '小结已保存',
  }),
};
