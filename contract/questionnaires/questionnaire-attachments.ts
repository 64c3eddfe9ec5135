/** The files that were handed in with answers, as one zip file. */
import { z } from 'zod';
import { dateTime } from '../fields.ts';
import { get } from '../http.ts';
import { questionnaireKey } from './questionnaires.ts';

export const questionnaireAttachments = {
  /** Answers the key of a task: `common/process` says how far it is and where the file is. */
  download: get('/questionnaire/result/download/file', '下载问卷附件', {
    also: ['/questionnaire/user/project/result/download/file'],
    access: 'questionnaire_result_export',
    rate: 'export',
    input: z.object({
      projectKey: questionnaireKey('错误请求'),
      beginDateTime: dateTime.optional(),
      endDateTime: dateTime.optional(),
    }),
    output: z.string(),
  }),
};
