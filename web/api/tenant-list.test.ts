import { afterEach, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { chooseTenants, chosenTenants, sentTenants } from './tenant-list.ts';

const GROUP = 1_000_000;
const page = globalThis as { location?: unknown; localStorage?: unknown };
const before = { location: page.location, localStorage: Object.getOwnPropertyDescriptor(globalThis, 'localStorage') };

describe('the institutions chosen for the group', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
      },
    });
    page.location = { pathname: '/screen/group' };
  });
  afterEach(() => {
    page.location = before.location;
    if (before.localStorage) Object.defineProperty(globalThis, 'localStorage', before.localStorage);
  });

  it('go with the calls of that page only', () => {
    chooseTenants(GROUP, [1_000_001, 1_000_003]);
    assert.equal(sentTenants(GROUP), '1000001,1000003');
    page.location = { pathname: '/wel/index' };
    assert.equal(sentTenants(GROUP), null);
  });

  it('are kept for the group that they were chosen for', () => {
    chooseTenants(GROUP, [1_000_001]);
    assert.deepEqual(chosenTenants(GROUP + 7), []);
    assert.equal(sentTenants(GROUP + 7), null);
  });

  it('are all again when none is chosen, or what was kept is broken', () => {
    chooseTenants(GROUP, [1_000_001]);
    chooseTenants(GROUP, []);
    assert.equal(sentTenants(GROUP), null);
    for (const text of ['{', '"x"', '[1.5,-2,"3"]', 'null']) {
      localStorage.setItem(`yian.group.tenants.${GROUP}`, text);
      assert.deepEqual(chosenTenants(GROUP), [], text);
    }
  });
});
