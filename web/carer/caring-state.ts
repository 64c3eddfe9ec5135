/** Writes down on the phone what is done of a caring visit. */
import { freshName } from '#web/api/fresh-name.ts';
import { keptIn } from '#web/ui/kept-files.ts';
import { formatTime } from '#web/ui/display.ts';
import { beginId, caringBody, caringTitle, outcomeId, type CaringStep, type CaringValues, type CaringVisit } from './caring-steps.ts';
import { NO_JOB, opened, reload } from './state.ts';

async function attend(visit: CaringVisit, id: string, kind: CaringStep, at: number, body: Record<string, unknown>): Promise<boolean> {
  const added = await opened().attend({
    id,
    kind,
    ...NO_JOB,
    personName: visit.oldmanName,
    title: caringTitle(kind, body),
    at,
    key: freshName(),
    body,
    files: keptIn(body).map(({ url, file }) => ({ url, file, name: file.name, sent: null })),
  });
  await reload(true);
  return added;
}

/** That the visitor is there, with the place where it is known. Gives false when that was written down already. */
export function recordArrival(visit: CaringVisit, place: { lng: number; lat: number } | null): Promise<boolean> {
  const at = Date.now();
  return attend(visit, beginId(visit.id), 'caringBegin', at, { id: visit.id, doneTime: formatTime(at), address: null, ...place });
}

/** What came of a visit, in place of what was refused; `then`: when that was written down. False when an outcome waits already. */
export function recordOutcome(
  visit: CaringVisit,
  kind: 'caringRecord' | 'caringMissed',
  values: CaringValues,
  then: number | null,
): Promise<boolean> {
  const at = then ?? Date.now();
  return attend(visit, outcomeId(visit.id), kind, at, caringBody(kind, visit, values, at));
}
