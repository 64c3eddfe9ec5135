/** @jsxImportSource preact */
/** During the call: what goes on, how long, and the few buttons that it takes. */
import { useEffect, useState } from 'preact/hooks';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { callPhases } from '#contract/calls/seat-states.rules.ts';
import { press, type Progress } from './calls.ts';
import type { Line, LineState } from './line.ts';

/** What the caller reads. */
function sayingOf({ phase, position, held }: Progress): string {
  if (phase === callPhases.queued) return position === null ? '正在为您排队，请稍候' : `正在为您排队，您是第 ${position} 位`;
  if (phase === callPhases.menu) return '请选择';
  if (phase === callPhases.dialing || phase === callPhases.ringing) return '正在等待接听';
  return held ? '对方请您稍候' : '通话中';
}

/** Seconds of the call, going on between what the server says. */
function useSeconds(heard: Progress | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const said = heard?.seconds ?? 0;
    const since = Date.now();
    setSeconds(said);
    if (said === 0) return;
    const timer = setInterval(() => setSeconds(said + (Date.now() - since) / 1000), 500);
    return () => clearInterval(timer);
  }, [heard]);
  return seconds;
}

function Speaker({ line }: { line: Line }) {
  const [speakers, setSpeakers] = useState<MediaDeviceInfo[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const read = async () => setSpeakers((await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'audiooutput'));
    if ('setSinkId' in HTMLMediaElement.prototype) void read().catch(() => {});
  }, []);
  if (speakers.length < 2) return null;
  const next = () => {
    const to = (at + 1) % speakers.length;
    setAt(to);
    void line.setSpeaker((speakers[to] as MediaDeviceInfo).deviceId);
  };
  return (
    <button type="button" class="cp-plain" onClick={next}>
      扬声器：{speakers[at]?.label || `第 ${at + 1} 个`}
    </button>
  );
}

interface Props {
  token: string;
  line: Line;
  heard: LineState | null;
  onEnd: () => void;
}

export function Talking({ token, line, heard, onEnd }: Props) {
  const [muted, setMuted] = useState(false);
  const progress = heard?.progress ?? null;
  const seconds = useSeconds(progress);
  return (
    <section class="cp-before">
      <p class="cp-rings" role="status">
        {heard?.lost ? '网络中断，正在重新连接…' : progress ? sayingOf(progress) : '正在接入…'}
      </p>
      {progress?.greeting && <p>{progress.greeting}</p>}
      {progress && progress.keys.length > 0 && (
        <div class="cp-keys" role="group" aria-label="请选择">
          {progress.keys.map(({ key, name }) => (
            <button key={key} type="button" class="cp-plain" onClick={() => void press(token, line.pageId, key).catch(() => {})}>
              <b>{key}</b> {name}
            </button>
          ))}
        </div>
      )}
      {seconds > 0 && <p class="cp-clock">{clockText(seconds)}</p>}
      <button type="button" class="cp-big" data-danger onClick={onEnd}>
        挂断
      </button>
      <button
        type="button"
        class="cp-plain"
        aria-pressed={muted}
        onClick={() => {
          line.mute(!muted);
          setMuted(!muted);
        }}
      >
        {muted ? '已静音，点此说话' : '静音'}
      </button>
      <Speaker line={line} />
    </section>
  );
}
