import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import sharp from 'sharp';
import { givePassword, PASSWORD, putClients, token } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { db } from '../db/tenant.ts';
import { askCaptcha } from './captchas.ts';
import { drawPuzzle } from './slider-images.ts';
import { askSlider, encryptPoint } from './sliders.ts';

let t: Harness;
let user: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  user = await t.user(await t.tenant());
  await givePassword(t, user);
});
after(() => t.close());

const at = 120;
/** A puzzle whose hole begins at 120. */
const ask = () => askSlider(t.deps, async () => ({ ...(await drawPuzzle()), x: at })).then(({ repData }) => repData);
const check = (of: { token: string; secretKey: string }, x: unknown) =>
  t.call(
    'POST',
    `/code/check?${new URLSearchParams({ token: of.token, pointJson: encryptPoint(JSON.stringify({ x, y: 5 }), of.secretKey) })}`,
  );
/** As clients encrypt a password. */
function coded(text: string): string {
  const cipher = createCipheriv('aes-128-cfb', 'pigxpigxpigxpigx', 'pigxpigxpigxpigx');
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
}
const signIn = (query: Record<string, string>) =>
  token(t, { client: 'pig', query: { grant_type: 'password', ...query }, form: { username: user.username, password: coded(PASSWORD) } });

describe('the slider', () => {
  it('comes as two pictures, a token and a key, in AJ-Captcha’s shape', async () => {
    const { data } = await t.call('GET', '/code');
    assert.deepEqual([data.repCode, data.success], ['0000', true]);
    const { originalImageBase64, jigsawImageBase64, secretKey, token: named } = data.repData;
    const [picture, piece] = await Promise.all(
      [originalImageBase64, jigsawImageBase64].map((text: string) => sharp(Buffer.from(text, 'base64')).metadata()),
    );
    assert.deepEqual([picture?.width, picture?.height, piece?.width, piece?.height, piece?.hasAlpha], [310, 155, 47, 155, true]);
    assert.equal(secretKey.length, 16);
    assert.ok(named.length >= 32);
    assert.equal((await t.call('GET', '/code?type=blockPuzzle&randomStr=x')).data.repCode, '0000');
  });

  it('draws the piece from where its hole is', async () => {
    const { x, picture, piece } = await drawPuzzle();
    const raw = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer();
    const [whole, part] = await Promise.all([raw(picture), raw(piece)]);
    const light = (pixels: Buffer, width: number, px: number, py: number) => {
      const from = (py * width + px) * 4;
      return (pixels[from] as number) + (pixels[from + 1] as number) + (pixels[from + 2] as number);
    };
    // Inside the piece the picture is a darkened copy; beside it the two have nothing in common, because the piece is clear.
    let darker = 0;
    let solid = 0;
    for (let py = 0; py < 155; py++)
      for (let px = 6; px < 34; px++)
        if (part[(py * 47 + px) * 4 + 3] === 255) {
          solid++;
          if (light(whole, 310, x + px, py) < light(part, 47, px, py)) darker++;
        }
    assert.ok(solid > 700 && darker / solid > 0.9, `${darker} of ${solid}`);
  });

  it('takes five pixels of error, one try, and no nonsense', async () => {
    for (const [x, repCode] of [
      [at, '0000'],
      [at + 5, '0000'],
      [at - 5, '0000'],
      [at + 6, '6111'],
      [0, '6111'],
      ['120', '0000'],
      [null, '6111'],
      [{}, '6111'],
    ] as const) {
      const puzzle = await ask();
      const { data, status, code } = await check(puzzle, x);
      assert.deepEqual([status, code, data.repCode, data.success], [200, 0, repCode, repCode === '0000'], String(x));
      assert.equal((await check(puzzle, at)).data.repCode, '6110', 'one try');
    }
    const plain = await ask();
    assert.equal(
      (await t.call('POST', '/code/check', { input: { token: plain.token, pointJson: `{"x":${at},"y":5}` } })).data.repCode,
      '0000',
    );
    const puzzle = await ask();
    const garbage = await t.call('POST', '/code/check', {
      input: { token: puzzle.token, pointJson: 'not base64', captchaType: 'blockPuzzle' },
    });
    assert.equal(garbage.data.repCode, '6111');
    assert.equal((await t.call('POST', '/code/check')).data.repCode, '6110');
  });

  it('signs in once, by the proof that clients make of it or by its token', async () => {
    const first = await ask();
    const point = JSON.stringify({ x: at, y: 5 });
    const proof = encryptPoint(`${first.token}---${point}`, first.secretKey);
    assert.equal((await signIn({ randomStr: 'blockPuzzle', code: proof })).status, 428, 'not solved yet');
    await check(first, at);
    assert.equal((await signIn({ randomStr: 'blockPuzzle', code: proof })).status, 200);
    assert.equal((await signIn({ randomStr: 'blockPuzzle', code: proof })).status, 428);
    assert.equal((await signIn({ token: first.token })).status, 428, 'one proof, not two');
    const second = await ask();
    await check(second, at);
    assert.equal((await signIn({ token: second.token })).status, 200);
    assert.equal((await signIn({ token: second.token })).body.msg, '验证码不合法');
    assert.equal((await signIn({ randomStr: 'blockPuzzle' })).body.msg, '验证码不能为空');
  });

  it('is what the login page shows; who cannot drag answers a sum, unless the platform takes only one of the two', async () => {
    const ways = async () => (await t.call('GET', '/auth/ways')).data;
    const sum = async () => {
      await askCaptcha(t.deps, 'sum', () => ({ text: '3+4=?', answer: 7 }));
      return (await signIn({ randomStr: 'sum', code: '7' })).body.msg ?? 'in';
    };
    assert.deepEqual(await ways(), { sms: true, wechat: false, screen: true, captcha: 'slider', sum: true });
    assert.equal(await sum(), 'in');
    const say = (value: string) =>
      t.deps.inTenant(1, async (tx) => {
        await tx.run(db.deleteFrom('parameters').where('tenant_id', '=', 1).where('key', '=', 'CAPTCHA_KIND'));
        await tx.run(db.insertInto('parameters').values({ tenant_id: 1, name: '验证码', key: 'CAPTCHA_KIND', value }));
      });
    await say('image');
    assert.deepEqual(await ways(), { sms: true, wechat: false, screen: true, captcha: 'image', sum: true });
    assert.equal(await sum(), 'in');
    await say('slider');
    assert.deepEqual(await ways(), { sms: true, wechat: false, screen: true, captcha: 'slider', sum: false });
    assert.equal(await sum(), '请完成滑块验证');
    // The pages that prove a number show a sum: there the codes themselves are limited.
    await askCaptcha(t.deps, 'code', () => ({ text: '3+4=?', answer: 7 }));
    const input = { purpose: 'register', login: '13912345678', randomStr: 'code', code: '7' };
    assert.equal((await t.route(registrations.sendCode, null, input)).status, 200);
  });

  it('encrypts as AJ-Captcha’s clients do', () => {
    const decipher = createDecipheriv('aes-128-ecb', 'BGxdEUOZkXka4HSj', null);
    const text = Buffer.concat([decipher.update(encryptPoint('{"x":1,"y":5}', 'BGxdEUOZkXka4HSj'), 'base64'), decipher.final()]).toString();
    assert.equal(text, '{"x":1,"y":5}');
  });
});
