/** The part of a dossier that is read: one page without anything outside of it. Pure. */
import { columnLabel } from '#contract/system/change-labels.ts';

export type DossierRow = Readonly<Record<string, unknown>>;

export interface DossierTable {
  /** Chinese. */
  title: string;
  table: string;
  /** Of all rows; `rows` are the first of them. */
  count: number;
  rows: readonly DossierRow[];
  /** Where all rows are. */
  file: string;
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => ESCAPED[one] as string);

/** A value as it is read: texts as they are, times without their parts of a second, what is nested as JSON. */
const wordOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[.\d]*[+-]\d\d:\d\d$/, '$1 $2');
};

function tableOf({ title, table, count, rows, file }: DossierTable): string {
  const columns = Object.keys(rows[0] ?? {});
  const head = columns.map((column) => `<th>${escaped(columnLabel(table, column))}</th>`).join('');
  const body = rows.map((row) => `<tr>${columns.map((column) => `<td>${escaped(wordOf(row[column]))}</td>`).join('')}</tr>`).join('\n');
  const more = count > rows.length ? `，以下为前${rows.length}条，全部内容见“${escaped(file)}”` : '';
  return `<h2>${escaped(title)}</h2><p>共${count}条${more}</p><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** `made` says when and by whom. */
export const dossierPage = (name: string, made: string, tables: readonly DossierTable[], files: readonly string[]): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(name)}的个人档案</title><style>
body{font:14px/1.6 sans-serif;margin:24px;color:#222}h1{font-size:22px}h2{font-size:17px;margin:28px 0 4px}
table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top;max-width:420px}
th{background:#f3f5f7;white-space:nowrap}</style></head><body><h1>${escaped(name)}的个人档案</h1><p>${escaped(made)}</p>
${tables.map(tableOf).join('\n')}
<h2>附件</h2>${files.length === 0 ? '<p>没有附件</p>' : `<ul>${files.map((file) => `<li>${escaped(file)}</li>`).join('')}</ul>`}
</body></html>`;
