/** What the public result page reads. */
import { pipedNames } from '#contract/questionnaires/piping.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { publicCall } from '#web/api/public-call.ts';

const PATH = '/questionnaire/user/project';

export interface ResultRow {
  serialNumber: number;
  createTime: string;
  processData: Record<string, unknown>;
}
export interface Results {
  /** The questions whose answers are shown. */
  items: FormItemRow[];
  records: ResultRow[];
  total: number;
}

/** A page of results; null when they are not shown to everybody. Throws CallError. */
export async function readResults(key: string, current: number, size: number): Promise<Results | null> {
  const name = encodeURIComponent(key);
  const page = await publicCall<Omit<Results, 'items'> | null>(
    'GET',
    `${PATH}/result/public/page?projectKey=${name}&current=${current}&size=${size}`,
  );
  if (page === null) return null;
  const items = await publicCall<FormItemRow[]>('GET', `${PATH}/item/list?key=${name}&displayType=false`);
  // Passwords are shown to nobody.
  return { records: page.records, total: page.total, items: pipedNames(items).filter(({ type }) => type !== 'PASSWORD_INPUT') };
}
