/** The demonstration's feedback on an open day: rows, marks, an order, a recommendation, entries and a quota, with what families answered. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { DAY, HOUR } from '#contract/time.ts';
import { checkAnswers } from '../../contract/questionnaires/answers.rules.ts';
import { piped } from '../../contract/questionnaires/piping.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { setQuotas } from '../../server/questionnaires/questionnaire-quotas.ts';
import { asFormItems, itemsOf, jsonb } from '../../server/questionnaires/questionnaire-rows.ts';
import type { Random } from './random.ts';

const options = (...labels: string[]) => labels.map((label, at) => ({ label, value: at + 1 }));
const rows = options('居住环境', '饮食', '护理服务', '文娱活动');

const ITEMS = [
  { type: 'INPUT', label: '您的称呼', required: true, expand: { maxlength: 20 } },
  { type: 'RADIO', label: '下次开放日您想参加哪一场', required: true, expand: { options: options('上午场', '下午场') } },
  {
    type: 'MATRIX_SCALE',
    label: '${field101}，您对以下方面的印象如何',
    required: true,
    expand: { rows, max: 5, lowLabel: '不好', highLabel: '很好' },
  },
  { type: 'MATRIX_SELECT', label: '您还想了解哪些方面', expand: { rows, options: options('费用', '现场参观', '试住'), multiple: true } },
  { type: 'SORT', label: '选择养老院时您最看重什么', expand: { options: options('医疗照护', '饮食', '离家距离', '费用', '环境'), max: 3 } },
  { type: 'NPS', label: '您有多大可能把我们推荐给亲友', required: true },
  {
    type: 'SUB_FORM',
    label: '考虑入住的老人',
    expand: {
      max: 3,
      items: [
        { formItemId: 1, type: 'INPUT', label: '称呼', required: true, expand: { maxlength: 20 } },
        { formItemId: 2, type: 'NUMBER_INPUT', label: '年龄', expand: { min: 50, max: 120, precision: 0 } },
        { formItemId: 3, type: 'RADIO', label: '行动', expand: { options: options('自如', '需要搀扶', '卧床') } },
      ],
    },
  },
];

const NAMES = ['王女士', '李先生', '陈女士', '赵先生', '刘女士', '孙先生', '周女士', '吴先生'];
const MORNING = 12;

function answers(random: Random, at: number): Record<string, unknown> {
  const order = [1, 2, 3, 4, 5].toSorted(() => random.next() - 0.5);
  return {
    field101: NAMES[at % NAMES.length],
    field102: at < MORNING ? 1 : 2,
    field103: Object.fromEntries(rows.map(({ value }) => [value, random.int(3, 5)])),
    field104: { 3: [random.int(1, 3)] },
    field105: (random.chance(0.6) ? [1, ...order.filter((one) => one !== 1)] : order).slice(0, 3),
    field106: random.chance(0.6) ? random.int(9, 10) : random.int(5, 8),
    ...(random.chance(0.5)
      ? { field107: [{ field1: random.pick(['父亲', '母亲', '岳母']), field2: random.int(72, 92), field3: random.int(1, 3) }] }
      : {}),
  };
}

/** Makes the questionnaire, collecting, with two dozen answers of the last days; of its morning all places are taken. */
export async function seedOpenDay(tx: Tx, random: Random, now: number): Promise<void> {
  const tenant_id = tx.tenantId;
  const key = randomBytes(16).toString('hex');
  const made = await tx.row(
    db
      .insertInto('questionnaires')
      .values({
        tenant_id,
        key,
        name: '开放日参观反馈',
        describe: '感谢您参加开放日，请用两分钟告诉我们您的感受。',
        status: 2,
        category: 3,
      })
      .returning('id'),
  );
  const questionnaire_id = made!.id;
  await tx.run(
    db.insertInto('questionnaire_items').values(
      ITEMS.map(({ expand, required, ...item }, at) => ({
        ...item,
        tenant_id,
        questionnaire_id,
        form_item_id: 101 + at,
        required: required ?? false,
        sort: (at + 1) * 65536,
        expand: jsonb(expand ?? {}),
      })),
    ),
  );
  await setQuotas(tx, questionnaire_id, [{ most: MORNING, conditions: [{ formItemId: 102, optionValue: 1 }] }]);
  const items = await itemsOf(tx, { id: questionnaire_id, key });
  const asked = asFormItems(items);
  const form = {
    tenant_id,
    questionnaire_id,
    revision: 1,
    name: '开放日参观反馈',
    describe: '',
    items: sql`${JSON.stringify(items)}::jsonb`,
  };
  await tx.run(db.insertInto('questionnaire_forms').values(form as never));
  const count = 24;
  for (let at = 0; at < count; at++) {
    const given = answers(random, at);
    const { originalData, processData, problems } = checkAnswers(piped(asked, given), given);
    if (problems.length > 0) throw new Error(`开放日参观反馈: ${problems.map(({ message }) => message).join()}`);
    const created_at = new Date(now - 2 * DAY + at * HOUR).toISOString();
    await tx.run(
      db.insertInto('questionnaire_results').values({
        tenant_id,
        questionnaire_id,
        revision: 1,
        serial_number: at + 1,
        original_data: jsonb(originalData),
        process_data: jsonb(processData),
        complete_ms: random.int(60_000, 240_000),
        submit_os: random.pick(['Android', 'iOS']),
        submit_browser: 'WeChat',
        submit_ip: '10.0.0.9',
        submit_address: '内网IP',
        digest: Buffer.alloc(32),
        created_at,
        updated_at: created_at,
      }),
    );
  }
  await tx.run(
    db.updateTable('questionnaires').set({ last_serial: count }).where('tenant_id', '=', tenant_id).where('id', '=', questionnaire_id),
  );
}
