/** What the page of whoever fills in a questionnaire calls besides reading it and handing it in. */
import { z } from 'zod';
import { ok } from '../fields.ts';
import { MAX_FILE_BYTES } from '../files/files.ts';
import { get, mediaTypes, post } from '../http.ts';
import { MOBILE } from '../phones.rules.ts';

const phone = z.string({ error: '手机号码不正确' }).regex(MOBILE, { error: '手机号码不正确' });

export const questionnaireVisitors = {
  /** Counts who opened it, once for each address. */
  view: post('/questionnaire/user/project/result/view/{projectKey}', '打开问卷', {
    also: ['/questionnaire/result/view/{projectKey}'],
    access: 'public',
    rate: 'read',
    audit: false,
    input: z.object({ projectKey: z.string().max(64) }),
    output: ok,
  }),
  /** A file for an answer, while the questionnaire collects answers and asks for files; gives its address. One that no answer names goes after a day. */
  upload: post('/questionnaire/project/file/upload/{projectKey}', '上传问卷附件', {
    also: ['/questionnaire/file/upload/{projectKey}'],
    access: 'public',
    rate: 'upload',
    audit: false,
    input: z.object({ projectKey: z.string().max(64) }),
    output: z.string(),
    multipart: Object.values(mediaTypes),
    bodyLimit: MAX_FILE_BYTES,
  }),
  /** Texts a code to a phone, for a questionnaire that collects answers and asks for a number: that of the key, else those that the address opened of late. */
  phoneCode: get('/questionnaire/project/phone/code', '发送手机验证码', {
    access: 'public',
    rate: 'login',
    input: z.object({ phoneNumber: phone, projectKey: z.string().max(64).optional() }),
    output: ok,
    message: '验证码已发送',
  }),
  /** Gives the number back; it stands as verified for half an hour. */
  checkPhoneCode: post('/questionnaire/project/phone/code/check', '核对手机验证码', {
    access: 'public',
    rate: 'login',
    audit: false,
    input: z.object({
      phoneNumber: phone,
      code: z.string({ error: '验证码错误' }).max(10, { error: '验证码错误' }),
      projectKey: z.string().max(64).optional(),
    }),
    output: z.string(),
  }),
};
