/** Asks again and again until there is an answer. Pure, but for the clock's timers. */

export interface Progress {
  /** 0 to 100. */
  rate: number;
  /** Of the file, once it is there. */
  url: string;
}

/** The specification's pause between two questions. */
export const POLL_MS = 5000;
/** So many failures in a row are no passing trouble. */
const PATIENCE = 3;

interface Hears {
  /** Every answer. */
  onProgress: (progress: Progress) => void;
  /** The task is unknown, or could not be asked for three times in a row. */
  onFailure: (text: string) => void;
}

/** Asks at once and then every five seconds, or `every` milliseconds, until a url arrives or the returned function is called. */
export function pollProgress(poll: () => Promise<Progress | null>, { onProgress, onFailure }: Hears, every = POLL_MS): () => void {
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function ask() {
    const answer = await poll().catch(() => undefined);
    if (stopped) return;
    if (answer === null) return onFailure('任务不存在或已过期');
    if (answer === undefined) {
      if (++failures >= PATIENCE) return onFailure('暂时读取不到进度');
    } else {
      failures = 0;
      onProgress(answer);
      if (answer.url) return;
    }
    timer = setTimeout(() => void ask(), every);
  }
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
