/** Spreadsheets (ISO 29500 xlsx) as a stream. Text stays text: nothing that a user once typed is ever a formula. */
import { zip, type ZipEntry } from './zip.ts';

export type Cell = string | number | boolean | null | undefined;

export interface SheetColumn<Row> {
  title: string;
  value: (row: Row) => Cell;
  /** `date` and `dateTime` turn the wire's text into real dates, `money` is shown with two decimals. */
  format?: 'date' | 'dateTime' | 'money';
  /** In characters; a Chinese one counts two; 12 unless given. */
  width?: number;
}

/** Excel's own bounds. */
const ROWS = 1_048_576;
const CHARACTERS = 32_767;
/** Bytes of XML of one sheet, below what a zip entry may have. */
const SHEET_BYTES = 3 * 1024 ** 3;

const STYLE = { plain: 0, title: 1, quoted: 2, date: 3, dateTime: 4, money: 5 };
const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF3F8"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left"/></xf><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left"/></xf><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE = /[&<>"\u0000-\u001f\ufffe\uffff\ud800-\udfff]|_x[\dA-Fa-f]{4}_/;
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for XML: what XML forbids is dropped, Excel's own `_x000D_` notation is kept from being read as such. */
export function xmlText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/\r\n?/g, '\n')
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (character) => ESCAPED[character] as string);
}

/** `A`, `Z`, `AA` … of a column counted from 0. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (index % 26));
}

/** Days since Excel's day 0 of `yyyy-MM-dd[ HH:mm:ss]`; null when it is no such text. */
function serial(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/.test(text)) return null;
  const millis = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T')}Z`);
  const days = (millis - Date.UTC(1899, 11, 30)) / 86_400_000;
  // Excel takes 1900 for a leap year; days before its March would be shown one off.
  return Number.isNaN(days) || days < 61 ? null : days;
}

function cell(at: string, value: Cell, format: SheetColumn<unknown>['format'], style?: number): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number' && Math.abs(value) < 1e15)
    return `<c r="${at}"${format === 'money' ? ` s="${STYLE.money}"` : ''}><v>${value}</v></c>`;
  if (typeof value === 'number' && !Number.isFinite(value)) return '';
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
  const days = format === 'date' || format === 'dateTime' ? serial(text) : null;
  if (days !== null) return `<c r="${at}" s="${STYLE[format as 'date']}"><v>${days}</v></c>`;
  // Excel reads a cell afresh when it is edited; the quote keeps it text even then.
  const shown = style ?? (/^[=+\-@\t\r]/.test(text) ? STYLE.quoted : STYLE.plain);
  return `<c r="${at}" t="inlineStr"${shown ? ` s="${shown}"` : ''}><is><t xml:space="preserve">${xmlText(text.slice(0, CHARACTERS))}</t></is></c>`;
}

/** On paper: A4 across, all columns on one page, numbered; the titles are repeated by the workbook. */
const ON_PAPER =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;C第 &amp;P 页，共 &amp;N 页</oddFooter></headerFooter>';

const sheetTitle = (name: string, index: number) => {
  const bare = name.replace(/[[\]:*?/\\]/g, '').replace(/^'+|'+$/g, '') || '数据';
  return index === 0 ? bare.slice(0, 31) : `${bare.slice(0, 25)} (${index + 1})`;
};

/** Options for tests: how many rows, the titles included, a sheet takes. */
export interface SheetOptions {
  rowsPerSheet?: number;
}

/**
 * The bytes of a workbook. Sheets are split where Excel's rows end, each with its titles; `batches` is read as fast as the bytes are taken.
 */
export function xlsx<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  options: SheetOptions = {},
): AsyncGenerator<Buffer> {
  const rowsPerSheet = options.rowsPerSheet ?? ROWS;
  const letters = columns.map((_, index) => columnName(index));
  const source = batches[Symbol.asyncIterator]();
  let pending: readonly Row[] = [];
  let position = 0;
  let ended = false;

  async function fill(): Promise<boolean> {
    while (!ended && position >= pending.length) {
      const next = await source.next();
      if (next.done) ended = true;
      else [pending, position] = [next.value, 0];
    }
    return !ended;
  }

  async function* sheet(): AsyncGenerator<string> {
    const widths = columns
      .map(({ width = 12 }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
      .join('');
    const titles = columns.map(({ title }, index) => cell(`${letters[index]}1`, title, undefined, STYLE.title)).join('');
    let bytes = 0;
    let row = 1;
    yield (
      `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
        `<cols>${widths}</cols><sheetData><row r="1">${titles}</row>`
    );
    while (row < rowsPerSheet && bytes < SHEET_BYTES && (await fill())) {
      let text = '';
      for (; position < pending.length && row < rowsPerSheet && text.length < 64 * 1024; position += 1) {
        row += 1;
        const values = pending[position] as Row;
        text += `<row r="${row}">`;
        for (let index = 0; index < columns.length; index += 1) {
          const column = columns[index] as SheetColumn<Row>;
          text += cell(`${letters[index]}${row}`, column.value(values), column.format);
        }
        text += '</row>';
      }
      // Three bytes a character at most.
      bytes += text.length * 3;
      yield text;
    }
    yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${row}"/>${ON_PAPER}</worksheet>`;
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      const sheets: string[] = [];
      do {
        sheets.push(sheetTitle(name, sheets.length));
        yield { name: `xl/worksheets/sheet${sheets.length}.xml`, chunks: sheet() };
      } while (await fill());
      const list = sheets.map((title, index) => `<sheet name="${xmlText(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('');
      const names = sheets
        .map(
          (title, index) =>
            `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${xmlText(title).replaceAll("'", "''")}'!$1:$1</definedName>`,
        )
        .join('');
      const targets = sheets
        .map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`)
        .join('');
      const types = sheets
        .map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
        .join('');
      const relations = (content: string) => [`${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`];
      yield {
        name: 'xl/workbook.xml',
        chunks: [
          `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list}</sheets><definedNames>${names}</definedNames></workbook>`,
        ],
      };
      yield {
        name: 'xl/_rels/workbook.xml.rels',
        chunks: relations(`${targets}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`),
      };
      yield { name: 'xl/styles.xml', chunks: [XML + STYLES] };
      yield {
        name: '_rels/.rels',
        chunks: relations(`<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>`),
      };
      yield {
        name: '[Content_Types].xml',
        chunks: [
          `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
            `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types}</Types>`,
        ],
      };
    } finally {
      // Whoever stops reading early stops the reading of rows, too.
      await source.return?.();
    }
  }
  return zip(entries());
}
