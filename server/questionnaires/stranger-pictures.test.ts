import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { files } from '#contract/files/files.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

/** The address under which a picture of the institution is kept. */
async function kept(purpose: 'shared' | 'private' = 'shared'): Promise<string> {
  const body = new FormData();
  body.append('file', new File([PIXEL], '院景.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${admin.token}`, 'tenant-id': String(admin.tenantId) };
  const answer = await fetch(`${t.url}${files.upload.path}?purpose=${purpose}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: { url: string } }).data.url;
}
const opens = async (address: string) => (await fetch(`${t.url}${address}`)).status;

describe('pictures of a questionnaire', () => {
  it('open for strangers, in rich text and in settings too; staff keep the addresses that are stored', async () => {
    const [face, inside, thanks] = await Promise.all([kept(), kept(), kept()]);
    const { key } = await questionnaire(t, admin, {
      items: [
        { type: 'INPUT', label: '姓名' },
        { type: 'IMAGE', label: '院景', expand: { src: face } },
        { type: 'DESC_TEXT', label: `<p>请看<img src="${inside}" alt="图"></p>` },
      ],
    });
    await t.route(questionnaireSettings.save, admin, { projectKey: key, submitPromptImg: thanks });
    const { data } = await t.route(questionnaires.details, null, { projectKey: key });
    const [, picture, text] = data.projectItems as { label: string; expand: { src: string } }[];
    const within = /src="([^"]+)"/.exec(text?.label ?? '')?.[1] ?? '';
    const { data: setting } = await t.route(questionnaireSettings.get, null, { key });
    assert.equal(await opens(face), 401);
    for (const [address, stored] of [
      [picture?.expand.src, face],
      [within, inside],
      [setting.submitPromptImg, thanks],
    ]) {
      assert.ok(address?.startsWith(`${stored}?t=`), address);
      assert.equal(await opens(address), 200);
    }
    const own = await t.route(questionnaires.details, admin, { projectKey: key });
    assert.equal(own.data.projectItems[1].expand.src, face);
  });

  it('that somebody keeps for their own eyes stay closed', async () => {
    const secret = await kept('private');
    const items = [
      { type: 'INPUT', label: '姓名' },
      { type: 'IMAGE', label: '院景', expand: { src: secret } },
    ];
    const { key } = await questionnaire(t, admin, { items });
    const { data } = await t.route(questionnaires.details, null, { projectKey: key });
    assert.equal(data.projectItems[1].expand.src, secret);
  });
});
