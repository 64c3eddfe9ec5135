/** Pages of others inside ours. */
import { z } from 'zod';
import { id } from '../fields.ts';
import { get } from '../http.ts';

export const embedded = {
  /**
   * The frame around another system's page, to be shown in an `<iframe>` of our own: a
   * document with nothing but that page, whose policy lets in just what the tenant's `IFRAME_ALLOW` names. An address that is not on the
   * list gets a document that says so, with 403; a tenant that does not exist is 404 in the envelope.
   */
  frame: get('/admin/embedded', '内嵌页面', {
    access: 'public',
    rate: 'open',
    kind: 'raw',
    input: z.object({ tenant: id, src: z.string({ error: '缺少页面地址' }).max(2000, { error: '页面地址过长' }) }),
    output: z.any(),
  }),
};
