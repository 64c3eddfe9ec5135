import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { long, refusesChanges } from '#test/refused-inputs.ts';
import { isParty } from './call-state.ts';
import { callLinks, publicCalls } from './call-links.ts';
import { MenuNode, placeOf, placeText } from './call-menus.rules.ts';
import { workbench } from './workbench.ts';

const token = `7.${'a'.repeat(32)}`;
const pageId = randomUUID();

describe('the schemas of calls refuse', () => {
  it('links, pages and sounds that are none', () => {
    refusesChanges(publicCalls.join, { token, pageId, offer: 'v=0' }, [
      [{ token: '7.abc' }, '通话链接无效或已失效'],
      [{ pageId: 'page' }, '页面编号格式不正确'],
      [{ formerPages: Array.from({ length: 6 }, () => pageId) }, '页面编号最多5个'],
      [{ offer: undefined }, '缺少语音参数'],
      [{ offer: long(30_001) }, '语音参数过长'],
    ]);
    refusesChanges(publicCalls.keys, { token, pageId, keys: '1' }, [[{ keys: 'x' }, '按键只能是数字、*和#']]);
    refusesChanges(publicCalls.rate, { token, pageId, stars: 3 }, [[{ stars: 6 }, '请选择1至5星']]);
    refusesChanges(workbench.offer, { pageId, offer: 'v=0' }, [[{ pageId: '1' }, '页面编号格式不正确']]);
    refusesChanges(callLinks.create, { name: '服务台', groupId: 1 }, [
      [{ name: '' }, '请输入名称'],
      [{ enabled: 'x' }, '请选择是否启用'],
    ]);
  });

  it('menus that are none; placeOf, placeText, isParty', () => {
    const tree = { greeting: '', soundId: null, keys: [], seconds: 5, repeats: 0, otherwise: { to: 'hangup' } };
    const key = (key: string, action: object) => ({ key, name: '键', action });
    const says = (change: object) => MenuNode.safeParse({ ...tree, ...change }).error?.issues[0]?.message;
    assert.deepEqual(
      [
        says({}),
        says({ keys: [key('x', { to: 'hangup' })] }),
        says({ keys: Array.from({ length: 13 }, () => key('1', { to: 'hangup' })) }),
        says({ seconds: 2 }),
        says({ repeats: 6 }),
        says({ otherwise: { to: 'nowhere' } }),
        MenuNode.safeParse({ ...tree, otherwise: { to: 'group' } }).success ? '' : '请选择技能组',
      ],
      [undefined, '按键应为一个数字、*或#', '最多12个按键', '等待按键应为3至60秒', '重播次数应为0至5', '请选择按键的去向', '请选择技能组'],
    );
    assert.deepEqual([placeOf('12:1'), placeText('12', 1), placeText('12', 0)], [{ at: '12', said: 1 }, '12:1', '12']);
    assert.deepEqual([isParty({ kind: 1 }), isParty({ kind: 2 }), isParty({ kind: 3 })], [false, true, true]);
  });
});
