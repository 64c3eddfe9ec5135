/** Accounts, menus, dictionaries, logs, files, clients: the calls of the administration. */
import assert from 'node:assert/strict';
import { prove } from '#test/accounts.ts';
import { picture } from '#test/subscriptions.ts';
import { form, has, mobile, paged, rows, unique, type Replay } from './wire.ts';

const USER = 'userId username phone avatar deptId deptName tenantId lockFlag delFlag createTime updateTime roleList';
const DICT = 'id type description system remarks createTime updateTime delFlag';
const ITEM = 'id dictId value label type description sort remarks createTime updateTime delFlag';
const LOG = 'id type title createBy createTime updateTime remoteAddr userAgent requestUri method params time exception serviceId delFlag';
const username = `wire${process.pid}`;

/** A row of user/page, as the form makes it of it: roles as ids, passwords empty. */
const ofUser = (row: any, changes: object) =>
  form(row, { role: row.roleList.map(({ roleId }: any) => roleId), password: '', newpassword1: '', ...changes });

/** Every menu that is no button has a path: the routers of the family refuse the whole menu otherwise. */
function routable(nodes: any[]): void {
  for (const node of nodes) {
    has(node, 'id parentId name weight icon path type permission label sort keepAlive');
    assert.ok(typeof node.path === 'string' && node.path.startsWith('/'), `${node.name} has no path`);
    routable(node.children ?? []);
  }
}

export const accounts: Replay[] = [
  [
    'admin GET user/info',
    () => ({}),
    (info) => {
      has(info, 'sysUser permissions roles');
      has(
        info.sysUser,
        'userId username deptId tenantId phone avatar lockFlag delFlag name tenantName superAdmin ptenantId tenantIds packageCode',
      );
      for (const one of ['sys_user_import_export', 'sys_role_import_export', 'members_oldman_import_export'])
        assert.ok(info.permissions.includes(one), one);
    },
  ],
  [
    'admin POST user/save',
    () => ({
      path: '/admin/user',
      body: {
        userId: '',
        username,
        password: 'Wire2026a',
        newpassword1: 'Wire2026a',
        phone: mobile(),
        role: [],
        deptId: '',
        lockFlag: '0',
        $lockFlag: '有效',
        createTime: '',
      },
    }),
    (done) => assert.equal(done, true),
  ],
  [
    'admin POST user/save',
    () => ({
      body: { username: `${username}b`, password: 'Wire2026a', phone: '', role: [], lockFlag: '0', createTime: '', updateTime: '' },
    }),
    (done) => assert.equal(done, true),
  ],
  [
    'admin GET user/page',
    () => ({ query: { ...paged, username, phone: '', deptId: '' } }),
    (page, { kept }) => (kept.user = rows(page, USER).find((row) => row.username === username)),
  ],
  ['admin GET user/details/{id}', ({ kept }) => ({ at: [kept.user.userId] }), (row) => has(row, USER)],
  [
    'admin PUT user',
    ({ kept }) => ({ body: ofUser(kept.user, { lockFlag: '9', $lockFlag: '锁定' }) }),
    async (done, { t, staff, kept }) => {
      assert.equal(done, true);
      const now = (await t.call('GET', `/admin/user/details/${kept.user.userId}`, { as: staff })).data;
      assert.equal(now.lockFlag, '9');
      assert.equal(
        `${now.phone.slice(0, 3)}****${now.phone.slice(-4)}`,
        kept.user.phone,
        'a masked number that comes back is the one that was there',
      );
    },
  ],
  ['admin DELETE user/{id}', ({ kept }) => ({ at: [kept.user.userId] }), (done) => assert.equal(done, true)],
  [
    'admin PUT user/edit',
    ({ staff }) => ({ body: { username: staff.username, password: '', newpassword1: '', phone: '138****0000', avatar: '' } }),
    (done) => assert.equal(done, true),
  ],
  [
    'admin GET user/switchUser',
    async ({ t, staff }) => {
      const group = await t.user(1000000, { name: '集团' });
      await prove(t, group);
      return { as: group, query: { tenantId: staff.tenantId }, raw: true };
    },
    (token) => has(token, 'access_token token_type refresh_token expires_in user_info'),
  ],
  ['admin POST user/tenant/list', () => ({ body: { name: '' } })],
  ['admin GET user/tenant/list/{a}/{b}', ({ staff }) => ({ at: [staff.userId, staff.tenantId] })],

  ['admin GET menu', () => ({ query: { parentId: '' } }), (nodes) => routable(nodes)],
  ['admin GET menu', () => ({ query: { parentId: -1 } }), (nodes) => (assert.ok(nodes.length > 0), routable(nodes))],
  ['admin GET menu', () => ({ query: { type: 'top' } }), (nodes) => routable(nodes)],
  [
    'admin GET menu/tree',
    () => ({ query: { lazy: 'false', parentId: '' } }),
    (tree) => assert.ok(JSON.stringify(tree).includes('"type":"1"')),
  ],
  ['admin GET menu/treeTenant/{id}', ({ staff }) => ({ at: [staff.tenantId] })],
  [
    'admin POST menu',
    () => ({
      body: {
        menuId: '',
        parentId: '-1',
        name: unique('报表'),
        type: '0',
        $type: '左菜单',
        path: '',
        permission: '',
        icon: 'icon-quanxian',
        sort: '99',
        keepAlive: '0',
      },
    }),
    (id, { kept }) => (kept.menu = { menuId: id }),
  ],
  [
    'admin GET menu/{id}',
    ({ kept }) => ({ at: [kept.menu.menuId] }),
    (row, { kept }) => (has(row, 'menuId name permission parentId icon path sort type keepAlive delFlag'), (kept.menu = row)),
  ],
  ['admin PUT menu', ({ kept }) => ({ body: form(kept.menu, { sort: '98' }) }), (done) => assert.equal(done, true)],
  ['admin DELETE menu/{id}', ({ kept }) => ({ at: [kept.menu.menuId] }), (done) => assert.equal(done, true)],
];

export const administration: Replay[] = [
  [
    'admin POST dict',
    () => ({
      path: '/admin/dict/',
      body: { id: '', type: `wire_${process.pid}`, description: '第三方', system: '0', $system: '业务类', remarks: '', createTime: '' },
    }),
  ],
  [
    'admin GET dict/page',
    () => ({ query: { ...paged, type: `wire_${process.pid}`, system: '' } }),
    (page, { kept }) => ([kept.dict] = rows(page, DICT)),
  ],
  [
    'admin PUT dict',
    ({ kept }) => ({ path: '/admin/dict/', body: form(kept.dict, { remarks: '改' }) }),
    (done) => assert.equal(done, true),
  ],
  [
    'admin POST dict/item',
    ({ kept }) => ({
      body: {
        id: '',
        dictId: String(kept.dict.id),
        type: kept.dict.type,
        value: '1',
        label: '一',
        description: '一',
        sort: '1',
        remarks: '',
        createTime: '',
      },
    }),
  ],
  [
    'admin GET dict/type/{type}',
    ({ kept }) => ({ at: [kept.dict.type] }),
    ([item], { kept }) => {
      has(item, ITEM);
      assert.deepEqual([item.value, item.sort], ['1', 1]);
      kept.item = item;
    },
  ],
  [
    'admin GET dict/type/{type}',
    () => ({ at: ['log_type'] }),
    (items) =>
      assert.deepEqual(
        items.map(({ value, label }: any) => [value, label]),
        [
          ['0', '正常'],
          ['9', '异常'],
        ],
      ),
  ],
  [
    'admin GET dict/type/{type}',
    () => ({ at: ['dict_type'] }),
    (items) =>
      assert.deepEqual(
        items.map(({ value, label }: any) => [value, label]),
        [
          ['1', '系统类'],
          ['0', '业务类'],
        ],
      ),
  ],
  ['admin PUT dict/item', ({ kept }) => ({ body: form(kept.item, { sort: '2' }) }), (done) => assert.equal(done, true)],
  ['admin DELETE dict/item/{id}', ({ kept }) => ({ at: [kept.item.id] }), (done) => assert.equal(done, true)],
  ['admin DELETE dict/{id}', ({ kept }) => ({ at: [kept.dict.id] }), (done) => assert.equal(done, true)],
  [
    'admin POST log/logs',
    () => ({
      body: [
        { url: '/#/wel', time: '2026-11-21 10:00:00', user: 'admin', type: 'error', message: 'x', stack: 'at a.js', info: unique('错误') },
      ],
    }),
    (done) => assert.equal(done, true),
  ],
  [
    'admin GET log/page',
    () => ({ query: { ...paged, type: '', createTime: ['2020-01-01 00:00:00', '2099-01-01 00:00:00'] } }),
    (page, { kept }) => ([kept.log] = rows(page, LOG)),
  ],
  // What was done stays written, what went wrong in a page does not.
  ['admin DELETE log/{id}', ({ kept }) => ({ at: [kept.log.id], refused: [422] })],
  [
    'admin GET log/page',
    () => ({ query: { ...paged, type: '9', descs: 'create_time' } }),
    (page, { kept }) => ([kept.error] = rows(page, LOG)),
  ],
  ['admin DELETE log/{id}', ({ kept }) => ({ at: [kept.error.id] }), (done) => assert.equal(done, true)],
  [
    'admin GET param/publicValue/{key}',
    ({ staff }) => ({ as: null, at: ['SYSTEM_TITLE'], headers: { 'TENANT-ID': String(staff.tenantId) } }),
    (value) => assert.equal(typeof value, 'string'),
  ],
  [
    'admin POST sys-file/upload',
    async () => ({ path: '/api/admin/sys-file/upload', file: { bytes: await picture(), name: '绿.png' } }),
    (file, { kept }) => {
      has(file, 'bucketName fileName url');
      kept.file = file;
    },
  ],
  [
    'admin POST sys-file/upload',
    async () => ({ file: { bytes: await picture(), name: '绿.png' } }),
    (file) => assert.equal(file.url, `/admin/sys-file/${file.bucketName}/${file.fileName}`),
  ],
  [
    'admin GET sys-file/{bucket}/{file}',
    ({ kept }) => ({ at: [kept.file.bucketName, kept.file.fileName] }),
    (bytes) => assert.ok(bytes.length > 50),
  ],
  ['admin GET sys-file/{bucket}/{file}', ({ kept }) => ({ path: `/api${kept.file.url}` }), (bytes) => assert.ok(bytes.length > 50)],
];

const TENANT = 'id name code startTime endTime status delFlag createTime updateTime';
export const tenants: Replay[] = [
  ['admin GET tenant/list', () => ({}), (list) => list.forEach((row: object) => has(row, 'id name'))],
  ['admin GET tenant/tenantList', ({ platform }) => ({ as: platform })],
  ['admin GET tenant/tree', ({ platform }) => ({ as: platform })],
  [
    'admin POST tenant',
    ({ platform }) => ({
      as: platform,
      body: {
        id: '',
        name: unique('松鹤园'),
        code: `w${process.pid}`,
        startTime: '2026-01-01 00:00:00',
        endTime: '2099-01-01 00:00:00',
        status: '0',
        $status: '正常',
        createTime: '',
      },
    }),
  ],
  [
    'admin GET tenant/page',
    ({ platform }) => ({ as: platform, query: { ...paged, name: '', code: `w${process.pid}` } }),
    (page, { kept }) => ([kept.tenant] = rows(page, TENANT)),
  ],
  [
    'admin PUT tenant',
    ({ platform, kept }) => ({ as: platform, body: form(kept.tenant, { name: unique('松鹤园'), $status: '正常', createTime: '' }) }),
    (done) => assert.equal(done, true),
  ],
  ['admin GET tenant/getTenantList/{id}', ({ platform, kept }) => ({ as: platform, at: [kept.tenant.id] })],
  ['admin GET tenant/source/{id}', ({ platform, kept }) => ({ as: platform, at: [kept.tenant.id] })],
  ['admin DELETE tenant/{id}', ({ platform, kept }) => ({ as: platform, at: [kept.tenant.id] }), (done) => assert.equal(done, true)],
];
