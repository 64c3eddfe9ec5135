/** Where the cloud says that something happened to a call. The key of the address is the institution's own. */
import { z } from 'zod';
import { byId, ok } from '../fields.ts';
import { get, post } from '../http.ts';

export const NOTICE_PATH = '/cloudcall/aliyun/notice';

export const cloudNotices = {
  /** Of a service that Aliyun carries: the address for its notices, and how the last fetch of its calls went. */
  service: get('/cloudcall/aliyun/service/{id}', '云端通话同步情况', {
    access: 'cloudcall_cloudcallservice_edit',
    input: byId,
    output: z.object({ path: z.string(), fetchedTime: z.string().nullable(), problem: z.string() }),
  }),
  receive: post(`${NOTICE_PATH}/{key}`, '云端通话消息', {
    access: 'public',
    audit: false,
    rate: 'read',
    bodyLimit: 64 * 1024,
    input: z.looseObject({ key: z.string().max(100) }),
    output: ok,
  }),
};
