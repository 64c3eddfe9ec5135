/** The evidence pack on paper: plain lines in the viewer's own Chinese font, so that no font has to be shipped. */
import { lineOf } from '#contract/rich-text.rules.ts';
import { clipStateLabels } from '#contract/warnings/warning-clips.rules.ts';
import {
  callOutcomeLabels,
  causeLabels,
  familyOutcomeLabels,
  recordKindLabels,
  wayLabels,
} from '#contract/warnings/warning-records.rules.ts';
import { channelLabels, deliveryLabels } from '#contract/warnings/policies.rules.ts';
import { disposalLabels, isRule, rules } from '#contract/warnings/warnings.rules.ts';
import type { Pack } from './evidence.ts';

const PAGE = { width: 595, height: 842, left: 48, top: 794, bottom: 48, size: 10, lead: 15 } as const;
/** Widths of a Chinese and of a Latin character, in thousandths of the size. */
const WIDTHS = { full: 1000, half: 500 };

const widthOf = (text: string, size: number) =>
  ([...text].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x80 ? WIDTHS.half : WIDTHS.full), 0) * size) / 1000;

/** Breaks a text to the width of the page. */
function wrapped(text: string, size: number, indent = 0): string[] {
  const lines: string[] = [];
  let line = '';
  for (const one of text.replace(/[\r\n\t]+/g, ' ')) {
    if (widthOf(line + one, size) > PAGE.width - 2 * PAGE.left - indent) {
      lines.push(line);
      line = '';
    }
    line += one;
  }
  return [...lines, line];
}

/** UTF-16BE as hex, which is what the encoding UniGB-UTF16-H reads. */
const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

interface Line {
  text: string;
  size: number;
  indent: number;
}

const MOST_EVENTS = 200;
/** A device's own code in words: of a fence it names the fence as well. */
const codeLabel = (code: string) => {
  const [rule = ''] = code.split(':');
  return isRule(rule) ? rules[rule].label : code;
};

const labelOf = (labels: Readonly<Record<number, string>>, value: number | null) => (value === null ? '' : (labels[value] ?? ''));

function linesOf({ content, gaps, hash, seal, generatedTime }: Pack): Line[] {
  const lines: Line[] = [];
  const add = (text: string, size: number = PAGE.size, indent = 0) =>
    lines.push(...wrapped(text, size, indent).map((part) => ({ text: part, size, indent })));
  const head = (text: string) => {
    add('');
    add(text, 13);
  };
  const { warning, timeline, deviceEvents, deliveries, visits, clips = [], records = [] } = content;
  add(`预警证据包  编号 ${warning.id}`, 18);
  add(`生成时间 ${generatedTime}（北京时间）`);
  head('预警');
  add(`${warning.name}  ${warning.warningText}  共触发${warning.count}次  ${disposalLabels[warning.isDisposed] ?? ''}`);
  add(`内容：${warning.warningContent}`);
  add(`发生 ${warning.dataHappenTime}，最近 ${warning.lastTime}，登记 ${warning.createTime}`);
  add(`房间：${warning.roomName ?? '未登记'}  位置：${warning.lastAddress ?? '未知'}${warning.approximate ? '（近似）' : ''}`);
  add(
    `确认：${warning.acknowledgeTime ? `${warning.acknowledgeTime} ${warning.acknowledgeName ?? ''}` : '无'}  处理：${warning.handleTime ? `${warning.handleTime} ${warning.handlerName ?? ''}` : '无'}`,
  );
  add(`备注：${warning.remark ?? '无'}`);
  head('缺失项');
  gaps.forEach((gap) => add(`· ${gap}`, PAGE.size, 8));
  head('处理过程');
  for (const { time, title, note, userName } of timeline)
    add(`${time}  ${title}${userName ? `（${userName}）` : ''}${note ? `：${note}` : ''}`, PAGE.size, 8);
  head(
    `设备原始记录（${deviceEvents.length}条${deviceEvents.length > MOST_EVENTS ? `，此处列出最早的${MOST_EVENTS}条，全部见 JSON` : ''}）`,
  );
  for (const { at, code, device, raw, withdrawn } of deviceEvents.slice(0, MOST_EVENTS))
    add(`${at}  设备${device}  ${codeLabel(code)}${withdrawn ? `（${withdrawn} 更正，不再计入）` : ''}  ${raw ?? ''}`, 8, 8);
  head(`通知记录（${deliveries.length}条）`);
  for (const { created, name, channel, state, error } of deliveries)
    add(
      `${created}  ${name ?? '外部'}  ${channelLabels[channel] ?? channel}  ${deliveryLabels[state] ?? ''}${error ? `：${error}` : ''}`,
      PAGE.size,
      8,
    );
  if (clips.length > 0) head(`预警录像（${clips.length}段）`);
  for (const { at, state, size, sha256, uploadedBy } of clips) {
    add(`${at}  ${clipStateLabels[state] ?? ''}${size ? `  ${size}字节` : ''}${uploadedBy ? `  ${uploadedBy}上传` : ''}`, PAGE.size, 8);
    if (sha256) add(`SHA-256 ${sha256}`, 8, 8);
  }
  if (records.length > 0) head(`通话、家属告知与复盘（${records.length}条）`);
  for (const { kind, started, ended, contact, phone, way, outcome, cause, note, by } of records) {
    const result =
      kind === 1
        ? labelOf(callOutcomeLabels, outcome)
        : kind === 2
          ? labelOf(wayLabels, way) + labelOf(familyOutcomeLabels, outcome)
          : labelOf(causeLabels, cause);
    add(
      [
        `${started}${ended ? ` 至 ${ended.slice(11)}` : ''}  ${recordKindLabels[kind]}（${by}）`,
        contact,
        phone,
        result,
        note && lineOf(note),
      ]
        .filter(Boolean)
        .join('  '),
      PAGE.size,
      8,
    );
  }
  head('上门服务');
  if (visits.length === 0) add('无', PAGE.size, 8);
  for (const { number, project, name, arrived, finished } of visits)
    add(`工单${number}  ${project}  ${name ?? '未派单'}  签到 ${arrived ?? '无'}  签退 ${finished ?? '无'}`, PAGE.size, 8);
  head('核验');
  add(`内容哈希（SHA-256） ${hash}`, 8);
  add(`系统签章（HMAC） ${seal}`, 8);
  add('哈希由同编号的 JSON 证据包中 content 与 gaps 两项按键名排序的紧凑 JSON 计算，可在系统内核验。', 8);
  return lines;
}

function pagesOf(lines: readonly Line[]): string[] {
  const pages: string[] = [];
  let page = '';
  let y: number = PAGE.top;
  for (const { text, size, indent } of lines) {
    const step = (PAGE.lead * size) / PAGE.size;
    if (y - step < PAGE.bottom) {
      pages.push(page);
      page = '';
      y = PAGE.top;
    }
    y -= step;
    if (text) page += `BT /F1 ${size} Tf ${PAGE.left + indent} ${y.toFixed(1)} Td <${hex(text)}> Tj ET\n`;
  }
  return [...pages, page];
}

/** The bytes of the document. */
export function evidencePdfOf(pack: Pack): Buffer {
  const pages = pagesOf(linesOf(pack));
  const first = 6;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R /DW ${WIDTHS.full} /W [1 [${Array(95).fill(WIDTHS.half).join(' ')}]] >>`,
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((page, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
      `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}endstream`,
    ]),
  ];
  let body = '%PDF-1.7\n%\xE4\xB8\xAD\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = body.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
