/**
 * What a vendor wants to see of us is never shown again, and kept only for the address it
 * was given for, and sealed where a migration left it open.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceIntegrations as routes } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { openHeaders, sealOpenHeaders } from './vendor-secrets.ts';

let t: Harness;
let editor: TestUser;
let looker: TestUser;
before(async () => {
  t = await harness();
  editor = await t.user(await t.tenant());
  looker = await t.user(editor.tenantId, { permissions: ['tenant_deviceintegration_view'] });
});
after(() => t?.close());

const TOKEN = 'Bearer token-of-the-vendor';
const URL = 'https://open.example.com/a';
let serial = 0;
const form = (headers: object[], url = URL) => ({
  name: `拉取${++serial}`,
  kind: 'poller',
  mapping: mappingTemplates.plain.mapping,
  polling: { url, everySeconds: 60, headers },
});
const make = async (headers: object[]) => (await t.route(routes.create, editor, form(headers))).data as number;
const rowOf = async (id: number, as = editor) => (await t.route(routes.get, as, { id })).data;
const headersOf = async (id: number) => (await rowOf(id)).polling.headers as { name: string; set: boolean }[];
const kept = async (id: number) => {
  const row = await t.deps.inTenant(editor.tenantId, (tx) =>
    tx.row<{ headers_cipher: Buffer | null; headers_open: unknown; secret_cipher: Buffer | null; url: string }>(sql`
      select s.*, i.polling ->> 'url' as url from device_integration_secrets s join device_integrations i on i.tenant_id = s.tenant_id
        and i.id = s.integration_id
      where s.tenant_id = ${editor.tenantId} and s.integration_id = ${id}`),
  );
  return { ...row!, values: openHeaders(t.deps.secrets, editor.tenantId, id, row!.url, row!.headers_cipher) };
};
/** Changes a row as the form does: what it read, with something else. */
async function change(id: number, polling: object): Promise<number> {
  const row = await rowOf(id);
  return (await t.route(routes.update, editor, { ...row, polling: { ...row.polling, ...polling } })).status;
}

describe('header values of a poller', () => {
  it('are told to nobody, not even to whoever entered them, and stand in no log', async () => {
    const id = await make([
      { name: 'Authorization', value: TOKEN },
      { name: 'X-Key', value: 'k {secret}' },
    ]);
    for (const as of [editor, looker]) {
      const row = await rowOf(id, as);
      assert.deepEqual(row.polling.headers, [
        { name: 'Authorization', set: true, usesSecret: false },
        { name: 'X-Key', set: true, usesSecret: true },
      ]);
      assert.equal(JSON.stringify([row, (await t.route(routes.page, as)).data]).includes('token-of'), false);
    }
    assert.deepEqual((await kept(id)).values, { authorization: TOKEN, 'x-key': 'k {secret}' });
    assert.equal(await change(id, { headers: [{ name: 'Authorization', value: `${TOKEN}-2` }] }), 200);
    for (const table of ['row_changes', 'operation_logs', 'device_integrations', 'device_integration_secrets']) {
      const found = await t.deps.inTenant(editor.tenantId, (tx) =>
        tx.rows(sql`select 1 from ${sql.table(table)} x where tenant_id = ${editor.tenantId} and strpos(x::text, 'token-of') > 0`),
      );
      assert.equal(found.length, 0, table);
    }
  });

  it('stay when they are not entered again, by name, and go with their line', async () => {
    const id = await make([
      { name: 'Authorization', value: TOKEN },
      { name: 'X-Old', value: 'old' },
    ]);
    assert.equal(await change(id, { everySeconds: 120 }), 200);
    assert.deepEqual((await kept(id)).values, { authorization: TOKEN, 'x-old': 'old' });
    assert.equal(
      await change(id, { url: `${URL}/other?since={since}`, headers: [{ name: 'authorization' }, { name: 'X-New', value: 'new' }] }),
      200,
    );
    assert.deepEqual((await kept(id)).values, { authorization: TOKEN, 'x-new': 'new' });
    assert.equal(
      await change(id, {
        headers: [
          { name: 'A', value: '1' },
          { name: 'a', value: '2' },
        ],
      }),
      400,
    );
    assert.equal(await change(id, { headers: [{ name: 'A', value: '值' }] }), 400);
    assert.equal(await change(id, { headers: [{ name: 'Authorization', value: '' }] }), 200, 'an empty field is one that was not entered');
    assert.equal((await kept(id)).values.authorization, TOKEN, 'what was refused changed nothing');
  });

  it('and the secret are forgotten with another host, port or protocol: nobody has them sent elsewhere', async () => {
    for (const url of ['https://elsewhere.example.com/a', 'https://open.example.com:8443/a', 'http://open.example.com/a']) {
      const id = await make([{ name: 'Authorization', value: TOKEN }]);
      await t.route(routes.secret, editor, { id, secret: 'the-secret' });
      assert.equal(await change(id, { url }), 200);
      const after = await kept(id);
      assert.deepEqual([after.values, after.headers_cipher, after.secret_cipher], [{}, null, null], url);
      assert.deepEqual(await headersOf(id), [{ name: 'Authorization', set: false, usesSecret: false }]);
      assert.equal((await rowOf(id)).hasSecret, false);
      assert.equal(await change(id, { url: URL }), 200);
      assert.deepEqual((await kept(id)).values, {}, 'going back brings nothing back');
    }
    const id = await make([{ name: 'Authorization', value: TOKEN }]);
    await t.deps.inTenant(editor.tenantId, (tx) =>
      tx.run(
        sql`update device_integrations set polling = jsonb_set(polling, '{url}', '"https://elsewhere.example.com/a"')
          where tenant_id = ${editor.tenantId} and id = ${id}`,
      ),
    );
    assert.deepEqual((await kept(id)).values, {}, 'the address is part of the seal');
  });

  it('that are entered with a new address are for that address', async () => {
    const id = await make([{ name: 'Authorization', value: TOKEN }]);
    assert.equal(
      await change(id, { url: 'https://elsewhere.example.com/a', headers: [{ name: 'Authorization', value: 'Bearer other' }] }),
      200,
    );
    assert.deepEqual((await kept(id)).values, { authorization: 'Bearer other' });
  });

  it('two who save at once: one has it, with the values of that one', async () => {
    const id = await make([{ name: 'Authorization', value: TOKEN }]);
    const row = await rowOf(id);
    const save = (value: string) =>
      t.route(routes.update, editor, { ...row, polling: { ...row.polling, headers: [{ name: 'Authorization', value }] } });
    const answers = await Promise.all([save('one'), save('two')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await kept(id)).values.authorization, answers[0]!.status === 200 ? 'one' : 'two');
  });
});

describe('headers that a migration set aside', () => {
  it('are sealed by the first process that starts, of all tenants', async () => {
    const id = await make([]);
    await t.deps.inTenant(editor.tenantId, async (tx) => {
      await tx.run(sql`update device_integrations
        set polling = jsonb_set(polling, '{headers}', '[{"name":"Authorization","set":true,"usesSecret":false}]')
        where tenant_id = ${editor.tenantId} and id = ${id}`);
      await tx.run(
        sql`update device_integration_secrets set headers_open = ${JSON.stringify({ Authorization: TOKEN })} where tenant_id
          = ${editor.tenantId} and integration_id = ${id}`,
      );
    });
    assert.equal(await sealOpenHeaders(t.deps), 1);
    const { headers_open: open, values } = await kept(id);
    assert.deepEqual([open, values], [null, { authorization: TOKEN }]);
    assert.equal(await sealOpenHeaders(t.deps), 0);
  });
});
