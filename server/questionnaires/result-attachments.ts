/** The files of answers as one zip file, packed as a task (server/transfers). */
import { extname } from 'node:path';
import { sql } from 'kysely';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { storeOf } from '../files/file-store.ts';
import type { Handlers } from '../http/implement.ts';
import { writeLog } from '../http/operation-log.ts';
import { matching } from '../lists/crud.ts';
import { zip, type ZipEntry } from '../lists/zip.ts';
import { keep } from '../transfers/files.ts';
import { beats, begin, finish } from '../transfers/tasks.ts';
import type { Asked } from './kept-counts.ts';
import { readQuestionnaire } from './questionnaire-rows.ts';
import { resultList } from './result-rows.ts';

interface Attachment {
  resultId: number;
  /** `field103`. */
  field: string;
  fileName: string;
  /** In the store. */
  name: string;
  size: number;
}

const GB = 1024 ** 3;
/** A zip file holds 4 GB. */
const MOST_BYTES = 3 * GB;

/** The files of the results that the session sees, also of questions that were deleted since. */
const attachmentsOf = ({ tx, session }: Context, asked: Asked) =>
  tx.rows<Attachment>(
    planned(sql`select r.id as "resultId", k.key as field, f.value ->> 'fileName' as "fileName", files.name, files.size
      from (${matching(resultList, asked, session).select(['id', 'process_data'])}) r
      cross join jsonb_each(r.process_data) k
      cross join jsonb_array_elements(
        case when jsonb_typeof(k.value -> 'files') = 'array' then k.value -> 'files' else '[]' end) f
      join files on files.tenant_id = ${tx.tenantId} and files.name = split_part(f.value ->> 'url', '/', 5) and files.deleted_at is null
      where k.value ->> 'type' = 'file' order by r.id, k.key`),
  );

/** A name that no computer takes for a folder. */
const plainName = (name: string) => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '未命名';

/** `{formItemId}/{resultId}-{fileName}`; a name that is there already gets a number. */
function pathsOf(attachments: readonly Attachment[]): string[] {
  const taken = new Set<string>();
  return attachments.map(({ field, resultId, fileName }) => {
    const name = plainName(fileName);
    const [stem, ending] = [name.slice(0, name.length - extname(name).length), extname(name)];
    const pathOf = (n: number) => `${field.replace(/^field/, '')}/${resultId}-${n === 1 ? name : `${stem}(${n})${ending}`}`;
    let n = 1;
    while (taken.has(pathOf(n))) n++;
    taken.add(pathOf(n));
    return pathOf(n);
  });
}

/** What is in the store of each; bytes that are gone are left out. */
async function* entriesOf(
  config: Config,
  attachments: readonly Attachment[],
  beat: (done: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const store = storeOf(config);
  const paths = pathsOf(attachments);
  for (const [at, { name, size }] of attachments.entries()) {
    await beat(at);
    const bytes = await store.get(name, { start: 0, end: size - 1 });
    if (bytes) yield { name: paths[at] as string, chunks: bytes };
  }
}

export const attachments: Pick<Handlers<typeof routes>, 'download'> = {
  async download(asked, context) {
    const { tx, deps } = context;
    const questionnaire = await readQuestionnaire(tx, asked.projectKey);
    if (!questionnaire) throw notFound('问卷');
    const found = (await attachmentsOf(context, asked)).map((one) => ({ ...one, size: Number(one.size) }));
    if (found.length === 0) throw refused('暂无收集附件，无法下载');
    const bytes = found.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MOST_BYTES) throw refused(`附件共${(bytes / GB).toFixed(1)}GB，一次最多下载3GB，请按提交时间分几次下载`);
    await writeLog(context, routes.download, { rows: found.length, ...asked }, 0);
    return begin(context, { kind: 'export', noun: `${questionnaire.name}附件`, total: found.length }, async (task) => {
      await keep(deps.config, task.key, 'result.zip', zip(entriesOf(deps.config, found, beats(deps, task))));
      await finish(deps, task, { status: 'done', good: found.length, done: found.length, files: ['result.zip'] });
    });
  },
};
