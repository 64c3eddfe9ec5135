/** Calls of the pages of questionnaires: those of the wire (facts 1.6). */
import { fillReadsOf, GIVEN } from '#contract/questionnaires/public-pages.rules.ts';
import type { CheckedAnswers } from '#contract/questionnaires/answers.rules.ts';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import type { Quota } from '#contract/questionnaires/quotas.rules.ts';
import type { QuestionnaireSetting } from '#contract/questionnaires/questionnaire-settings.ts';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import { publicAnswer, publicCall, type Said } from '#web/api/public-call.ts';
import { CallError, reactionTo, UNREACHABLE } from '#web/api/refusals.ts';

const PATH = '/questionnaire/user/project';

export type Full = readonly Pick<Quota, 'conditions'>[];

export interface Details {
  project: { key: string; name: string; describe: string };
  projectItems: FormItemRow[];
  /** Null until a look was chosen. */
  userProjectTheme: Partial<QuestionnaireTheme> | null;
}

/** All that the page shows; `closed` says in words why it cannot be filled in, and then there is nothing else. */
export type Opened =
  | { closed: string }
  | { closed: null; setting: QuestionnaireSetting | null; logics: LogicRow[]; details: Details; full: Full };

/** Answers that came with the page. */
const given = JSON.parse(document.getElementById(GIVEN)?.textContent ?? '{}') as Record<string, Said<unknown>>;

/** Reads something that may have come with the page, which is good for once. Throws CallError. */
async function read<T>(address: string): Promise<Said<T>> {
  const came = given[address] as Said<T> | undefined;
  delete given[address];
  return came ?? publicAnswer<T>('GET', address);
}

/** Choices that take no more answers. The server refuses them by itself: the page does without when they cannot be read. */
export const readFull = (key: string): Promise<Full> =>
  read<Full>(fillReadsOf(key).full).then(
    ({ data }) => data,
    () => [],
  );

/** Reads a questionnaire, and counts that it was opened. All at once: a poor phone waits for each answer by itself. Throws CallError. */
export async function open(key: string): Promise<Opened> {
  const reads = fillReadsOf(key);
  const all = Promise.all([
    read<QuestionnaireSetting | null>(reads.setting),
    read<LogicRow[]>(reads.logics),
    read<Details>(reads.details),
    readFull(key),
  ]);
  // What is closed has no questions to read: that is said in the words of its state.
  all.catch(() => {});
  const { msg } = await read(reads.status);
  if (msg) return { closed: msg };
  // That it was opened is a figure for staff: the page does without.
  void publicCall('POST', `${PATH}/result/view/${encodeURIComponent(key)}`, {}).catch(() => null);
  const [setting, logics, details, full] = await all;
  return { closed: null, setting: setting.data, logics: logics.data, details: details.data, full };
}

export interface Submission extends Pick<CheckedAnswers, 'originalData' | 'processData'> {
  projectKey: string;
  completeTime: string;
  submitOs: string | null;
  submitBrowser: string | null;
  submitUa: { ua: string };
  wxUserInfo: object;
}

/** Hands in. The same body under the same key counts once, however often its answer is lost. Throws CallError. */
export const submit = (body: string, key: string) => publicAnswer<null>('POST', `${PATH}/result/create`, body, { 'idempotency-key': key });

let underWay = 0;

/** Whether a file is on its way, also one of a page of the form that was left: answers that are sent meanwhile would lack it. */
export const isUploading = () => underWay > 0;

/** Sends a file with progress, which fetch does not tell; gives its address. Throws CallError. */
export function upload(key: string, file: File, onProgress: (percent: number) => void): Promise<string> {
  underWay++;
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/questionnaire/project/file/upload/${encodeURIComponent(key)}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 99)));
    request.addEventListener('error', () => reject(new CallError(0, UNREACHABLE)));
    request.addEventListener('load', () => {
      const answer = request.response as { code?: number; msg?: string; data?: string } | null;
      if (request.status === 200 && answer?.code === 0 && answer.data) return resolve(answer.data);
      reject(new CallError(request.status, reactionTo(request.status, answer?.msg).text));
    });
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  }).finally(() => underWay--);
}

/** Texts a code to a phone. Throws CallError. */
export const sendCode = (projectKey: string, phoneNumber: string) =>
  publicCall('GET', `/questionnaire/project/phone/code?${new URLSearchParams({ phoneNumber, projectKey })}`);

/** Gives the number when the code is its own. Throws CallError. */
export const checkCode = (projectKey: string, phoneNumber: string, code: string) =>
  publicCall<string>('POST', '/questionnaire/project/phone/code/check', { phoneNumber, code, projectKey });
