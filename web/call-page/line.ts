/** The line of the page: its sound, and what the server says of the call, until it ends. No framework: the page draws what `onChange` says. */
import { legStates } from '#contract/calls/hearing.rules.ts';
import { CallError } from '#web/api/refusals.ts';
import { freshName } from '#web/api/fresh-name.ts';
import { openVoice, type Voice } from '#web/api/voice.ts';
import { join, progress, type Look, type Progress } from './calls.ts';
import { formerPages, keepPage } from './former-pages.ts';

export interface LineState {
  progress: Progress | null;
  /** The sound or the server is away; it is tried again. */
  lost: boolean;
  ended: string | null;
}
export interface Line {
  pageId: string;
  mute: (muted: boolean) => void;
  setSpeaker: (id: string) => Promise<void>;
  remote: () => MediaStream;
  close: () => void;
}
interface Options {
  token: string;
  look: Look;
  name: string;
  phone: string | null;
  onChange: (state: LineState) => void;
}

const QUICK_MS = 500;
const CALM_MS = 2000;
/** A connection that broke may come back by itself for so long. */
const PATIENCE_MS = 4000;
const OVER = '通话已结束';

/** Opens the microphone, offers the sound, follows the call. Throws what the microphone or the server refuses. */
export async function openLine({ token, look, name, phone, onChange }: Options): Promise<Line> {
  const pageId = freshName();
  const state: LineState = { progress: null, lost: false, ended: null };
  let voice: Voice;
  let accepted = '';
  let muted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  /** What is away: the sound, the server. */
  const away = { sound: false, server: false };
  const say = (change: Partial<LineState>) => onChange({ ...Object.assign(state, change) });
  const sayAway = (change: Partial<typeof away>) => {
    Object.assign(away, change);
    say({ lost: away.sound || away.server });
  };

  async function open(): Promise<void> {
    const opened: Voice = await openVoice({
      iceServers: look.iceServers,
      onState(next) {
        if (opened !== voice || state.ended !== null) return;
        clearTimeout(patience);
        sayAway({ sound: next !== 'connected' });
        if (next !== 'connected') patience = setTimeout(() => void again(), next === 'failed' ? 0 : PATIENCE_MS);
      },
    });
    voice = opened;
    voice.mute(muted);
    accepted = '';
    await join(token, { pageId, formerPages: formerPages(pageId), offer: voice.offer, name, phone }).catch((error: unknown) => {
      voice.close();
      throw error;
    });
    keepPage(pageId);
  }
  /** A new connection of the same page. */
  async function again(): Promise<void> {
    if (state.ended !== null) return;
    voice.close();
    await open().catch((error: unknown) => {
      if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429) return finish(error.message);
      patience = setTimeout(() => void again(), PATIENCE_MS);
    });
  }
  function finish(text: string): void {
    clearTimeout(timer);
    clearTimeout(patience);
    voice.close();
    if (state.ended === null) say({ ended: text, lost: false });
  }
  async function follow(): Promise<void> {
    let next = CALM_MS;
    try {
      const found = await progress(token, pageId);
      if (state.ended !== null) return;
      if (found.answer !== null && found.answer !== accepted) {
        const first = accepted === '';
        accepted = found.answer;
        if (first) await voice.accept(found.answer);
      }
      say({ progress: found });
      sayAway({ server: false });
      if (found.ended !== null || found.state === legStates.ended) return finish(found.ended ?? OVER);
      if (accepted === '') next = QUICK_MS;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 403 || error.status === 404) return finish(OVER);
      sayAway({ server: true });
    }
    if (state.ended === null) timer = setTimeout(() => void follow(), next);
  }

  await open();
  void follow();
  return {
    pageId,
    mute(next) {
      muted = next;
      voice.mute(next);
    },
    setSpeaker: (id) => voice.setSpeaker(id),
    remote: () => voice.remote,
    close: () => finish(OVER),
  };
}
