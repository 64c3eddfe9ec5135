/** A browser as calls know it: a WebRTC peer that says a tone and keeps what it hears. */
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket, type RTCRtpSender } from 'werift';
import { FRAME, QUIET_FRAME } from '#server/call-media/alaw.ts';
import { tone } from './tone-meter.ts';

const codec = (mimeType: string, payloadType: number) => new RTCRtpCodecParameters({ mimeType, clockRate: 8000, payloadType, channels: 1 });
const EVENTS = 126;

export class CallBrowser {
  readonly #connection = new RTCPeerConnection({
    codecs: { audio: [codec('audio/PCMA', 8), codec('audio/telephone-event', EVENTS)], video: [] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
    iceUseTcp: false,
  });
  readonly #track = new MediaStreamTrack({ kind: 'audio' });
  readonly #sender: RTCRtpSender;
  readonly #said: Uint8Array | null;
  #timer: NodeJS.Timeout | null = null;
  #sequence = 7;
  #timestamp = 1000;
  #frames = 0;
  #heard: Uint8Array[] = [];
  /** Types of telephone-event that came: one entry per key. */
  keys: number[] = [];
  #lastKey = -1;
  readonly connected = Promise.withResolvers<void>();
  readonly firstSound = Promise.withResolvers<number>();
  onFrame: ((frame: Uint8Array) => void) | null = null;

  /** Says this tone; null says nothing. */
  constructor(frequency: number | null) {
    this.#said = frequency === null ? null : tone(frequency);
    this.#sender = this.#connection.addTransceiver(this.#track, { direction: 'sendrecv' }).sender;
    this.#connection.onTrack.subscribe((track) => track.onReceiveRtp.subscribe(({ header, payload }) => this.#receive(header, payload)));
    this.#connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') this.#begin();
      if (state === 'failed') this.connected.reject(new Error('ICE failed'));
    });
  }

  async offer(): Promise<string> {
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    return this.#connection.localDescription?.sdp ?? '';
  }
  async take(answer: string) {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  #begin() {
    this.connected.resolve();
    let due = performance.now();
    const tick = () => {
      for (; due <= performance.now(); due += 20) this.#say();
      this.#timer = setTimeout(tick, Math.max(1, due - performance.now()));
    };
    tick();
  }
  #say() {
    const at = (this.#frames * FRAME) % 8000;
    this.#frames += 1;
    this.#send(8, this.#said ? this.#said.subarray(at, at + FRAME) : QUIET_FRAME, this.#timestamp);
    this.#timestamp += FRAME;
  }
  #send(payloadType: number, payload: Uint8Array, timestamp: number) {
    const { ssrc } = this.#sender;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const header = new RtpHeader({ payloadType, sequenceNumber: this.#sequence, timestamp, ssrc });
    if (payloadType === 8) void this.#sender.sendRtp(new RtpPacket(header, Buffer.from(payload)));
    else void this.#connection.dtlsTransports[0]?.sendRtp(Buffer.from(payload), header);
  }
  /** Presses a key: its packets as a browser sends them. */
  press(key: number) {
    const begin = this.#timestamp;
    for (let packet = 1; packet <= 8; packet += 1) {
      const end = packet > 5 ? 0x80 : 0;
      this.#send(EVENTS, Uint8Array.of(key, end | 10, (160 * packet) >> 8, (160 * packet) & 255), begin);
    }
    this.#timestamp += 8 * FRAME;
  }

  #receive(header: RtpHeader, payload: Buffer) {
    if (header.payloadType !== 8) {
      if (header.timestamp !== this.#lastKey) this.keys.push(payload[0] as number);
      this.#lastKey = header.timestamp;
      return;
    }
    if (payload.some((byte) => byte !== 0xd5)) this.firstSound.resolve(performance.now());
    this.#heard.push(new Uint8Array(payload));
    this.onFrame?.(payload);
  }

  /** What is heard from now on for so long. */
  async listen(ms = 500): Promise<Uint8Array> {
    this.#heard = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onFrame = () => {
      if (this.#heard.length * 20 >= ms) resolve();
    };
    await promise;
    this.onFrame = null;
    return Uint8Array.from(Buffer.concat(this.#heard));
  }
  close() {
    if (this.#timer) clearTimeout(this.#timer);
    return this.#connection.close();
  }
}
