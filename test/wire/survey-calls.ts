/** What clients of the questionnaire service call that the list of the specification leaves out, and how its calls are made. */
import assert from 'node:assert/strict';
import { newPhone, smsTo } from '#test/phones.ts';
import { has, unique, type World } from './wire.ts';

export const signed = { timestamp: '1795000000000', sign: '0123456789abcdef0123456789abcdef' };
export const PROJECT = 'id key name describe status createTime updateTime';
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const own = async ({ t, staff }: World, path: string, input: object) => {
  const { status, data, msg } = await t.call('POST', `/questionnaire/${path}`, { as: staff, input });
  assert.equal(status, 200, `${path}: ${msg}`);
  return data;
};
export const item = (projectKey: string, formItemId: number, type: string, label: string, expand: object = {}) => ({
  projectKey,
  formItemId,
  type,
  label,
  defaultValue: '',
  required: false,
  placeholder: '',
  regList: [],
  showLabel: true,
  span: 24,
  displayType: false,
  expand,
});

/** What clients of the wire call besides, which the list of the specification leaves out. */
export async function listed({ t, staff, kept }: World): Promise<void> {
  const list = async (status: number | '') =>
    (await t.call('GET', `/questionnaire/user/project/list`, { as: staff, input: { ...signed, status } })).data;
  const keys = async (status: number | '') => {
    const all = await list(status);
    all.forEach((one: object) => has(one, PROJECT));
    return all.map(({ key }: { key: string }) => key);
  };
  assert.ok((await keys('')).includes(kept.survey));
  assert.equal((await keys(1)).includes(kept.survey), true);
  assert.equal((await keys(2)).includes(kept.survey), false);
}

/** A picture of the editor, which strangers see while the questionnaire collects. */
export async function pictured(w: World): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([PNG]), '标志.png');
  const headers = { authorization: `Bearer ${w.staff.token}` };
  const answer = await fetch(`${w.t.url}/questionnaire/user/file/upload`, { method: 'POST', body, headers });
  const { code, data: url } = (await answer.json()) as { code: number; data: string };
  assert.equal(code, 0);
  assert.match(url, /^\/admin\/sys-file\/.+\.png$/);
  return url;
}

/** 手机号验证 as clients of the wire do it: they open the page, and ask for a code without the key. */
export async function phoned(w: World): Promise<void> {
  const { t } = w;
  const key = await own(w, 'user/project/create', { name: unique('登记'), describe: '' });
  const { expand: _none, ...question } = item(key, 101, 'PHONE_VERIFICATION', '手机号');
  await own(w, 'item/create', question);
  await own(w, 'user/project/publish', { key });
  const phone = newPhone();
  const call = (method: 'GET' | 'POST', path: string, input: object) => t.call(method, `/questionnaire/${path}`, { as: null, input });
  await call('POST', `user/project/result/view/${key}`, {});
  assert.equal((await call('GET', 'project/phone/code', { ...signed, phoneNumber: phone })).code, 0);
  const code = /(\d{6})/.exec(smsTo(t, phone).at(-1)!)![1]!;
  assert.equal((await call('POST', 'project/phone/code/check', { phoneNumber: phone, code })).data, phone);
  const answers = { projectKey: key, completeTime: '900', originalData: { field101: phone }, processData: { field101: phone } };
  assert.equal((await call('POST', 'user/project/result/create', answers)).code, 0);
}
