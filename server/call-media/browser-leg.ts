/** A leg to a browser: WebRTC by werift. ICE, DTLS and SRTP are its; the sound is ours. */
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, type RTCRtpSender, RtpHeader, RtpPacket } from 'werift';
import { dropUnsealed } from './ice-seal.ts';
import type { Ports } from './ports.ts';
import type { RtpPart } from './rtp-packet.ts';
import { PCMA, Sound } from './sound.ts';

const GATHERED_WITHIN_MS = 3000;
const CONNECTED_WITHIN_MS = 20_000;
const SILENT_AFTER_MS = 3000;

export interface BrowserEvents {
  connected(): void;
  disconnected(): void;
  /** The browser is gone: it closed, or has not been heard for half a minute. */
  gone(reason: string): void;
  key(digit: string): void;
}

/** The type of telephone-event at 8 kHz in an offer: an answer takes the numbers of the offer. */
const eventsOf = (offer: string): number | null => {
  const found = /^a=rtpmap:(\d+) telephone-event\/8000/m.exec(offer);
  return found ? Number(found[1]) : null;
};

/**
 * What we take of an offer. Browsers hide their addresses behind names of the local network, which lead nowhere from here; and offer
 * telephone-event at the rate of each codec, of which an answer would take the first.
 */
const readable = (offer: string) => {
  const ours = new Set([PCMA, eventsOf(offer)].map(String));
  return offer
    .split(/\r?\n/)
    .filter((line) => !/^a=candidate:.*\.local\b/.test(line) && !line.startsWith('a=end-of-candidates'))
    .filter((line) => ours.has(/^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /.exec(line)?.[1] ?? String(PCMA)))
    .map((line) => (line.startsWith('m=audio ') ? ourFormats(line, ours) : line))
    .join('\r\n');
};
const ourFormats = (line: string, ours: Set<string>) => {
  const [media, port, protocol, ...formats] = line.split(' ');
  return [media, port, protocol, ...formats.filter((format) => ours.has(format))].join(' ');
};

export class BrowserLeg {
  readonly sound: Sound;
  readonly #connection: RTCPeerConnection;
  readonly #track = new MediaStreamTrack({ kind: 'audio' });
  readonly #freePorts: () => void;
  #sender: RTCRtpSender | null = null;
  readonly #events: BrowserEvents;
  #heardAt = 0;
  #silent = false;
  #closed = false;
  #overdue: NodeJS.Timeout | null = null;

  constructor(offer: string, addresses: string[], ports: Ports, events: BrowserEvents) {
    const range = ports.take();
    if (!range) throw new Error('All ports of sound are taken');
    this.#freePorts = () => ports.free(range);
    this.#events = events;
    const types = { codec: PCMA, events: eventsOf(offer) } as const;
    this.#connection = new RTCPeerConnection({
      codecs: {
        audio: [
          new RTCRtpCodecParameters({ mimeType: 'audio/PCMA', clockRate: 8000, payloadType: PCMA, channels: 1 }),
          new RTCRtpCodecParameters({ mimeType: 'audio/telephone-event', clockRate: 8000, payloadType: types.events ?? 101, channels: 1 }),
        ],
        video: [],
      },
      icePortRange: range,
      iceAdditionalHostAddresses: addresses,
      iceUseIpv6: false,
      iceUseTcp: false,
      iceServers: [],
    });
    this.sound = new Sound(types, (packet) => this.#send(packet), events.key);
    this.#connection.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe(({ header, payload }) =>
        this.#received({
          type: header.payloadType,
          sequence: header.sequenceNumber,
          timestamp: header.timestamp,
          ssrc: header.ssrc,
          marker: header.marker,
          payload,
        }),
      ),
    );
    this.#connection.connectionStateChange.subscribe((state) => this.#changed(state, events));
  }

  #received(packet: RtpPart) {
    this.sound.receive(packet);
    this.#heardAt = performance.now();
    if (this.#silent) this.#events.connected();
    this.#silent = false;
  }
  /** To be asked now and then: a browser sends always, also when it is muted. What is silent for long is gone before ICE notices. */
  look() {
    const silent = performance.now() - this.#heardAt > SILENT_AFTER_MS;
    if (this.#connection.connectionState !== 'connected' || !silent || this.#silent) return;
    this.#silent = true;
    this.#events.disconnected();
  }

  #changed(state: string, events: BrowserEvents) {
    if (this.#closed) return;
    if (state === 'connected') {
      if (this.#overdue) clearTimeout(this.#overdue);
      this.#heardAt = performance.now();
      events.connected();
    }
    if (state === 'disconnected') events.disconnected();
    if (state === 'failed' || state === 'closed') events.gone(state);
  }

  /** The answer to the offer. Rejects one that holds no sound that we know. */
  async answer(offer: string, gone: (reason: string) => void): Promise<string> {
    const connection = this.#connection;
    this.#sender = connection.addTransceiver(this.#track, { direction: 'sendrecv' }).sender;
    await connection.setRemoteDescription({ type: 'offer', sdp: readable(offer) });
    const answer = await connection.createAnswer();
    await Promise.race([connection.setLocalDescription(answer), late()]);
    dropUnsealed(connection);
    const sdp = connection.localDescription?.sdp ?? '';
    if (!/^m=audio [1-9].*\b8\b/m.test(sdp)) throw new Error('The offer has no sound in PCMA');
    this.#overdue = setTimeout(() => {
      if (!this.#closed && connection.connectionState !== 'connected') gone('not connected in time');
    }, CONNECTED_WITHIN_MS);
    return sdp;
  }

  #send(packet: { type: number; sequence: number; timestamp: number; marker: boolean; payload: Uint8Array }) {
    const sender = this.#sender;
    if (!sender || this.#connection.connectionState !== 'connected') return;
    const header = new RtpHeader({
      payloadType: packet.type,
      sequenceNumber: packet.sequence,
      timestamp: packet.timestamp,
      marker: packet.marker,
      ssrc: sender.ssrc,
    });
    const payload = Buffer.from(packet.payload.buffer, packet.payload.byteOffset, packet.payload.length);
    // The sender counts for its reports, but would give packets of keys the type of sound: those pass by it.
    if (packet.type === PCMA) void sender.sendRtp(new RtpPacket(header, payload));
    else void this.#connection.dtlsTransports[0]?.sendRtp(payload, header);
  }

  /** Asks how the browser hears us. */
  async measure(): Promise<{ roundTripMs: number | null; lostThere: number | null }> {
    const stats = (await this.#sender?.getStats()) ?? new Map();
    for (const entry of stats.values()) {
      const { type, roundTripTime, fractionLost } = entry as { type: string; roundTripTime?: number; fractionLost?: number };
      if (type !== 'remote-inbound-rtp') continue;
      return {
        roundTripMs: roundTripTime === undefined ? null : Math.round(roundTripTime * 1000),
        lostThere: fractionLost === undefined ? null : Math.round(fractionLost * 1000) / 10,
      };
    }
    return { roundTripMs: null, lostThere: null };
  }

  close() {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#overdue) clearTimeout(this.#overdue);
    void this.#connection.close().finally(this.#freePorts);
  }
}

async function late(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  setTimeout(() => reject(new Error('No address was found to answer with')), GATHERED_WITHIN_MS).unref();
  return promise;
}
