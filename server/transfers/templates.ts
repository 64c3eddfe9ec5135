/** The workbook to fill in: titles with marks, an example, lists to choose from, and a sheet that explains. */
import { writeXlsx } from 'hucre/xlsx';
import { MOST_ROWS } from '#contract/transfers/transfers.ts';
import { columnName } from '../lists/xlsx.ts';
import type { Choices, Import, ImportColumn } from './declarations.ts';

/** Rows that get the lists. */
const ROWS = MOST_ROWS + 1;
/** Longer lists are typed: nobody scrolls through them. */
const MOST_CHOICES = 500;
const OPTIONS = '选项';

const solid = (rgb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { rgb } }) as const;
const border = { bottom: { style: 'thin', color: { rgb: 'C9D4E3' } } } as const;
// Without a name WPS and LibreOffice draw their serif.
const font = { name: 'Calibri', size: 11 } as const;
const title = { font: { ...font, bold: true }, fill: solid('E3EDF9'), border, alignment: { vertical: 'center' } } as const;
const required = { ...title, font: { ...font, bold: true, color: { rgb: 'C62828' } } } as const;
const example = { font: { ...font, italic: true, color: { rgb: '8A94A6' } } } as const;
/** A4 across, all columns on one page. */
const onPaper = { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;
const wrapped = { alignment: { wrapText: true, vertical: 'top' } } as const;

const kindOf = ({ dictionary, choices, several, kind, hint }: ImportColumn, words: Choices | undefined): string => {
  const parts = [
    ...(hint ? [hint] : []),
    ...(kind === 'date' ? ['日期，如 1945-03-01'] : kind === 'number' ? ['数字'] : []),
    ...(several ? ['可填多个，用“、”隔开'] : []),
    ...((dictionary || choices) && words?.size ? [`可选：${[...words.keys()].slice(0, 60).join('、')}${words.size > 60 ? '等' : ''}`] : []),
  ];
  return parts.join('。') || '文字';
};

/** The bytes of a template; `words` are the choices of the columns by key. */
export async function templateOf(
  declared: Pick<Import<unknown>, 'noun' | 'columns' | 'instructions' | 'most'>,
  words: ReadonlyMap<string, Choices>,
): Promise<Buffer> {
  const { noun, columns, instructions = [], most = MOST_ROWS } = declared;
  const listed = columns.filter(
    ({ key, several }) => !several && words.has(key) && words.get(key)!.size > 0 && words.get(key)!.size <= MOST_CHOICES,
  );
  const lists = listed.map(({ key }) => [...words.get(key)!.keys()]);
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const cells = new Map<string, object>();
  columns.forEach((column, at) => {
    cells.set(`0,${at}`, { style: column.required ? required : title });
    cells.set(`1,${at}`, { style: example });
  });
  const explained = [
    ['列名', '是否必填', '说明'],
    ...columns.map((column) => [column.title, column.required ? '必填' : '选填', kindOf(column, words.get(column.key))]),
    ['', '', ''],
    ...[
      '带 * 的列必填；请勿修改表头。',
      '“示例”开头的一行只作参考，导入时自动跳过，可以删除。',
      `一次最多导入${most.toLocaleString('en')}行，文件不超过10MB，格式为 .xlsx。`,
      '出错的行会连同原因列在“导入错误”文件里，改好后可以直接再次上传。',
      ...instructions,
    ].map((line) => [line, '', '']),
  ];
  const marks = new Map<string, object>([0, 1, 2].map((at) => [`0,${at}`, { style: title }]));
  explained.forEach((_, row) => row > 0 && row <= columns.length && marks.set(`${row},2`, { style: wrapped }));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: noun,
        columns: columns.map(({ width = 14, kind }) => ({ width: width + 2, ...(kind === 'number' ? {} : { numFmt: '@' }) })),
        rows: [
          columns.map((column) => (column.required ? `${column.title}*` : column.title)),
          columns.map((column, at) => (at === 0 ? `示例：${column.example ?? ''}` : (column.example ?? null))),
        ],
        cells: cells as never,
        freezePane: { rows: 1 },
        pageSetup: onPaper,
        dataValidations: listed.map(({ key, title: name }, at) => {
          const column = columnName(columns.findIndex((one) => one.key === key));
          const list = columnName(at);
          return {
            type: 'list',
            formula1: `'${OPTIONS}'!$${list}$2:$${list}$${lists[at]!.length + 1}`,
            range: `${column}3:${column}${ROWS}`,
            allowBlank: true,
            showErrorMessage: true,
            errorTitle: name,
            errorMessage: '请从下拉列表中选择',
          };
        }),
      },
      {
        name: '填写说明',
        columns: [{ width: 18 }, { width: 10 }, { width: 80 }],
        rows: explained,
        cells: marks as never,
        freezePane: { rows: 1 },
        pageSetup: onPaper,
      },
      ...(lists.length
        ? [
            {
              name: OPTIONS,
              hidden: true,
              rows: [
                listed.map(({ title: name }) => name),
                ...Array.from({ length: longest }, (_, row) => lists.map((list) => list[row] ?? null)),
              ],
            },
          ]
        : []),
    ],
  });
  return Buffer.from(bytes);
}
