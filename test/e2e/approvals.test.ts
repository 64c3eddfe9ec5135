import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { sweepApprovals } from '#server/approvals/case-sweeps.ts';
import { pick, pickWhileSearching } from './colleagues.ts';
import { accessible, button, choose, dialog, said } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const FLOW = '用印申请';

describe('an institution makes a flow of approvals and decides by it', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let [admin, nurse, head, finance] = [] as unknown as [Page, Page, Page, Page];
  let names = { admin: '', nurse: '', agent: '', finance: '' };
  let others = { doctor: '' };
  /** Addresses of the applications. */
  let [small, large] = ['', ''];

  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query as never))) ?? assert.fail('there is no such row');
  const nameOf = async (username: string) =>
    (await one<{ name: string }>(sql`select name from users where tenant_id = ${PINGAN} and username = ${username}`)).name;
  const go = (page: Page, path: string) => page.goto(`${product.url}${path}`);
  const open = async (page: Page, address: string) => {
    await go(page, address);
    await page.locator('.ap-head h1').waitFor();
  };
  const own = (page: Page) => page.getByRole('region', { name: '我的审批' });
  const progress = (page: Page) => page.getByRole('region', { name: '审批进度' });
  const state = (page: Page) => page.locator('.ap-head .ant-tag');
  const inList = (page: Page, text: string) => page.locator('.ant-table-row', { hasText: text });

  /** Gives the address of what was applied for. */
  async function apply(reason: string, amount: string): Promise<string> {
    await go(nurse, '/approval/index?tab=mine');
    await button(nurse, '发起申请').click();
    await dialog(nurse, '发起申请')
      .getByRole('button', { name: new RegExp(FLOW) })
      .click();
    const form = dialog(nurse, `发起申请：${FLOW}`);
    await form.getByLabel('事由').fill(reason);
    await form.getByLabel('金额').fill(amount);
    await button(form, '提交申请').click();
    await nurse.waitForURL(/activti\/detail\/\d+$/);
    await nurse.locator('.ap-head h1').filter({ hasText: reason }).waitFor();
    return new URL(nurse.url()).pathname;
  }

  before(async () => {
    product = await startProduct();
    await one(sql`update departments set leader_id = (select id from users where tenant_id = ${PINGAN} and username = 'agent')
      where tenant_id = ${PINGAN} and id = (select department_id from users where tenant_id = ${PINGAN} and username = 'nurse') returning id`);
    const [first, second, third, fourth] = await Promise.all(['admin', 'nurse', 'agent', 'finance'].map(nameOf));
    names = { admin: first as string, nurse: second as string, agent: third as string, finance: fourth as string };
    others = { doctor: await nameOf('pingan_nurse_2') };
    admin = await product.signIn('admin', { ...WIDE, at: null });
    nurse = await product.signIn('nurse');
    head = await product.signIn('agent');
    finance = await product.signIn('finance');
  });
  after(() => product?.stop());

  it('is drawn while its steps are listed, and says what is missing', async () => {
    await go(admin, '/approval/definition/index');
    await inList(admin, '员工请假').waitFor();
    await accessible(admin, '.y-pages');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增审批流程');
    await form.getByLabel('流程名称').fill(FLOW);
    await button(form, '新增并设计').click();
    await admin.getByText('还不能发布：').waitFor();
    const fields = admin.getByRole('region', { name: '申请表单' });
    for (const [at, name, type] of [
      [0, '事由', '单行文本'],
      [1, '金额', '金额（元）'],
    ] as const) {
      await button(fields, '添加字段').click();
      await fields.getByLabel('字段名称').nth(at).fill(name);
      await choose(admin, fields, `${name}的类型`, type);
    }
    const steps = admin.getByRole('region', { name: '审批步骤' });
    const step = async (name: string, kind: string) => {
      await button(steps, '添加步骤').click();
      await steps.getByLabel('步骤名称').fill(name);
      await button(steps, '添加审批人').click();
      if (kind !== '指定人员') await choose(admin, steps, '第1组审批人的类型', kind);
    };
    await step('院长审批', '指定人员');
    await pickWhileSearching(admin, steps, '第1组审批人的人员', names.admin);
    await step('部门审批', '部门负责人');
    // Her time is eight hours; then finance has it.
    await steps.getByLabel('时限', { exact: true }).fill('8');
    await button(steps, '添加接手人').click();
    await pick(admin, steps, '第1组接手人的人员', names.finance);
    await step('财务审批', '角色');
    await choose(admin, steps, '第1组审批人的角色', '财务');
    await button(steps, '设置条件').click();
    await steps.getByLabel('第1项条件的值').fill('1000');
    // The first step goes to the end by the keyboard.
    const handle = steps.getByRole('button', { name: /^移动院长审批/ });
    await handle.press('ArrowDown');
    await steps.getByRole('button', { name: /^移动院长审批/ }).press('ArrowDown');
    const drawing = admin.getByRole('figure', { name: `${FLOW}的流程图` });
    await drawing.getByText('金额不小于').first().waitFor();
    await admin.getByText('还不能发布：').waitFor({ state: 'detached' });
    assert.deepEqual(await steps.locator('.ap-step-head b').allInnerTexts(), ['部门审批', '财务审批', '院长审批']);
    // A click on the drawing opens its step; undo takes the last move back.
    await drawing.locator('[data-element-id="s2"]').first().click();
    await steps.getByLabel('步骤名称').and(admin.locator('input[value="部门审批"]')).waitFor();
    await admin.keyboard.press('Control+z');
    await steps.locator('.ap-step-head b').nth(2).filter({ hasText: '财务审批' }).waitFor();
    await admin.keyboard.press('Control+y');
    await steps.locator('.ap-step-head b').nth(2).filter({ hasText: '院长审批' }).waitFor();
    await accessible(admin, '.y-pages');
  });

  it('is tried on real people before it is published', async () => {
    await button(admin, '试算').click();
    const trial = dialog(admin, '试算审批人');
    await pick(admin, trial, '申请人', names.nurse);
    await trial.getByLabel('金额').fill('500');
    await button(trial, '试算').click();
    const result = trial.getByRole('list', { name: '试算结果' });
    await result.getByText(names.agent).waitFor();
    assert.equal(await result.getByText('财务审批').count(), 0);
    await trial.getByLabel('金额').fill('5000');
    await button(trial, '试算').click();
    await result.getByText(names.finance).waitFor();
    // Nobody is above the head of the institution: a warning says who gets it then.
    await pick(admin, trial, '申请人', names.admin);
    await button(trial, '试算').click();
    await result.getByRole('alert').first().waitFor();
    await button(trial, '取消').click();
    await button(admin, '发布').click();
    await button(admin.locator('.ant-modal-confirm:visible'), '发布').click();
    await said(admin, '已发布');
    await state(admin).filter({ hasText: '已发布 v1' }).waitFor();
    await button(admin, '历史版本').click();
    await dialog(admin, '历史版本').getByRole('figure', { name: '第1版的流程图' }).locator('svg').first().waitFor();
    await button(dialog(admin, '历史版本'), '关闭').last().click();
  });

  it('asks the head first, and finance only above the amount', async () => {
    small = await apply('劳动合同盖章', '300');
    await open(head, small);
    await accessible(head, '.y-pages');
    // The comment has the focus; Ctrl+Enter approves.
    await head.keyboard.type('同意用印');
    await head.keyboard.press('Control+Enter');
    await said(head, '操作成功');
    await progress(head).getByText('同意用印').waitFor();
    await progress(head).getByText('院长审批').waitFor();
    assert.equal(await progress(head).getByText('财务审批').count(), 0);
    large = await apply('采购合同盖章', '8000');
    await open(head, large);
    await button(own(head), '同意').click();
    await progress(head).getByText('财务审批').waitFor();
    await go(finance, '/approval/index');
    await inList(finance, '采购合同盖章').getByText('财务审批').waitFor();
    await accessible(finance, '.y-pages');
    await finance.getByRole('menuitem', { name: /审批中心\s*1/ }).waitFor();
  });

  it('goes back to an earlier step, and to another person', async () => {
    await open(finance, large);
    await button(own(finance), '退回').click();
    await said(finance, '请先填写审批意见');
    await own(finance).getByRole('textbox').fill('请补充合同编号');
    await button(own(finance), '退回').click();
    await dialog(finance, '退回').getByLabel('部门审批').check();
    await button(dialog(finance, '退回'), '退回').click();
    await said(finance, '操作成功');
    await open(head, large);
    await button(own(head), '更多').click();
    await head.getByRole('menuitem', { name: '转交' }).click();
    const form = dialog(head, '转交给他人审批');
    await pick(head, form, '人员', names.admin);
    await button(form, '确定').click();
    await said(head, '操作成功');
    await progress(head).getByText(`${names.agent}转交`).waitFor();
  });

  it('says who was faster when a decision comes twice', async () => {
    const second = await admin.context().newPage();
    await second.goto(`${product.url}${large}`);
    await own(second).waitFor();
    // It reads anew when its socket stands: a press at that moment would be lost.
    await second.waitForLoadState('networkidle');
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(
        sql`update approval_tasks set state = 3, decided_at = now() where tenant_id = ${PINGAN} and state = 2
        and case_id = ${Number(large.split('/').at(-1))}` as never,
      ),
    );
    const told = second.getByText(/您已.*处理过/).waitFor();
    await button(own(second), '同意').click();
    await told;
    await second.close();
  });

  it('is withdrawn by its applicant, and copied to a colleague', async () => {
    const address = await apply('介绍信盖章', '10');
    await button(nurse, '抄送').click();
    await pick(nurse, dialog(nurse, '抄送'), '人员', others.doctor);
    await button(dialog(nurse, '抄送'), '确定').click();
    await said(nurse, '已抄送');
    await nurse.getByText(`${others.doctor}（未读）`).waitFor();
    await nurse.getByLabel('评论').fill('请尽快');
    await button(nurse, '发表评论').click();
    await said(nurse, '已评论');
    await button(nurse, '撤回').click();
    await button(nurse.locator('.ant-modal-confirm:visible'), '撤回').click();
    await said(nurse, '已撤回');
    await state(nurse).filter({ hasText: '已撤回' }).waitFor();
    await open(head, address);
    assert.equal(await own(head).count(), 0);
  });

  it('is decided for many at once', async () => {
    for (const reason of ['甲证明', '乙证明']) await apply(reason, '1');
    await go(head, '/approval/index');
    for (const reason of ['甲证明', '乙证明']) await inList(head, reason).getByRole('checkbox').check();
    await button(head, '批量同意').click();
    await button(dialog(head, '批量同意2条申请'), '同意').click();
    await said(head, '已同意2条');
    await go(head, '/approval/index?tab=done');
    await inList(head, '甲证明').getByText('院长审批').waitFor();
  });

  it('is reminded of, and goes to another person when its time is over', async () => {
    const address = await apply('授权书盖章', '20');
    const id = Number(address.split('/').at(-1));
    await open(head, address);
    await own(head).waitFor();
    // The limit moves, since the product's clock cannot.
    const passed = async (column: 'remind_at' | 'due_at') => {
      await product.deps.inTenant(PINGAN, (tx) =>
        tx.run(
          sql`update approval_steps set ${sql.ref(column)} = now() - interval '1 minute' where tenant_id = ${PINGAN} and case_id = ${id}`,
        ),
      );
      await sweepApprovals(product.deps, product.deps.now(), 1000);
    };
    await passed('remind_at');
    await go(head, '/message/index');
    await head.getByText(`${names.nurse}的${FLOW}等待您审批`).first().waitFor();
    await passed('due_at');
    await open(finance, address);
    await finance.getByText('超过审批时限').first().waitFor();
    await button(own(finance), '同意').click();
    await said(finance, '操作成功');
    await open(head, address);
    await progress(head).getByText('院长审批').first().waitFor();
    assert.equal(await own(head).count(), 0);
  });

  it('is drawn by hand by those who know how', async () => {
    await go(admin, '/approval/definition/index');
    await admin.getByRole('link', { name: FLOW }).click();
    await admin.getByRole('tab', { name: '专业模式' }).click();
    await button(admin, '改用流程图设计').click();
    const canvas = admin.getByRole('application', { name: '流程图编辑区' });
    await canvas.locator('[data-element-id="s3"]').first().click();
    const panel = admin.getByRole('complementary', { name: '所选元素的设置' });
    await panel.getByLabel('步骤名称').waitFor();
    await panel.getByLabel('步骤名称').fill('财务复核');
    await canvas.getByText('财务复核').waitFor();
    // The way out of the choice keeps the condition of the list.
    await canvas.locator('[data-element-id="f_c_s3_s3"]').first().click({ force: true });
    await panel.getByLabel('第1项条件的值').waitFor();
    assert.equal(await panel.getByLabel('第1项条件的值').inputValue(), '1000');
    await button(admin, '保存草稿').click();
    await said(admin, '已保存草稿');
    await button(admin, '改回步骤列表').click();
    await button(admin.locator('.ant-modal-confirm:visible'), '改回步骤列表').click();
    await admin.getByRole('region', { name: '审批步骤' }).getByText('财务复核').waitFor();
    await go(admin, '/approval/definition/index');
    assert.deepEqual(product.problems, []);
  });
});
