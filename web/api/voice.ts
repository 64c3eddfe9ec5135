/**
 * The sound of one page in a call: a microphone, a loudspeaker, and one connection to the server by G.711. Knows no call: who hears whom is
 * the server's. Used by the workbench and by the page of families.
 */

export interface Quality {
  lossPercent: number | null;
  jitterMs: number | null;
  roundTripMs: number | null;
}
/** `lost`: the connection broke; it may come back by itself, `failed` does not. */
export type VoiceState = 'connected' | 'lost' | 'failed';

export interface VoiceOptions {
  iceServers: readonly { urls: string[]; username?: string | undefined; credential?: string | undefined }[];
  /** Of `enumerateDevices`; the system's own without. */
  microphone?: string | null;
  speaker?: string | null;
  onState: (state: VoiceState) => void;
}

export interface Voice {
  /** Holds all candidates: it is sent once. */
  offer: string;
  accept: (answer: string) => Promise<void>;
  /** Silences the microphone in the page itself. */
  mute: (muted: boolean) => void;
  setMicrophone: (id: string | null) => Promise<void>;
  setSpeaker: (id: string | null) => Promise<void>;
  quality: () => Promise<Quality>;
  close: () => void;
  remote: MediaStream;
}

/** Candidates of the own machine come at once; a server that does not answer holds nothing up for longer. */
const GATHER_MS = 1500;
const MIME = ['audio/pcma', 'audio/telephone-event'];

/** Why there is no microphone, and what to do about it; `error` is what the browser threw. */
export function microphoneProblem(error: unknown): string {
  const name = (error as { name?: string } | null)?.name;
  if (name === 'NoMediaDevices') return '当前网址不是 https，浏览器不允许使用麦克风，请用 https 地址打开';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return '浏览器没有允许使用麦克风：请点击地址栏左侧的图标，把“麦克风”改为“允许”，再重试';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return '没有找到麦克风，请插入耳麦后重试';
  if (name === 'NotReadableError' || name === 'AbortError') return '麦克风正被其他程序使用，请关闭那个程序后重试';
  return '麦克风打开失败，请检查耳麦后重试';
}

/** Opens a microphone; the one that was chosen may be gone, then another. Throws what `microphoneProblem` explains. */
export async function openMicrophone(id: string | null = null): Promise<MediaStream> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) throw Object.assign(new Error('no media devices'), { name: 'NoMediaDevices' });
  const wanted = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const open = (audio: MediaTrackConstraints) => mediaDevices.getUserMedia({ audio });
  if (id === null) return open(wanted);
  return open({ ...wanted, deviceId: { exact: id } }).catch((error: unknown) => {
    if ((error as Error).name === 'OverconstrainedError' || (error as Error).name === 'NotFoundError') return open(wanted);
    throw error;
  });
}

/** Sends an element's sound to a loudspeaker, where the browser can; one that is gone is the system's own. */
export async function playThrough(element: HTMLMediaElement, id: string | null): Promise<void> {
  if (!('setSinkId' in element)) return;
  await element.setSinkId(id ?? '').catch(() => element.setSinkId('').catch(() => {}));
}

const gathered = (peer: RTCPeerConnection) =>
  new Promise<void>((resolve) => {
    if (peer.iceGatheringState === 'complete') return resolve();
    const timer = setTimeout(resolve, GATHER_MS);
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });

function preferALaw(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('audio')?.codecs ?? [];
  const known = codecs.filter(({ mimeType, clockRate }) => MIME.includes(mimeType.toLowerCase()) && clockRate === 8000);
  // Elsewhere the order is the browser's, and the server takes A-law from it.
  if (known.length > 0 && 'setCodecPreferences' in transceiver) transceiver.setCodecPreferences(known);
}

async function measure(peer: RTCPeerConnection, last: { lost: number; all: number }): Promise<Quality> {
  const quality: Quality = { lossPercent: null, jitterMs: null, roundTripMs: null };
  for (const report of (await peer.getStats()).values() as Iterable<Record<string, number | string>>) {
    if (report.type === 'inbound-rtp') {
      const lost = Number(report.packetsLost ?? 0);
      const all = lost + Number(report.packetsReceived ?? 0);
      if (all > last.all) quality.lossPercent = Math.min(100, Math.max(0, ((lost - last.lost) / (all - last.all)) * 100));
      Object.assign(last, { lost, all });
      if (typeof report.jitter === 'number') quality.jitterMs = Math.min(60_000, report.jitter * 1000);
    }
    const trip = report.type === 'candidate-pair' && report.state === 'succeeded' ? report.currentRoundTripTime : undefined;
    if (typeof trip === 'number') quality.roundTripMs = Math.min(60_000, Math.round(trip * 1000));
  }
  return quality;
}

/** Opens the microphone and makes an offer. Throws what `microphoneProblem` explains. */
export async function openVoice({ iceServers, microphone = null, speaker = null, onState }: VoiceOptions): Promise<Voice> {
  let local = await openMicrophone(microphone);
  let muted = false;
  const peer = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[], bundlePolicy: 'max-bundle' });
  const remote = new MediaStream();
  const element = new Audio();
  element.srcObject = remote;
  peer.addEventListener('track', ({ track }) => {
    remote.addTrack(track);
    void element.play().catch(() => {});
  });
  peer.addEventListener('connectionstatechange', () => {
    const { connectionState } = peer;
    if (connectionState === 'connected') onState('connected');
    else if (connectionState === 'disconnected') onState('lost');
    else if (connectionState === 'failed') onState('failed');
  });
  const [track] = local.getAudioTracks();
  const transceiver = peer.addTransceiver(track as MediaStreamTrack, { direction: 'sendrecv', streams: [local] });
  preferALaw(transceiver);
  await playThrough(element, speaker);
  await peer.setLocalDescription(await peer.createOffer());
  await gathered(peer);
  const counted = { lost: 0, all: 0 };
  let closed = false;
  const stop = () => local.getTracks().forEach((one) => one.stop());
  return {
    offer: peer.localDescription?.sdp ?? '',
    remote,
    accept: (sdp) => peer.setRemoteDescription({ type: 'answer', sdp }),
    mute(next) {
      muted = next;
      for (const one of local.getAudioTracks()) one.enabled = !muted;
    },
    async setMicrophone(id) {
      const next = await openMicrophone(id);
      if (closed) return next.getTracks().forEach((one) => one.stop());
      stop();
      local = next;
      for (const one of local.getAudioTracks()) one.enabled = !muted;
      await transceiver.sender.replaceTrack(local.getAudioTracks()[0] ?? null);
    },
    setSpeaker: (id) => playThrough(element, id),
    quality: () => measure(peer, counted),
    close() {
      closed = true;
      stop();
      element.srcObject = null;
      peer.close();
    },
  };
}

/** Good, weak or bad, as the person hears it; null while nothing is known. */
export function gradeOf({ lossPercent, jitterMs, roundTripMs }: Quality): 'good' | 'weak' | 'bad' | null {
  if (lossPercent === null && jitterMs === null && roundTripMs === null) return null;
  const [loss, jitter, trip] = [lossPercent ?? 0, jitterMs ?? 0, roundTripMs ?? 0];
  if (loss >= 8 || jitter >= 100 || trip >= 600) return 'bad';
  return loss >= 2 || jitter >= 40 || trip >= 250 ? 'weak' : 'good';
}
