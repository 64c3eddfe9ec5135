/** Calls of the pages of questionnaires, in the order that the wire has (facts 1.6). */
import type { CheckedAnswers } from '#contract/questionnaires/answers.rules.ts';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import type { Quota } from '#contract/questionnaires/quotas.rules.ts';
import type { QuestionnaireSetting } from '#contract/questionnaires/questionnaire-settings.ts';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import { publicAnswer, publicCall } from '#web/api/public-call.ts';
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

/** Choices that take no more answers. The server refuses them by itself: the page does without when they cannot be read. */
export const readFull = (key: string): Promise<Full> =>
  publicCall<Full>('GET', `/questionnaire/quota/full?projectKey=${encodeURIComponent(key)}`).catch(() => []);

/** Reads a questionnaire, and counts that it was opened. Throws CallError. */
export async function open(key: string): Promise<Opened> {
  const name = encodeURIComponent(key);
  const { msg } = await publicAnswer('GET', `${PATH}/setting-status?projectKey=${name}`);
  if (msg) return { closed: msg };
  // That it was opened is a figure for staff: the page does without.
  const [setting, logics, , details, full] = await Promise.all([
    publicCall<QuestionnaireSetting | null>('GET', `${PATH}/setting/${name}`),
    publicCall<LogicRow[]>('GET', `${PATH}/logic/list?projectKey=${name}`),
    publicCall('POST', `${PATH}/result/view/${name}`, {}).catch(() => null),
    publicCall<Details>('GET', `${PATH}/details/${name}`),
    readFull(key),
  ]);
  return { closed: null, setting, logics, details, full };
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

/** Sends a file with progress, which fetch does not tell; gives its address. Throws CallError. */
export const upload = (key: string, file: File, onProgress: (percent: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
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
  });

/** Texts a code to a phone. Throws CallError. */
export const sendCode = (projectKey: string, phoneNumber: string) =>
  publicCall('GET', `/questionnaire/project/phone/code?${new URLSearchParams({ phoneNumber, projectKey })}`);

/** Gives the number when the code is its own. Throws CallError. */
export const checkCode = (projectKey: string, phoneNumber: string, code: string) =>
  publicCall<string>('POST', '/questionnaire/project/phone/code/check', { phoneNumber, code, projectKey });
