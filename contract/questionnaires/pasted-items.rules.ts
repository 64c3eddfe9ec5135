/** Questions out of a text that was pasted: a line is a question, indented or lettered lines below it are its options. Pure. */
import { isSimpleChoice, OTHER, type ItemType, type Option } from './item-types.rules.ts';

export interface PastedItem {
  type: ItemType;
  title: string;
  required: boolean;
  expand: Record<string, unknown>;
}
export interface Pasted {
  items: PastedItem[];
  /** What was not understood, by line from 1. */
  problems: { line: number; text: string }[];
}

const MOST_LABEL = 500;
const MOST_OPTIONS = 200;

/** What stands in brackets for a kind. */
const KINDS: Readonly<Record<string, ItemType>> = {
  单选: 'RADIO',
  多选: 'CHECKBOX',
  下拉: 'SELECT',
  填空: 'INPUT',
  单行: 'INPUT',
  文本: 'INPUT',
  多行: 'TEXTAREA',
  问答: 'TEXTAREA',
  数字: 'NUMBER_INPUT',
  日期: 'DATE',
  时间: 'TIME',
  评分: 'RATE',
  打分: 'RATE',
  滑块: 'SLIDER',
  是否: 'SWITCH',
  开关: 'SWITCH',
  上传: 'UPLOAD',
  签名: 'SIGN_PAD',
  地区: 'PROVINCE_CITY',
  说明: 'DESC_TEXT',
  分页: 'PAGINATION',
};
const EXPANDS: Partial<Record<ItemType, Record<string, unknown>>> = {
  TEXTAREA: { minRows: 2, maxRows: 6 },
  DATE: { type: 'date', format: 'yyyy-MM-dd', valueFormat: 'yyyy-MM-dd' },
  RATE: { max: 5 },
  SLIDER: { min: 0, max: 100, step: 1 },
  UPLOAD: { buttonText: '上传文件', fileSize: 10, sizeUnit: 'MB', limit: 5, multiple: true, listType: 'picture' },
};

const TAG = /[[【［]\s*([^\]】］\s]{1,6}?)\s*题?\s*[\]】］]/g;
/** `A.` `b、` `(C)` `①` `-` `○` before an option. */
const MARK = /^(?:[(（]?[A-Za-z][)）.．、:：]|[①-⑳]|[-•·○●□☐◯])\s*/;
/** Further options of one line. */
const NEXT = /\s+(?=[(（]?[B-Z][)）.．、:：])|\s*(?=[②-⑳])/;
/** `1.` `2、` `(3)` `第4题` `Q5` `一、` before a question. */
const NUMBER =
  /^(?:第\s*\d{1,3}\s*题[:：、.．]?|[Qq]\d{1,3}[:：、.．]?|[(（]\d{1,3}[)）]|\d{1,3}\s*[、．)）]|\d{1,3}\s*\.(?!\d)|[一二三四五六七八九十]{1,3}、)\s*/;
const INDENTED = /^(?:\t| {2,}|\u3000)/;

interface Open extends PastedItem {
  /** Whether its kind was named. */
  named: boolean;
  labels: string[];
  line: number;
}

function question(text: string, line: number, problems: Pasted['problems']): Open {
  let type: ItemType | null = null;
  let required = false;
  const bare = text.replace(TAG, (whole, word: string) => {
    if (word === '必填') required = true;
    else if (Object.hasOwn(KINDS, word)) type = KINDS[word] ?? null;
    else return whole;
    return '';
  });
  const plain = bare.replace(/^\s*[*＊]\s*/, '*').trim();
  const title = plain
    .replace(/^\*/, '')
    .replace(NUMBER, '')
    .replace(/^[*＊]\s*/, '')
    .replace(/\s*[*＊]\s*$/, '')
    .trim();
  required ||= /^[*＊]|[*＊]$/.test(plain) || /^[*＊]/.test(plain.replace(NUMBER, ''));
  if (title.length > MOST_LABEL) problems.push({ line, text: `题目超过${MOST_LABEL}个字，已截断` });
  return { type: type ?? 'INPUT', named: type !== null, title: title.slice(0, MOST_LABEL), required, expand: {}, labels: [], line };
}

/** Options with their values; 其他 asks for words of its own. */
function optionsOf(labels: readonly string[], type: ItemType): Option[] {
  const own = labels.findIndex((label) => /^其[他它]$/.test(label));
  const other = type === 'SELECT' ? -1 : own;
  const rest = labels.filter((_label, at) => at !== other).map((label, at) => ({ label, value: at + 1 }));
  return other < 0 ? rest : [...rest, { label: labels[other] as string, value: OTHER }];
}

function closed({ named, labels, line, type: said, title, required }: Open, problems: Pasted['problems']): PastedItem[] {
  const type = !named && labels.length > 0 ? 'RADIO' : said;
  const choice = isSimpleChoice(type);
  if (title === '' && type !== 'PAGINATION') {
    problems.push({ line, text: '没有题目标题，已跳过' });
    return [];
  }
  if (choice && labels.length === 0) {
    problems.push({ line, text: '没有选项，已跳过：请在下一行写选项，前面加两个空格或“A.”' });
    return [];
  }
  if (!choice && labels.length > 0) problems.push({ line, text: '这种题没有选项，选项已忽略' });
  const different = [...new Set(labels)];
  if (choice && different.length < labels.length) problems.push({ line, text: '选项重复，已合并' });
  if (choice && different.length > MOST_OPTIONS) problems.push({ line, text: `选项超过${MOST_OPTIONS}个，多出的已忽略` });
  const expand = choice ? { options: optionsOf(different.slice(0, MOST_OPTIONS), type) } : (EXPANDS[type] ?? {});
  return [{ type, title, required: required && type !== 'DESC_TEXT' && type !== 'PAGINATION', expand }];
}

/** Takes the text; gives the questions in their order and what was not understood. Never throws. */
export function pastedItems(text: string): Pasted {
  const problems: Pasted['problems'] = [];
  const items: PastedItem[] = [];
  let open: Open | null = null;
  const close = () => {
    if (open) items.push(...closed(open, problems));
    open = null;
  };
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    if (open && (INDENTED.test(raw) || MARK.test(line))) {
      const parts = MARK.test(line) ? line.split(NEXT) : [line];
      for (const part of parts) {
        const label = part.replace(MARK, '').trim().slice(0, 100);
        if (label !== '') (open as Open).labels.push(label);
      }
      continue;
    }
    close();
    open = question(line, at + 1, problems);
  }
  close();
  return { items, problems: problems.toSorted((one, other) => one.line - other.line) };
}
