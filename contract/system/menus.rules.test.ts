import { it } from 'node:test';
import assert from 'node:assert/strict';
import { menuPathProblem } from './menus.rules.ts';

it('takes paths of ours, addresses and embedded addresses, and nothing that a browser would run', () => {
  for (const path of [
    '',
    '/admin/user/index',
    'index',
    '/oldMan/detail?tab=1',
    'https://example.cn/a?b=c',
    'http://10.0.0.8:8080/',
    '/myiframe/https://example.cn',
    '/myiframe/report',
  ])
    assert.equal(menuPathProblem(path), null, path);
  for (const path of ['javascript:alert(1)', 'data:text/html,x', '//evil.cn', 'https://', '/myiframe/https:', '/a b', '/a\\b', 'ftp://x'])
    assert.notEqual(menuPathProblem(path), null, path);
});
