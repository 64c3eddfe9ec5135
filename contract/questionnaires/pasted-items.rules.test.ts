import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pastedItems } from './pasted-items.rules.ts';

/** What is asked, in short: kind, title, `*`, options with their values. */
const short = (text: string) =>
  pastedItems(text).items.map(({ type, title, required, expand }) => {
    const options = expand.options as { label: string; value: number }[] | undefined;
    return `${type} ${title}${required ? '*' : ''}${options ? ` ${options.map(({ label, value }) => `${label}=${value}`).join(' ')}` : ''}`;
  });

describe('a pasted text', () => {
  const cases: [string, string, string[]][] = [
    ['has a question in each line', '姓名\n\n年龄', ['INPUT 姓名', 'INPUT 年龄']],
    ['has options in indented lines', '睡眠\n  好\n\t一般\n　差', ['RADIO 睡眠 好=1 一般=2 差=3']],
    ['has options behind letters', '1. 睡眠\nA. 好\nB、差', ['RADIO 睡眠 好=1 差=2']],
    ['has options in one line', '睡眠\nA.好 B.一般 C.差', ['RADIO 睡眠 好=1 一般=2 差=3']],
    ['has options behind signs', '睡眠\n- 好\n○差\n③一般', ['RADIO 睡眠 好=1 差=2 一般=3']],
    ['says what must be answered', '*姓名\n年龄*\n1、*电话\n地址【必填】', ['INPUT 姓名*', 'INPUT 年龄*', 'INPUT 电话*', 'INPUT 地址*']],
    [
      'names kinds in brackets',
      '爱好[多选]\n  书法\n  唱歌\n备注【问答题】\n生日［日期］',
      ['CHECKBOX 爱好 书法=1 唱歌=2', 'TEXTAREA 备注', 'DATE 生日'],
    ],
    ['loses numbers of many kinds', '第1题：甲\nQ2.乙\n(3)丙\n四、丁\n5．戊', ['INPUT 甲', 'INPUT 乙', 'INPUT 丙', 'INPUT 丁', 'INPUT 戊']],
    ['keeps numbers that belong to it', '2024年住院几次\n1.5升以上吗', ['INPUT 2024年住院几次', 'INPUT 1.5升以上吗']],
    ['keeps brackets that name no kind', '血压[早晨]', ['INPUT 血压[早晨]']],
    ['has 其他 as the option with words of its own', '来源\n  其他\n  朋友', ['RADIO 来源 朋友=1 其他=0']],
    ['has 其他 as any option of a list', '来源[下拉]\n  其他\n  朋友', ['SELECT 来源 其他=1 朋友=2']],
    ['is empty without a word', ' \n\t\n', []],
    ['has a page break without a title', '甲\n[分页]\n乙', ['INPUT 甲', 'PAGINATION ', 'INPUT 乙']],
  ];
  for (const [name, text, items] of cases) it(name, () => assert.deepEqual(short(text), items));

  it('says what it leaves out, by line', () => {
    assert.deepEqual(pastedItems('爱好[多选]\n姓名[填空]\n  甲\n睡眠\n  好\n  好\n*').problems, [
      { line: 1, text: '没有选项，已跳过：请在下一行写选项，前面加两个空格或“A.”' },
      { line: 2, text: '这种题没有选项，选项已忽略' },
      { line: 4, text: '选项重复，已合并' },
      { line: 7, text: '没有题目标题，已跳过' },
    ]);
  });

  it('takes no more than a question has room for', () => {
    const many = Array.from({ length: 250 }, (_, n) => `  第${n}项`).join('\n');
    const { items, problems } = pastedItems(`${'长'.repeat(600)}\n${many}`);
    assert.equal(items[0]!.title.length, 500);
    assert.equal((items[0]!.expand.options as unknown[]).length, 200);
    assert.deepEqual(
      problems.map(({ text }) => text),
      ['题目超过500个字，已截断', '选项超过200个，多出的已忽略'],
    );
  });
});
