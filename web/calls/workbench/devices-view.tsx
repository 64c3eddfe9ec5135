/** 设备检测: which microphone and loudspeakers, whether they work, and a call that gives back what one says. */
import { Alert, Button, Progress, Select } from 'antd';
import { useEffect, useState } from 'react';
import { callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { microphoneProblem, openMicrophone } from '#web/api/voice.ts';
import { useAct } from './acts.ts';
import type { Given } from './panel.tsx';
import { panel, usePanel } from './panel-state.ts';
import { tryRinging } from './ringtone.ts';
import { hearThrough, speakThrough, useSpeaking } from './speaking.ts';

const LOOK_MS = 100;

/** The loudness of a microphone from 0 to 100 while it is open; a problem in words. */
function useLevel(open: boolean, microphone: string | null) {
  const [level, setLevel] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return;
    let ended = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    let stop = () => {};
    const begin = async () => {
      const stream = await openMicrophone(microphone);
      const context = new AudioContext();
      stop = () => {
        for (const track of stream.getTracks()) track.stop();
        void context.close();
      };
      if (ended) return stop();
      const analyser = new AnalyserNode(context, { fftSize: 1024 });
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
        // From -60 dB to 0.
        setLevel(Math.max(0, Math.min(100, Math.round((10 * Math.log10(power + 1e-9) + 60) * (100 / 60)))));
      }, LOOK_MS);
    };
    void begin().catch((error: unknown) => setProblem(microphoneProblem(error)));
    return () => {
      ended = true;
      clearInterval(timer);
      stop();
      setLevel(0);
      setProblem(null);
    };
  }, [open, microphone]);
  return { level, problem };
}

/** What the browser knows; names come once the microphone was allowed. */
function useDevices(asked: boolean): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    if (!mediaDevices) return;
    const read = () => void mediaDevices.enumerateDevices().then(setDevices, () => {});
    read();
    const timer = asked ? setTimeout(read, 1000) : undefined;
    mediaDevices.addEventListener('devicechange', read);
    return () => {
      clearTimeout(timer);
      mediaDevices.removeEventListener('devicechange', read);
    };
  }, [asked]);
  return devices;
}

const DEFAULT = 'default';

interface ChoiceProps {
  label: string;
  kind: MediaDeviceKind;
  devices: readonly MediaDeviceInfo[];
  value: string | null;
  onChoose: (id: string | null) => void;
}
function Choice({ label, kind, devices, value, onChoose }: ChoiceProps) {
  const found = devices.filter((one) => one.kind === kind && one.deviceId !== '' && one.deviceId !== DEFAULT);
  const known = value !== null && found.some(({ deviceId }) => deviceId === value);
  return (
    <label className="cw-choice">
      {label}
      <Select
        aria-label={label}
        value={known ? value : DEFAULT}
        options={[
          { value: DEFAULT, label: '系统默认' },
          ...found.map((one, at) => ({ value: one.deviceId, label: one.label || `${label} ${at + 1}` })),
        ]}
        onChange={(id: string) => onChoose(id === DEFAULT ? null : id)}
      />
    </label>
  );
}

export default function DevicesView({ now, call }: Given) {
  const { microphone, speaker, ringer } = usePanel();
  const { run, pending } = useAct();
  const [listening, setListening] = useState(false);
  const { level, problem } = useLevel(listening, microphone);
  const devices = useDevices(listening);
  const { problem: soundProblem } = useSpeaking();
  const live = call !== null && call.status !== callStatus.hungUp;
  const shown = problem ?? soundProblem;
  return (
    <div className="cw-work">
      {shown && <Alert type="error" showIcon title={shown} />}
      <Choice
        label="麦克风"
        kind="audioinput"
        devices={devices}
        value={microphone}
        onChoose={(id) => {
          panel.setState({ microphone: id });
          void speakThrough(id);
        }}
      />
      {listening && <Progress percent={level} showInfo={false} aria-label="麦克风音量" />}
      <Button block onClick={() => setListening(!listening)}>
        {listening ? '停止检测' : '检测麦克风'}
      </Button>
      {listening && <p className="cw-note">对着麦克风说话，横条应随声音变化。</p>}
      <Choice
        label="扬声器"
        kind="audiooutput"
        devices={devices}
        value={speaker}
        onChoose={(id) => {
          panel.setState({ speaker: id });
          void hearThrough(id);
        }}
      />
      <Button block onClick={() => void tryRinging(speaker)}>
        试听扬声器
      </Button>
      <Choice label="振铃" kind="audiooutput" devices={devices} value={ringer} onChoose={(id) => panel.setState({ ringer: id })} />
      <Button block onClick={() => void tryRinging(ringer ?? speaker)}>
        试听振铃
      </Button>
      <Button
        block
        disabled={pending !== null || live || now.state === seatStates.offline}
        onClick={() => void run('MakeCall', { callee: 'echo' })}
      >
        回声测试
      </Button>
      <p className="cw-note">
        {now.state === seatStates.offline ? '上线后可做回声测试。' : '回声测试会把您说的话放回来，听到自己的声音即正常。'}
      </p>
    </div>
  );
}
