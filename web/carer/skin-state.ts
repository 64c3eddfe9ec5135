/** Writes down on the phone what is seen of the skin. */
import { freshName } from '#web/api/fresh-name.ts';
import { keptIn } from '#web/ui/kept-files.ts';
import { textOf } from '#contract/time.ts';
import { draftOfNew, lookTitle, type Finding, type NewFinding, type SkinLook } from './skin-steps.ts';
import { NO_JOB, opened, reload } from './state.ts';

/** Writes down a look at the skin, with its photos. */
export async function recordLook(finding: Finding, look: SkinLook): Promise<void> {
  const at = Date.now();
  await opened().put({
    id: `skinLook.${finding.id}.${at}`,
    kind: 'skinLook',
    ...NO_JOB,
    personName: finding.oldmanName,
    title: lookTitle(finding, look),
    at,
    key: freshName(),
    body: { id: finding.id, time: textOf(at), ...look },
    files: keptIn(look).map(({ url, file }) => ({ url, file, name: file.name, sent: null })),
  });
  await reload(true);
}

/** Writes down a new finding of a resident, with its photos. */
export async function recordFinding(person: { id: number; userName: string }, found: NewFinding): Promise<void> {
  const at = Date.now();
  await opened().attend(
    {
      id: `skinNew.${person.id}.${at}`,
      kind: 'skinNew',
      ...NO_JOB,
      personName: person.userName,
      title: lookTitle(found, found),
      at,
      key: freshName(),
      body: { oldmanId: person.id, time: textOf(at), ...found },
      files: keptIn(found).map(({ url, file }) => ({ url, file, name: file.name, sent: null })),
    },
    draftOfNew(person.id),
  );
  await reload(true);
}
