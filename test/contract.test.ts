import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';
import { PROOF_NEEDED } from '#contract/tenants/memberships.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { openApi } from '#server/http/openapi.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { OWN } from './matrix-ids.ts';

const routes = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, all]) =>
  Object.entries(all).map(([name, route]) => ({ name: `${service}.${name}`, route })),
);
const SERVICES = /^\/(auth|admin|members|business|questionnaire|cloudcall|warning|tenant-device|act|code)(\/|$)/;

/** What needs no permission, by service: another name here is a decision, not a slip. */
const OPEN: Record<'public' | 'session', Record<string, string>> = {
  public: {
    callRecordings: 'stream',
    cameras: 'stream',
    cloudNotices: 'receive',
    embedded: 'frame',
    externalOrders: 'offers items payTypes orderToken quote current page create pay check cancel upload bill wechatNotify alipayNotify',
    externalAccounts: 'updatePwd updateUserEnterprise updateEnterprise unsubscribe',
    familyTickets: 'open enter write upload follow read answer rate reopen',
    files: 'download',
    invitations: 'accept refuse tenants join',
    locks: 'callback',
    logins: 'token smsToken smsCode checkToken logout ways captcha checkSlider',
    parameters: 'publicValue',
    personDocuments: 'download',
    publicCalls: 'look join answer keys rate end',
    questionnaireItems: 'list',
    questionnaireLogics: 'list',
    questionnaireResults: 'create publicPage',
    questionnaireQuotas: 'full',
    questionnaireSettings: 'get status',
    questionnaireVisitors: 'view upload phoneCode checkPhoneCode',
    questionnaires: 'get details',
    regions: 'tree',
    registrations: 'sendCode register packages createTenant forgetPwd',
    screenLogins: 'start token',
    socialAccounts: 'start token',
    warningClips: 'stream',
    visitorBookings: 'book cancel change find page',
    openBookings: 'book cancel find offer page halves move',
    workOrderRatings: 'open rate',
  },
  session: {
    deliveryPreferences: 'own save',
    departments: 'tree',
    dietPlans: 'meals',
    dictionaries: 'byType',
    errorLogs: 'record',
    externalAccounts: 'findToken',
    house: 'base',
    files: 'upload link',
    home: 'read',
    homePanels: 'read',
    invitations: 'mine',
    memberships: 'list ofUser switchUser check',
    menus: 'own',
    messageDeliveries: 'ofMessage',
    messagePreferences: 'own save',
    messages: 'page export get unread read clear',
    pushSubscriptions: 'add remove',
    posts: 'list',
    now: 'ask read',
    ownAccounts: 'profile passwordPolicy phoneCode',
    projectQuestionnaires: 'page list',
    questionnaireResults: 'findResult',
    questionnaireTemplates: 'types',
    questionnaireThemes: 'list',
    regions: 'geo regeo',
    rooms: 'tree',
    secondFactors: 'state enrol confirm renew disable',
    serviceProjects: 'byTenant defaultSos',
    serviceTypes: 'tree',
    sessions: 'own removeOwn',
    socialAccounts: 'own bind unbind',
    // Each checks that the caller takes part in the case (needPart).
    approvalCases: 'page count get offered apply resubmit decide batch hand sign withdraw remind comment copy',
    approvalPeople: 'find',
    staffLeaves: 'mine get preview create resubmit withdraw',
    tenants: 'list',
    transfers: 'process cancel file',
    users: 'info edit',
    workbench: 'check',
  },
};

let t: Harness;
let tenant: number;
let all: TestUser;
let none: TestUser;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  all = await t.user(tenant);
  none = await t.user(tenant, { permissions: [] });
});
after(() => t.close());

/** Input that the calls which need a proof take: the proof is asked for before anything is looked up. */
const samples: Record<string, object> = {
  'callServices.create': { name: '内置', provider: 1 },
  'callServices.update': { id: 987654321, name: '内置', provider: 1 },
  'clients.create': { id: 'proofless', encryptsPassword: false, needsCaptcha: false, accessSeconds: 3600, refreshSeconds: 7200 },
  'clients.renew': { id: 'proofless' },
};

const concrete = (route: Route) => pathParameters(route.path).reduce((path, name) => path.replace(`{${name}}`, '987654321'), route.path);

describe('every route', () => {
  it('has a policy, a Chinese title, a limit, and a path of its own under a service of the specification', () => {
    const seen = new Set<string>();
    assert.ok(routes.length > 0);
    for (const { name, route } of routes) {
      assert.match(route.path, SERVICES, name);
      assert.match(route.summary, /[\u4e00-\u9fff]/, name);
      assert.ok(route.access && route.rate && route.bodyLimit > 0, name);
      if (route.access !== 'public' && route.access !== 'session') assert.match(route.access, /^[a-z][a-z_]+_[a-z]+$/, name);
      for (const path of [route.path, ...route.also]) {
        const key = `${route.method} ${path.replace(/\{\w+\}/g, '{}')}`;
        assert.ok(!seen.has(key), `${name}: ${key} is there twice`);
        // The specification also writes a file's address with the gateway's own prefix.
        assert.match(path.replace(/^\/api(?=\/admin\/sys-file\/)/, ''), SERVICES, name);
        seen.add(key);
      }
    }
  });

  it('is open without a permission only where that is meant', () => {
    for (const kind of ['public', 'session'] as const) {
      const meant = Object.entries(OPEN[kind]).flatMap(([service, names]) => names.split(' ').map((name) => `${service}.${name}`));
      const open = routes.filter(({ route }) => route.access === kind).map(({ name }) => name);
      assert.deepEqual(open.sort(), meant.sort(), kind);
    }
  });

  it('deletes nothing that the database lets nobody delete: its button could only fail', async () => {
    const { rows } = await t.owner.query(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not has_table_privilege('yian_app', oid, 'delete')`,
    );
    const kept = new Set(rows.map(({ relname }) => relname));
    assert.ok(kept.has('operation_logs') && kept.has('audit_seals'));
    const vain = routes.filter(({ name, route }) => route.method === 'DELETE' && kept.has(OWN[name.split('.')[0] as string] ?? ''));
    assert.deepEqual(
      vain.map(({ name }) => name),
      [],
    );
  });

  it('is in the OpenAPI document', () => {
    const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> };
    for (const { name, route } of routes) assert.ok(paths[route.path]?.[route.method.toLowerCase()], name);
  });

  it('refuses without a session, and without its permission, in the envelope', async () => {
    for (const { name, route } of routes.filter(({ route }) => route.access !== 'public')) {
      const anonymous = await t.call(route.method, concrete(route), { input: {} });
      assert.equal(anonymous.status, 401, name);
      assert.deepEqual([anonymous.code, anonymous.msg], [1, '用户凭证已过期'], name);
      const expired = await t.call(route.method, concrete(route), { as: { ...all, token: 'x'.repeat(43) }, input: {} });
      assert.equal(expired.status, 401, name);
      const foreign = await t.call(route.method, concrete(route), { as: all, input: {}, headers: { 'tenant-id': String(tenant + 1) } });
      assert.equal(foreign.status, 403, name);
      if (route.access === 'session') continue;
      const lower = await t.call(route.method, concrete(route), { as: none, input: {} });
      assert.equal(lower.status, 403, name);
      assert.equal(lower.msg, '权限不足，不允许访问', name);
    }
  });

  it('of the platform refuses every other tenant, whatever its account may do', async () => {
    const own = routes.filter(({ route }) => route.platform !== null);
    assert.ok(own.length > 30, String(own.length));
    for (const { name, route } of own.filter(({ route }) => route.demonstration !== 'only')) {
      const { status, msg } = await t.call(route.method, concrete(route), { as: all, input: {} });
      assert.deepEqual([status, msg], [403, route.platform], name);
    }
  });

  it('that needs a proof refuses who has given none, and does nothing in a demonstration where it must not', async () => {
    const platform = await t.user(PLATFORM);
    const proved = routes.filter(({ route }) => route.proved);
    assert.ok(proved.length > 3);
    for (const { name, route } of proved) {
      const { status, data } = await t.call(route.method, concrete(route), { as: platform, input: samples[name] ?? {} });
      assert.deepEqual([status, data], [403, PROOF_NEEDED], name);
    }
    t.deps.config.demo = true;
    try {
      for (const { name, route } of routes.filter(({ route }) => route.demonstration === 'never')) {
        const { status, msg } = await t.call(route.method, concrete(route), { as: platform, input: {} });
        assert.deepEqual([status, msg], [423, '演示环境不能操作'], name);
      }
    } finally {
      t.deps.config.demo = false;
    }
    for (const { name, route } of routes.filter(({ route }) => route.demonstration === 'only')) {
      const { status } = await t.call(route.method, concrete(route), { as: all, input: {} });
      assert.equal(status, 404, name);
    }
  });

  it('answers nonsense with a clear Chinese text and never with 500', async () => {
    const nonsense = {
      id: 'x',
      current: 'a',
      size: '-5',
      name: '\u0000',
      userName: "' or 1=1 --",
      descs: 'password_hash; drop table users',
      status: {},
      jobLists: 'x',
    };
    for (const { name, route } of routes) {
      // Signing out would make the rest of the calls anonymous.
      const caller = route.path === '/auth/token/logout' ? await t.user(tenant) : all;
      for (const input of [nonsense, { ...nonsense, id: 1e20 }, {}]) {
        const answer = await t.call(route.method, concrete(route), { as: caller, input });
        assert.ok(answer.status < 500, `${name}: ${answer.status} ${answer.msg}`);
        if (answer.status >= 400 && answer.msg !== null && route.kind === 'json')
          assert.match(answer.msg, /[\u4e00-\u9fff]/, `${name}: ${answer.msg}`);
        if (route.kind === 'json' || answer.status >= 400)
          assert.doesNotMatch(String(answer.msg), /sql|postgres|select |relation|column|zod|undefined|at \//i, name);
      }
    }
  });
});

describe('every export', () => {
  it('answers a workbook, whatever columns are asked for', async () => {
    const exports = routes.filter(
      ({ route }) => route.kind === 'raw' && route.rate === 'export' && /\/export\w*$/i.test(route.path) && !route.path.includes('audit'),
    );
    assert.ok(exports.length >= 22, String(exports.length));
    const platform = await t.user(1);
    // One that needs a filter is asked for by its own test.
    for (const { name, route } of exports.filter(({ route }) => route.input.safeParse({}).success))
      for (const query of ['', '?format=csv']) {
        const ask = async (user: TestUser) => {
          const answer = await fetch(t.url + route.path + query, { headers: { authorization: `Bearer ${user.token}` } });
          return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
        };
        const first = await ask(all);
        const { status, bytes } = first.status === 403 && first.bytes.includes('只有平台') ? await ask(platform) : first;
        assert.equal(status, 200, `${name}: ${bytes.toString('utf8').slice(0, 200)}`);
        // Old clients of the questionnaire service expect .xls (docs/decisions/103).
        const workbook = name === 'questionnaireResults.export' ? 'ÐÏ' : 'PK';
        if (query === '') assert.equal(bytes.subarray(0, 2).toString('latin1'), workbook, name);
        else assert.match(bytes.toString('utf8').split('\n')[0] ?? '', /[\u4e00-\u9fff]/, name);
      }
  });
});

describe('every list', () => {
  it('answers its schema, empty at first, whatever the page', async () => {
    const lists = routes.filter(({ route }) => route.method === 'GET' && route.path.endsWith('/page'));
    assert.ok(lists.length > 0);
    const platform = await t.user(1);
    for (const { name, route } of lists) {
      for (const input of [
        {},
        { current: 0, size: 10 },
        { current: 99999, size: 100, descs: 'create_time' },
        { ascs: ['create_time', 'nonsense'] },
      ]) {
        const first = await t.call('GET', route.path, { as: all, input });
        const answer = first.msg?.startsWith('只有平台') ? await t.call('GET', route.path, { as: platform, input }) : first;
        if (answer.status === 400) continue; // needs a parameter of its own
        if (name === 'simulations.page' && answer.status === 404) continue; // there in demonstration mode only
        assert.equal(answer.status, 200, `${name}: ${answer.msg}`);
        assert.deepEqual(
          Object.keys(answer.data)
            .filter((key) => key !== 'approximate')
            .sort(),
          ['current', 'pages', 'records', 'size', 'total'],
          name,
        );
      }
    }
  });
});
