/** The frames around embedded pages: a document per address, with a policy of its own, so that ours need not open to anybody. */
import { allowedOrigins, embeddable, IFRAME_ALLOW } from '#contract/system/embedded.rules.ts';
import type { embedded as routes } from '#contract/system/embedded.ts';
import type { Handlers } from '../http/implement.ts';
import { publicValue } from './parameters.ts';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page may run and keep its own sign-in; it may not leave its frame, open dialogs of ours or use camera, microphone and place. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
const STYLE =
  'html,body,iframe{height:100%;width:100%;margin:0;border:0}body{overflow:hidden}p{margin:0;padding:48px 24px;text-align:center;font:16px/1.8 sans-serif}';

const document = (body: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>内嵌页面</title><link rel="stylesheet" href="data:text/css,${encodeURIComponent(STYLE)}"></head><body>${body}</body></html>`;

const headers = (origins: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src data:; frame-src ${origins}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
});

export const embedded: Handlers<typeof routes> = {
  async frame({ tenant, src }, { deps }) {
    const list = await publicValue(deps, tenant, IFRAME_ALLOW);
    const address = embeddable(src, list);
    if (!address)
      return { status: 403, headers: headers("'none'"), body: document('<p>该地址不在允许内嵌的列表中，请联系机构管理员。</p>') };
    const frame = `<iframe src="${escaped(address)}" title="内嵌页面" sandbox="${SANDBOX}" referrerpolicy="no-referrer"></iframe>`;
    return { headers: headers(allowedOrigins(list).join(' ')), body: document(frame) };
  },
};
