/** The sound of this page: offered to the server, answered, kept, and given up to another page of the seat. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { legStates } from '#contract/calls/hearing.rules.ts';
import { workbench } from '#contract/calls/workbench.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/refusals.ts';
import { gradeOf, microphoneProblem, openVoice, type Quality, type Voice } from '#web/api/voice.ts';
import { pageId } from './page-id.ts';
import { panel } from './panel-state.ts';

export interface Speaking {
  /** `elsewhere`: another page of the seat has the sound. `lost`: the connection broke and is made again. */
  state: 'off' | 'opening' | 'on' | 'lost' | 'elsewhere';
  /** Why there is no sound, and what to do. */
  problem: string | null;
  grade: ReturnType<typeof gradeOf>;
  legId: number | null;
}

const SEEN_MS = 10_000;
const ASK_MS = 250;
const ASK_TIMES = 60;
const AGAIN_MS = 3000;
const NOTHING: Quality = { lossPercent: null, jitterMs: null, roundTripMs: null };

export const speaking = createStore<Speaking>(() => ({ state: 'off', problem: null, grade: null, legId: null }));
export const useSpeaking = (): Speaking => useStore(speaking);

let voice: Voice | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
/** Every opening has a number: what belongs to an earlier one is late. */
let opening = 0;

function drop(): void {
  clearTimeout(again);
  voice?.close();
  voice = null;
}

/** Gives up the sound. */
export function silence(state: 'off' | 'elsewhere' = 'off', problem: string | null = null): void {
  opening += 1;
  drop();
  speaking.setState({ state, problem, grade: null, legId: null });
}

async function answerOf(legId: number, mine: number): Promise<string> {
  for (let times = 0; times < ASK_TIMES && mine === opening; times += 1) {
    const { answer, state } = await call(workbench.answer, { legId }, { quiet: true });
    if (answer !== null) return answer;
    if (state === legStates.ended) break;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  throw new CallError(0, '语音服务没有应答，正在重试');
}

function retry(problem: string): void {
  drop();
  speaking.setState({ state: 'lost', problem, grade: null });
  again = setTimeout(() => void speak(), AGAIN_MS);
}

/** Offers the sound of this page; `take` takes it over from another one. Gives whether it is on. */
export async function speak(take = false): Promise<boolean> {
  opening += 1;
  const mine = opening;
  drop();
  speaking.setState({ state: 'opening', problem: null, grade: null });
  try {
    const { iceServers } = await call(workbench.open, {}, { quiet: true });
    const { microphone, speaker } = panel.getState();
    const opened = await openVoice({
      iceServers,
      microphone,
      speaker,
      onState(state) {
        if (mine !== opening) return;
        clearTimeout(again);
        if (state === 'connected') return speaking.setState({ state: 'on', problem: null });
        speaking.setState({ state: 'lost' });
        again = setTimeout(() => void speak(), state === 'failed' ? 0 : AGAIN_MS);
      },
    }).catch((error: unknown) => {
      throw new CallError(0, microphoneProblem(error), 'microphone');
    });
    if (mine !== opening) {
      opened.close();
      return false;
    }
    voice = opened;
    const { legId, answer } = await call(workbench.offer, { pageId: await pageId(), offer: opened.offer, take }, { quiet: true });
    if (mine !== opening) return false;
    speaking.setState({ legId });
    await opened.accept(answer ?? (await answerOf(legId, mine)));
    if (mine !== opening) return false;
    speaking.setState({ state: 'on', problem: null });
    return true;
  } catch (error) {
    if (mine !== opening) return false;
    const { status, message, data } = error instanceof CallError ? error : new CallError(0, '语音接入失败，正在重试');
    if (status === 409) silence('elsewhere');
    else if (data === 'microphone' || (status >= 400 && status < 500 && status !== 429)) silence('off', message);
    else retry(message);
    return false;
  }
}

/** The leg of this page ended at the server: a process there was started again, or another page has it. */
export async function lookAtLeg(legId: unknown): Promise<void> {
  const { legId: own, state } = speaking.getState();
  if (own === null || own !== legId || (state !== 'on' && state !== 'lost')) return;
  const mine = opening;
  const leg = await call(workbench.answer, { legId: own }, { quiet: true }).catch(() => null);
  if (mine === opening && leg?.state === legStates.ended) void speak();
}

/** Speaks through another microphone from now on. */
export const speakThrough = (id: string | null): Promise<void> | undefined => voice?.setMicrophone(id).catch(() => {});
/** Is heard through another loudspeaker from now on. */
export const hearThrough = (id: string | null): Promise<void> | undefined => voice?.setSpeaker(id);

/** Says that the page is there, with what its network is like, until it is stopped. */
export function keepSeen(): () => void {
  const say = async () => {
    const { state } = speaking.getState();
    if (state !== 'on' && state !== 'lost') return;
    const quality = (await voice?.quality().catch(() => null)) ?? NOTHING;
    speaking.setState({ grade: gradeOf(quality) });
    const mine = opening;
    const heard = await call(workbench.seen, { pageId: await pageId(), ...quality }, { quiet: true }).catch(() => true);
    if (!heard && mine === opening) silence('elsewhere');
  };
  const timer = setInterval(() => void say(), SEEN_MS);
  return () => clearInterval(timer);
}
