import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { embedded } from '#contract/system/embedded.ts';
import { parameters } from '#contract/system/parameters.ts';
import { harness, type Harness } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let other: number;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  other = await t.tenant();
  const admin = await t.user(tenant);
  const list = {
    publicName: '允许内嵌的网站',
    publicKey: 'IFRAME_ALLOW',
    publicValue: 'https://report.example\nhttps://map.example:8443',
    isPublic: true,
  };
  assert.equal((await t.route(parameters.create, admin, list)).code, 0);
});
after(() => t.close());

async function frame(of: number, src: string) {
  const answer = await fetch(`${t.url}${embedded.frame.path}?${new URLSearchParams({ tenant: String(of), src })}`, {
    headers: { accept: 'text/html' },
  });
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    type: answer.headers.get('content-type') ?? '',
    html: await answer.text(),
  };
}

describe('the frame of an embedded page', () => {
  it('lets in the origins of the list and nothing else, in a sandbox', async () => {
    const { status, policy, type, html } = await frame(tenant, 'https://report.example/a?x=1&y="><script>alert(1)</script>');
    assert.equal(status, 200);
    assert.match(type, /^text\/html/);
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /frame-src https:\/\/report\.example https:\/\/map\.example:8443;/);
    assert.match(policy, /frame-ancestors 'self'/);
    assert.match(html, /<iframe src="https:\/\/report\.example\/a\?x=1&#38;y=[^"<>]*" title="内嵌页面" sandbox="[^"]*"/);
    assert.doesNotMatch(html, /<script/);
    assert.doesNotMatch(html, /allow-top-navigation|allow-modals/);
  });

  it('refuses what is not on the list, in words', async () => {
    for (const src of [
      'https://evil.example/',
      'https://report.example.evil.example/',
      'http://report.example/',
      'javascript:alert(1)',
      `${t.url}/admin/user/info`,
    ]) {
      const { status, policy, html } = await frame(tenant, src);
      assert.equal(status, 403, src);
      assert.match(policy, /frame-src 'none'/);
      assert.match(html, /该地址不在允许内嵌的列表中/);
      assert.doesNotMatch(html, /<iframe|evil|alert/);
    }
  });

  it('knows no list of another tenant', async () => {
    assert.equal((await frame(other, 'https://report.example/a')).status, 403);
  });

  it('of a tenant that does not exist is refused as every call is', async () => {
    const { status, type, html } = await frame(987654321, 'https://report.example/a');
    assert.equal(status, 404);
    assert.match(type, /^application\/json/);
    assert.deepEqual(JSON.parse(html), { code: 1, msg: '租户不存在', data: null });
  });

  it('refuses what is no question', async () => {
    assert.equal((await frame(0, 'https://report.example/')).status, 400);
    const bare = await fetch(`${t.url}${embedded.frame.path}`);
    assert.equal(bare.status, 400);
  });

  it('leaves the policy of everything else closed', async () => {
    const answer = await fetch(`${t.url}/health`);
    assert.match(answer.headers.get('content-security-policy') ?? '', /frame-src 'self'/);
  });
});
