/** All legs and rooms of one worker. */
import { BrowserLeg } from './browser-leg.ts';
import { Clock } from './clock.ts';
import { QUIET_FRAME } from './alaw.ts';
import type { Leg } from './leg.ts';
import type {
  MediaEvent,
  MediaOrders,
  MediaStats,
  OutgoingCall,
  Playing,
  RecordingDone,
  RoomState,
  SipAccounts,
  WorkerOptions,
} from './media.ts';
import type { PhoneLeg } from './phone-leg.ts';
import { Phones } from './phones.ts';
import { played, Player, samePlaying, type Saying } from './player.ts';
import { Ports } from './ports.ts';
import { Room } from './room.ts';

/** Ticks between two reports of quality of a leg. */
const QUALITY_EVERY = 250;
const LOOK_EVERY = 25;

class OpenBrowserLeg implements Leg {
  readonly id: string;
  readonly browser: BrowserLeg;
  player: Player | null = null;
  saying: Saying | null = null;
  roomId: string | null = null;
  said: Uint8Array | null = null;

  constructor(id: string, browser: BrowserLeg) {
    this.id = id;
    this.browser = browser;
  }
  get sound() {
    return this.browser.sound;
  }
  measure() {
    return this.browser.measure();
  }
}
type AnyLeg = OpenBrowserLeg | PhoneLeg;

export interface EngineOutput {
  emit(event: MediaEvent): void;
  log(level: 'info' | 'warn' | 'error', text: string): void;
}

export class Engine implements MediaOrders {
  readonly #options: WorkerOptions;
  readonly #output: EngineOutput;
  readonly #ports: Ports;
  readonly #legs = new Map<string, AnyLeg>();
  readonly #rooms = new Map<string, Room>();
  readonly #phones: Phones | null;
  readonly #clock: Clock;

  constructor(options: WorkerOptions, output: EngineOutput) {
    this.#options = options;
    this.#output = output;
    this.#ports = new Ports(options.rtpPorts);
    this.#phones =
      options.sip &&
      new Phones({ ...options, sip: options.sip }, this.#ports, {
        emit: output.emit,
        log: output.log,
        added: (leg) => this.#add(leg),
        removed: (leg) => this.#remove(leg),
      });
    this.#clock = new Clock(() => this.#tick());
  }

  /** Resolves when phones can call. */
  async ready() {
    await this.#phones?.listen();
  }

  #add(leg: AnyLeg) {
    this.#legs.set(leg.id, leg);
    for (const room of this.#rooms.values()) room.arrived(leg);
  }
  #remove(leg: AnyLeg) {
    if (this.#legs.get(leg.id) === leg) this.#legs.delete(leg.id);
  }

  #tick() {
    for (const leg of this.#legs.values()) leg.said = leg.sound.take();
    for (const room of this.#rooms.values()) room.tick();
    let place = 0;
    for (const leg of this.#legs.values()) {
      if (leg.roomId === null) leg.sound.give(leg.player?.next(leg.said) ?? QUIET_FRAME);
      place += 1;
      if ((this.#clock.ticks + place) % LOOK_EVERY === 0 && leg instanceof OpenBrowserLeg) leg.browser.look();
      if ((this.#clock.ticks + place * 7) % QUALITY_EVERY === 0) void this.#measure(leg);
    }
  }

  async #measure(leg: AnyLeg) {
    const here = leg.sound.quality();
    if (!here) return;
    const { roundTripMs, lostThere } = await leg.measure();
    const lossPercent = Math.max(here.lossPercent, lostThere ?? 0);
    this.#output.emit({ type: 'leg.quality', legId: leg.id, lossPercent, jitterMs: here.jitterMs, roundTripMs });
  }

  async openBrowserLeg(legId: string, offerSdp: string): Promise<string> {
    if (this.#legs.has(legId)) throw new Error(`There is a leg ${legId}`);
    const { emit } = this.#output;
    const gone = (reason: string) => this.#closeBrowser(legId, reason);
    const browser = new BrowserLeg(offerSdp, this.#options.publicAddresses, this.#ports, {
      connected: () => emit({ type: 'leg.connected', legId }),
      disconnected: () => emit({ type: 'leg.disconnected', legId }),
      gone,
      key: (digit) => emit({ type: 'leg.dtmf', legId, digit }),
    });
    try {
      const answer = await browser.answer(offerSdp, gone);
      this.#add(new OpenBrowserLeg(legId, browser));
      return answer;
    } catch (error) {
      browser.close();
      throw error;
    }
  }
  #closeBrowser(legId: string, reason: string) {
    const leg = this.#legs.get(legId);
    if (!(leg instanceof OpenBrowserLeg)) return;
    this.#remove(leg);
    leg.browser.close();
    this.#output.emit({ type: 'leg.closed', legId, reason });
  }

  dialPhone(legId: string, call: OutgoingCall) {
    if (this.#phones) this.#phones.dial(legId, call);
    else this.#output.emit({ type: 'phone.ended', legId, status: 503, byUs: true });
  }
  ringPhone(legId: string) {
    this.#phones?.ring(legId);
  }
  answerPhone(legId: string) {
    this.#phones?.answer(legId);
  }
  refusePhone(legId: string, status: number) {
    this.#phones?.refuse(legId, status);
  }
  closeLeg(legId: string) {
    if (this.#legs.get(legId) instanceof OpenBrowserLeg) this.#closeBrowser(legId, 'closed');
    else this.#phones?.hangUp(legId);
  }

  setRoom(roomId: string, state: RoomState) {
    let room = this.#rooms.get(roomId);
    if (!room) {
      room = new Room(roomId, {
        leg: (legId) => this.#legs.get(legId),
        emit: (event) => this.#output.emit(event),
        warn: (text) => this.#output.log('warn', text),
      });
      this.#rooms.set(roomId, room);
    }
    for (const { legId } of state.legs) {
      for (const other of this.#rooms.values()) if (other !== room) other.lost(legId);
    }
    room.set(state);
  }
  closeRoom(roomId: string): Promise<RecordingDone | null> {
    const room = this.#rooms.get(roomId);
    this.#rooms.delete(roomId);
    return room?.close() ?? Promise.resolve(null);
  }

  play(legId: string, playing: Playing | null) {
    const leg = this.#legs.get(legId);
    if (!leg || leg.roomId !== null || samePlaying(leg.player?.playing ?? null, playing)) return;
    leg.player =
      playing &&
      new Player(
        playing,
        () => this.#output.emit(played(legId, playing)),
        (text) => this.#output.log('warn', text),
      );
  }
  sendDtmf(legId: string, digits: string) {
    this.#legs.get(legId)?.sound.keys(digits);
  }
  setSip(accounts: SipAccounts) {
    this.#phones?.set(accounts);
  }

  async stats(): Promise<MediaStats> {
    return {
      legs: this.#legs.size,
      rooms: this.#rooms.size,
      ticks: this.#clock.ticks,
      lateTicks: this.#clock.late,
      dropped: this.#phones?.dropped() ?? {},
      sipPort: this.#phones?.port ?? null,
    };
  }

  async close() {
    this.#clock.stop();
    for (const legId of this.#legs.keys()) this.closeLeg(legId);
    await Promise.all([...this.#rooms.keys()].map((roomId) => this.closeRoom(roomId)));
    await this.#phones?.close();
  }
}
