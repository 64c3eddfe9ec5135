import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isWall, guard, loginAddress, outside, wayBack, type Verdict, wallOf } from './guard.ts';

const stranger = { signedIn: false, locked: false };
const staff = { signedIn: true, locked: false };
const away = { signedIn: true, locked: true };

describe('the guard', () => {
  const cases: [string, typeof staff, Verdict][] = [
    ['/device/index?a=1', stranger, { go: 'login', back: '/device/index?a=1' }],
    ['/login', stranger, { go: 'stay' }],
    ['/404', stranger, { go: 'stay' }],
    ['/authredirect', stranger, { go: 'stay' }],
    ['/s/abc123', stranger, { go: 'stay' }],
    ['/r/1.abc', stranger, { go: 'stay' }],
    ['/t/1.abc', stranger, { go: 'stay' }],
    ['/p/3k0v', stranger, { go: 'stay' }],
    ['/p/3k0v', staff, { go: 'stay' }],
    ['/p/3k0v', away, { go: 'to', address: '/lock' }],
    ['/s/abc123/more', stranger, { go: 'login', back: '/s/abc123/more' }],
    ['/screen', stranger, { go: 'login', back: '/screen' }],
    ['/login', staff, { go: 'to', address: '/wel/index' }],
    ['/', staff, { go: 'to', address: '/wel/index' }],
    ['/wel', staff, { go: 'to', address: '/wel/index' }],
    ['/wel/index', staff, { go: 'stay' }],
    ['/device/index', staff, { go: 'stay' }],
    ['/device/index', away, { go: 'to', address: '/lock' }],
    ['/login', away, { go: 'to', address: '/lock' }],
    ['/wel/index', away, { go: 'to', address: '/lock' }],
    ['/404', away, { go: 'to', address: '/lock' }],
    ['/wel/index?auth_code=7', away, { go: 'to', address: '/lock' }],
    ['/http://example.com/a', away, { go: 'to', address: '/lock' }],
    ['/lock', away, { go: 'stay' }],
    ['/lock', staff, { go: 'to', address: '/wel/index' }],
    ['/lock', stranger, { go: 'login', back: '/' }],
    ['/myiframe/report?src=https%3A%2F%2Fexample.com', staff, { go: 'stay' }],
    ['/http://example.com/a', staff, { go: 'window', url: 'http://example.com/a' }],
    ['/device/index?auth_code=7&x=1&state=s', staff, { go: 'to', address: '/device/index?x=1' }],
    ['/wel/index?auth_code=7', staff, { go: 'to', address: '/wel/index' }],
    ['/404?auth_code=7', staff, { go: 'to', address: '/404' }],
    ['/applet/applet/index?auth_code=7', staff, { go: 'to', address: '/wel/index' }],
    ['/applet/applet/index?auth_code=7&redirect=%2Fdevice%2Findex%3Fx%3D1', staff, { go: 'to', address: '/device/index?x=1' }],
    ['/applet/applet/index?auth_code=7', away, { go: 'to', address: '/lock' }],
    [
      '/device/index?x=1&auth_code=7',
      stranger,
      { go: 'to', address: '/applet/applet/index?x=1&auth_code=7&redirect=%2Fdevice%2Findex%3Fx%3D1' },
    ],
    [
      '/login?auth_code=7&redirect=%2Fdevice%2Findex',
      stranger,
      { go: 'to', address: '/applet/applet/index?auth_code=7&redirect=%2Fdevice%2Findex' },
    ],
    ['/carer?auth_code=7', stranger, { go: 'to', address: '/applet/applet/index?auth_code=7&redirect=%2Fcarer' }],
    ['/applet/applet/index?auth_code=7', stranger, { go: 'stay' }],
    ['/applet/applet/index', stranger, { go: 'stay' }],
  ];
  for (const [address, who, verdict] of cases) {
    it(`${address} ${who.signedIn ? (who.locked ? 'locked' : 'signed in') : 'stranger'}`, () => {
      const [path, query] = address.split('?') as [string, string?];
      assert.deepEqual(guard({ path, search: query ? `?${query}` : '' }, who), verdict);
    });
  }
});

describe('the way back', () => {
  it('leads to pages of ours only', () => {
    const to = (redirect: string) => wayBack(`?redirect=${encodeURIComponent(redirect)}`);
    assert.equal(to('/device/index?a=1'), '/device/index?a=1');
    for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login', '/404', ''])
      assert.equal(to(evil), '/wel/index', evil);
    assert.equal(wayBack(''), '/wel/index');
  });

  it('is left out of the address when it is home', () => {
    assert.equal(loginAddress('/'), '/login');
    assert.equal(loginAddress('/wel/index'), '/login');
    assert.equal(loginAddress('/device/index?a=1'), '/login?redirect=%2Fdevice%2Findex%3Fa%3D1');
  });
});

it('finds the address of what leads elsewhere', () => {
  assert.equal(outside('https://example.com'), 'https://example.com');
  assert.equal(outside('/warning/warning/index'), null);
  assert.equal(outside('/myiframe/report?src=https://example.com/a'), null);
});

describe('a big screen', () => {
  const on = (path: string, wall: string) => guard({ path, search: '' }, { signedIn: true, locked: false, wall });

  it('sees the screens and nothing else', () => {
    for (const path of ['/', '/wel/index', '/oldMan/index', '/login', '/404', '/screens', '/screen/groups'])
      assert.deepEqual(on(path, '/screen'), { go: 'to', address: '/screen' }, path);
    for (const path of ['/screen', '/screen/group', '/screen/calls']) assert.deepEqual(on(path, '/screen'), { go: 'stay' }, path);
    assert.deepEqual(guard({ path: '/screen', search: '' }, { signedIn: false, locked: false, wall: null }), {
      go: 'login',
      back: '/screen',
    });
    assert.deepEqual(
      guard({ path: '/screen', search: '' }, { signedIn: true, locked: true }),
      { go: 'to', address: '/lock' },
      'that of a person who locked theirs is behind it',
    );
  });

  it('of a group shows the group, where that may be seen', () => {
    const both = { tenant_screen: true, group_screen: true } as const;
    assert.equal(wallOf(both, [1, 2]), '/screen/group');
    assert.equal(wallOf(both, [1]), '/screen', 'an institution has none below');
    assert.equal(wallOf({ tenant_screen: true }, [1, 2]), '/screen');
    assert.equal(wallOf({ group_screen: true }, [1]), '/screen/group');
  });

  it('is known by its address', () => {
    assert.deepEqual(['/screen', '/screen/group?x=1', '/screen/calls', '/wel/index', '/screen/x'].map(isWall), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
