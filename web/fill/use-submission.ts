/** Handing in: one at a time, and the same thing once, however often its answer is lost. */
import { useRef, useState } from 'preact/hooks';
import { browserOf } from '#web/questionnaires/browser.ts';
import { CallError } from '#web/api/refusals.ts';
import { submit, type Submission } from './calls.ts';

interface Pending {
  answers: string;
  body: string;
  key: string;
}

const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

/** The words for an answer that was lost: whether it arrived is not known. */
export const LOST = '网络中断，没有收到提交结果。填写的内容保存在本机；请在网络恢复后再次提交，同样的内容只会计一次。';

export interface Submitting {
  busy: boolean;
  /** What went wrong, in words. */
  failed: string;
  /** Gives whether it was handed in; a refusal with its problems by question, when there are any. */
  send: (
    answers: Pick<Submission, 'originalData' | 'processData'>,
  ) => Promise<{ done: boolean; problems: readonly { formItemId: number; message: string }[] }>;
}

export function useSubmission(projectKey: string): Submitting {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const running = useRef(false);
  const began = useRef(Date.now());
  /** What was sent and not answered: sent again as it was, its time too. */
  const pending = useRef<Pending | null>(null);
  const send: Submitting['send'] = async (given) => {
    if (running.current) return { done: false, problems: [] };
    running.current = true;
    setBusy(true);
    setFailed('');
    const answers = JSON.stringify(given);
    if (pending.current?.answers !== answers) {
      const body: Submission = {
        ...given,
        projectKey,
        completeTime: String(Date.now() - began.current),
        ...browserOf(navigator.userAgent),
        submitUa: { ua: navigator.userAgent },
        wxUserInfo: {},
      };
      pending.current = { answers, body: JSON.stringify(body), key: newKey() };
    }
    try {
      await submit(pending.current.body, pending.current.key);
      return { done: true, problems: [] };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailed(error.status === 0 ? LOST : error.message);
      return { done: false, problems: Array.isArray(error.data) ? error.data : [] };
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, failed, send };
}
