/** Figures of what was answered. Each is of the results that the caller sees in the list of results. */
import { sql } from 'kysely';
import { wordCounts } from '#contract/questionnaires/answer-figures.rules.ts';
import { chiSquareOf } from '#contract/questionnaires/crosstab.rules.ts';
import { keyOf, labelText } from '#contract/questionnaires/item-types.rules.ts';
import { MOST_TEXTS, MOST_TREND_DAYS, questionnaireReports as routes } from '#contract/questionnaires/questionnaire-reports.ts';
import { DAY, dayOf, instantOf, nextDay, weekdayOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { invalid, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { chosenIn, countAnswered, countAnswers, countNames, countPairs, countWords } from './answer-counts.ts';
import { figuresOf, isChoice, isMultiple, isOpen, optionCounts, optionsOf } from './item-figures.ts';
import { counting, facets, keptDays, keptTotals, type Asked, type Facet } from './kept-counts.ts';
import { itemsOf, readQuestionnaire, type Item } from './questionnaire-rows.ts';

/** The kinds that the wire's charts know, as it calls them. */
const CHARTED: Record<string, string> = { RADIO: '单选框', CHECKBOX: '多选框', SELECT: '下拉框' };

async function questionsOf({ tx }: Context, key: string) {
  const questionnaire = await readQuestionnaire(tx, key);
  if (!questionnaire) throw notFound('问卷');
  return { questionnaire, items: await itemsOf(tx, questionnaire) };
}

/** How many results there are by a word of each, the most frequent first. */
async function countBy(asked: Asked, context: Context, facet: Facet, word: ReturnType<typeof sql<string>>) {
  await questionsOf(context, asked.projectKey);
  return countWords(context.tx, await counting(context.tx, asked, context.session), facet, word);
}

/** How many results there are of each day from `first` to `last`. */
async function countDays(key: string, first: string, last: string, context: Context): Promise<{ date: string; count: number }[]> {
  await questionsOf(context, key);
  const asked = { projectKey: key, beginDateTime: `${first} 00:00:00`, endDateTime: `${last} 23:59:59` };
  const results = await counting(context.tx, asked, context.session);
  const day = sql<string>`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const found = await countNames(context.tx, results, day, await keptDays(context.tx, results));
  const days = Math.round((instantOf(last) - instantOf(first)) / DAY) + 1;
  return Array.from({ length: days }, (_, at) => nextDay(first, at)).map((date) => ({ date, count: found.get(date) ?? 0 }));
}

const choiceOf = (items: readonly Item[], id: number): Item => {
  const item = items.find(({ formItemId }) => formItemId === id);
  if (!item) throw notFound('题目');
  if (!isChoice(item)) throw invalid(`「${labelText(item.label).slice(0, 30)}」不是选择题，不能交叉分析`);
  return item;
};

export const questionnaireReports: Handlers<typeof routes> = {
  async stats(asked, context) {
    const { questionnaire } = await questionsOf(context, asked.projectKey);
    const results = await counting(context.tx, asked, context.session);
    const row = await context.tx.row<{ n: number; ms: number; views: number }>(
      planned(sql`select count(*)::integer as n, coalesce(sum(complete_ms), 0)::float8 as ms,
        (select count(*)::integer from questionnaire_viewers v
          where v.tenant_id = ${context.tx.tenantId} and v.questionnaire_id = ${questionnaire.id}) as views
        from (${results.live.select('complete_ms')}) r`),
    );
    const kept = await keptTotals(context.tx, results);
    const [n, ms] = [kept.n + (row?.n ?? 0), kept.ms + (row?.ms ?? 0)];
    return { avgCompleteTime: n === 0 ? 0 : Math.round(ms / n), completeCount: n, viewCount: row?.views ?? 0 };
  },

  async situation({ projectKey }, context) {
    const now = context.deps.now();
    const monday = nextDay(dayOf(now), -((weekdayOf(now) + 6) % 7));
    const days = await countDays(projectKey, monday, nextDay(monday, 6), context);
    return days.map(({ date, count }) => ({ createTime: date, count }));
  },

  async position(asked, context) {
    const found = await countBy(
      asked,
      context,
      facets.place,
      sql<string>`coalesce(nullif(split_part(submit_address, '-', 1), ''), '其他')`,
    );
    return Object.fromEntries(found.map(({ name, count }) => [name, count]));
  },

  async source(asked, context) {
    const found = await countBy(asked, context, facets.browser, sql<string>`coalesce(nullif(submit_browser, ''), '其他')`);
    return found.map(({ name, count }) => ({ browserName: name, count }));
  },

  async device(asked, context) {
    const found = await countBy(asked, context, facets.system, sql<string>`coalesce(nullif(submit_os, ''), '其他')`);
    return found.map(({ name, count }) => ({ osName: name, count }));
  },

  async analysis(asked, context) {
    const items = (await questionsOf(context, asked.projectKey)).items.filter(({ type }) => type in CHARTED);
    const ids = items.map(({ formItemId }) => formItemId);
    const counts = await countAnswers(context.tx, await counting(context.tx, asked, context.session), ids);
    return items.map((item) => {
      const options = optionCounts(item, counts.get(item.formItemId) ?? []);
      return {
        type: CHARTED[item.type] as string,
        label: labelText(item.label),
        formItemId: item.formItemId,
        fieldName: options.map(({ label }) => label),
        data: options.map(({ count }) => count),
        map: Object.fromEntries(options.map(({ label, count }) => [label, count])),
        chartType: 'pie',
      };
    });
  },

  async items(asked, context) {
    const { items } = await questionsOf(context, asked.projectKey);
    return figuresOf(context.tx, asked, context.session, items);
  },

  async texts({ formItemId, size, ...asked }, context) {
    const { items } = await questionsOf(context, asked.projectKey);
    const item = items.find((one) => one.formItemId === formItemId);
    if (!item) throw notFound('题目');
    if (!isOpen(item)) throw invalid('此题没有文字回答');
    const text = sql<string>`original_data ->> ${keyOf(formItemId)}`;
    const results = await counting(context.tx, asked, context.session);
    const total = (await countAnswered(context.tx, results, [formItemId])).get(formItemId) ?? 0;
    const newest = results.all
      // Not by `?`, of which the planner expects so few that it reads and sorts everything.
      .where(sql<boolean>`(original_data -> ${keyOf(formItemId)}) is not null`)
      .select(['id as resultId', 'created_at as createTime', text.as('text')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(Math.min(MOST_TEXTS, total));
    const rows = await context.tx.rows<{ resultId: number; createTime: string; text: string }>(planned(newest));
    return {
      total,
      texts: rows.slice(0, size),
      words: wordCounts(rows.map((row) => row.text)),
    };
  },

  async crosstab({ rowItemId, columnItemId, ...asked }, context) {
    if (rowItemId === columnItemId) throw invalid('请选择两道不同的题目');
    const { items } = await questionsOf(context, asked.projectKey);
    const [row, column] = [choiceOf(items, rowItemId), choiceOf(items, columnItemId)];
    const [rows, columns] = [optionsOf(row), optionsOf(column)];
    const counts = rows.map(() => columns.map(() => 0));
    const at = (options: ReturnType<typeof optionsOf>, value: unknown) => options.findIndex((one) => String(one.value) === String(value));
    let answered = 0;
    const results = await counting(context.tx, asked, context.session);
    for (const { one, other, n } of await countPairs(context.tx, results, rowItemId, columnItemId)) {
      answered += n;
      for (const r of chosenIn(one).map((value) => at(rows, value)))
        for (const c of chosenIn(other).map((value) => at(columns, value))) if (r >= 0 && c >= 0) counts[r]![c]! += n;
    }
    return {
      rows: rows.map(({ label }) => label),
      columns: columns.map(({ label }) => label),
      counts,
      answered,
      // Answers with several choices are counted more than once, which the test does not allow.
      test: isMultiple(row) || isMultiple(column) ? null : chiSquareOf(counts),
    };
  },

  async trend({ projectKey, beginDate, endDate }, context) {
    if (beginDate > endDate) throw invalid('开始日期不能晚于结束日期');
    if ((instantOf(endDate) - instantOf(beginDate)) / DAY >= MOST_TREND_DAYS) throw invalid(`最多统计${MOST_TREND_DAYS}天`);
    return countDays(projectKey, beginDate, endDate, context);
  },
};
