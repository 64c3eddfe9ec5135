/** Reads uploaded workbooks, each in a thread of its own with bounded memory and time. */
import { Worker } from 'node:worker_threads';
import { MOST_COLUMNS } from '#contract/transfers/transfers.ts';
import { semaphore } from '../jobs/semaphore.ts';
import { invalid } from '../errors.ts';
import type { SheetRow, WorkbookNews, WorkbookOrder } from './workbook-worker.ts';

export type { SheetRow };

export interface Sheet {
  /** The wanted columns that the sheet has. */
  titles: string[];
  rows: SheetRow[];
}

const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const MOST_MS = 20_000;
const TOO_MUCH = '文件内容过于复杂，无法读取，请用模板重新填写后再上传';

/** Two at a time: each may take a core and its memory. Those that wait hold a database connection, so there are few. */
const enter = semaphore(2, 2);

/**
 * The rows of the first sheet, below the row that has the `needed` titles; cells as
 * text, in the order of `titles`. Throws 400 with what the person can do about it when the file is none, is too large, or is made to harm.
 */
export function readWorkbook(bytes: Buffer, titles: readonly string[], needed: readonly string[], mostRows: number): Promise<Sheet> {
  return enter(async () => {
    const copy = new Uint8Array(bytes).buffer;
    const order: WorkbookOrder = { bytes: copy, titles, needed, mostRows, mostColumns: MOST_COLUMNS };
    const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), {
      workerData: order,
      transferList: [copy],
      resourceLimits: MEMORY,
      env: {},
      execArgv: [],
    });
    const sheet: Sheet = { titles: [], rows: [] };
    let problem: string | null = null;
    worker.on('message', (news: WorkbookNews) => {
      if ('problem' in news) ({ problem } = news);
      else if ('titles' in news) sheet.titles = news.titles;
      else sheet.rows.push(...news.rows);
    });
    const timer = setTimeout(() => {
      problem = TOO_MUCH;
      void worker.terminate();
    }, MOST_MS);
    // Out of memory arrives as an error of the thread, not of the process.
    worker.on('error', () => (problem ??= TOO_MUCH));
    await new Promise((resolve) => worker.on('exit', resolve));
    clearTimeout(timer);
    if (problem !== null) throw invalid(problem);
    return sheet;
  });
}
