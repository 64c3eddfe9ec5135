/** What clients of this family do on every save: the row goes back as it was read, with all that it shows. Nothing may change by that. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { pathParameters, type Route } from '#contract/http.ts';
import { entities, nameOf, services, still, untried, type Row } from './entities.ts';
import { kept, savedEntities } from './saved-entities.ts';

let e: Awaited<ReturnType<typeof entities>>;
before(async () => void (e = await entities()));
after(() => e.close());

/** Fences that are drawn compute their centre. */
const COMPUTED: Record<string, string[]> = { fences: ['longitude', 'latitude', 'points'] };

describe('a row that is sent back as it was read', () => {
  it('is tried of every entity that is listed and updated', () => {
    assert.ok(services.length >= 20, services.map(([name]) => name).join());
  });

  for (const [name, routes] of services)
    it(`saves and changes nothing: ${name}`, async (context) => {
      const reason = untried(name);
      if (reason) return context.skip(reason);
      const as = e.who(name);
      const rows = await e.rowsOf(routes, as);
      assert.ok(rows.length > 0, 'there is no row to try');
      const by = nameOf(name);
      for (const listed of rows) {
        const again = async () => (await e.rowsOf(routes, as)).find((row) => row[by] === listed[by]) as Row;
        const from = await e.lastChange(as.tenantId);
        const detail = await e.detailOf(name, routes, as, listed);
        for (const row of detail ? [listed, detail] : [listed]) {
          const fresh = (await again())?.version;
          const { status, msg } = await e.t.route(routes.update as Route, as, fresh === undefined ? row : { ...row, version: fresh });
          assert.equal(status, 200, `${String(msg)} ${JSON.stringify(row).slice(0, 600)}`);
          assert.deepEqual(still(await again(), COMPUTED[name]), still(listed, COMPUTED[name]));
        }
        const columns = await e.changedSince(as.tenantId, from);
        assert.deepEqual(
          columns.filter((column) => !COMPUTED[name]?.includes(column)),
          [],
        );
      }
    });
});

describe('a row that is read by itself and saved as it was read', () => {
  for (const [name, { table, read, save, prepare, sent = (row: Row) => row }] of Object.entries(savedEntities))
    it(`changes nothing: ${name}`, async () => {
      const as = e.who(name);
      const ids = await prepare(e.t, as);
      assert.ok(ids.length > 0, 'there is no row to try');
      const by = pathParameters(read.path)[0];
      for (const id of ids) {
        const seen = async () => {
          const { status, data, msg } = await e.t.route(read, as, by ? { [by]: id } : {});
          assert.equal(status, 200, String(msg));
          return data;
        };
        const [row, stored] = [await seen(), await kept(e.t, as.tenantId, table)];
        assert.ok(stored.length > 0, table);
        const { status, data, msg } = await e.t.route(save, as, sent(row, id));
        assert.equal(status, 200, `${String(msg)} ${JSON.stringify(row).slice(0, 600)}`);
        const again = await seen();
        if (Array.isArray(row)) assert.deepEqual(again, row);
        else assert.deepEqual(still(again), still(row));
        assert.deepEqual(await kept(e.t, as.tenantId, table), stored);
        if (name === 'deviceContacts') assert.deepEqual(data.commandIds, [], 'the device is told nothing');
      }
    });
});
