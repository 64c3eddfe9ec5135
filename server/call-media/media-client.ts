import { Worker } from 'node:worker_threads';
import type {
  CallMedia,
  MediaEvent,
  MediaOptions,
  MediaStats,
  Order,
  OutgoingCall,
  Playing,
  RecordingDone,
  Report,
  RoomState,
  SipAccounts,
  WorkerOptions,
} from './media.ts';

/** A worker that says nothing for so many of our own looks is dead, though its thread may turn. */
const LOOK_EVERY_MS = 1000;
const SILENT_LOOKS = 8;
const PAUSE_BEFORE_RESTART_MS = 100;

/** The thread that runs worker.ts. */
export function newWorker(options: WorkerOptions): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** The end of the process that owns the worker: passes orders on, hears events, notices that the worker is dead and starts another. */
export class MediaClient implements CallMedia {
  readonly #options: MediaOptions;
  readonly #startWorker: (options: WorkerOptions) => Worker;
  readonly #listeners: ((event: MediaEvent) => void)[] = [];
  readonly #waiting = new Map<number, Waiting>();
  readonly #legs = new Set<string>();
  readonly #rooms = new Set<string>();
  #worker: Worker;
  #ready = Promise.withResolvers<void>();
  #calls = 0;
  #silent = 0;
  #closing = false;
  readonly #looking: NodeJS.Timeout;

  constructor(options: MediaOptions, startWorker: (options: WorkerOptions) => Worker) {
    this.#options = options;
    this.#startWorker = startWorker;
    this.#worker = this.#start();
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  #start(): Worker {
    const { log: _, ...options } = this.#options;
    const worker = this.#startWorker(options);
    worker.on('message', (report: Report) => this.#hear(report));
    worker.on('error', (error) => this.#options.log.error({ err: error }, 'The worker of the sound of calls failed'));
    worker.on('exit', () => this.#ended());
    this.#silent = 0;
    return worker;
  }

  #look() {
    this.#silent += 1;
    if (this.#silent === SILENT_LOOKS) void this.#worker.terminate();
  }

  #hear(report: Report) {
    this.#silent = 0;
    if (report.kind === 'ready') this.#ready.resolve();
    if (report.kind === 'log') this.#options.log[report.level](report.text);
    if (report.kind === 'event') this.#tell(report.event);
    if (report.kind !== 'answer') return;
    const waiting = this.#waiting.get(report.call);
    this.#waiting.delete(report.call);
    if (report.error !== null) waiting?.reject(new Error(report.error));
    else waiting?.resolve(report.value as never);
  }

  #tell(event: MediaEvent) {
    if (event.type === 'phone.invited') this.#legs.add(event.legId);
    if (event.type === 'leg.closed' || event.type === 'phone.ended') this.#legs.delete(event.legId);
    for (const listener of this.#listeners) listener(event);
  }

  #ended() {
    for (const { reject } of this.#waiting.values()) reject(new Error('The worker of the sound of calls ended'));
    this.#waiting.clear();
    this.#ready.reject(new Error('The worker of the sound of calls ended before it was ready'));
    if (this.#closing) return;
    const died: MediaEvent = { type: 'died', legIds: [...this.#legs], roomIds: [...this.#rooms] };
    this.#legs.clear();
    this.#rooms.clear();
    this.#ready = Promise.withResolvers();
    // It may be that no call waits for the new worker.
    this.#ready.promise.catch(() => {});
    for (const listener of this.#listeners) listener(died);
    setTimeout(() => {
      if (!this.#closing) this.#worker = this.#start();
    }, PAUSE_BEFORE_RESTART_MS);
  }

  #order(method: Order['method'], args: unknown[], waiting?: Waiting) {
    this.#calls += 1;
    if (waiting) this.#waiting.set(this.#calls, waiting);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage({ call: this.#calls, method, args } satisfies Order);
  }
  #ask<T>(method: Order['method'], ...args: unknown[]): Promise<T> {
    return new Promise((resolve, reject) => this.#order(method, args, { resolve, reject }));
  }

  openBrowserLeg(legId: string, offerSdp: string): Promise<string> {
    this.#legs.add(legId);
    return this.#ask<string>('openBrowserLeg', legId, offerSdp).catch((error: unknown) => {
      this.#legs.delete(legId);
      throw error;
    });
  }
  dialPhone(legId: string, call: OutgoingCall) {
    this.#legs.add(legId);
    this.#order('dialPhone', [legId, call]);
  }
  ringPhone(legId: string) {
    this.#order('ringPhone', [legId]);
  }
  answerPhone(legId: string) {
    this.#order('answerPhone', [legId]);
  }
  refusePhone(legId: string, status: number) {
    this.#order('refusePhone', [legId, status]);
  }
  closeLeg(legId: string) {
    this.#order('closeLeg', [legId]);
  }
  setRoom(roomId: string, room: RoomState) {
    this.#rooms.add(roomId);
    this.#order('setRoom', [roomId, room]);
  }
  closeRoom(roomId: string): Promise<RecordingDone | null> {
    this.#rooms.delete(roomId);
    return this.#ask('closeRoom', roomId);
  }
  play(legId: string, playing: Playing | null) {
    this.#order('play', [legId, playing]);
  }
  sendDtmf(legId: string, digits: string) {
    this.#order('sendDtmf', [legId, digits]);
  }
  setSip(accounts: SipAccounts) {
    if (this.#options.sip) this.#options.sip = { ...this.#options.sip, ...accounts };
    this.#order('setSip', [accounts]);
  }
  stats(): Promise<MediaStats> {
    return this.#ask('stats');
  }
  ready(): Promise<void> {
    return this.#ready.promise;
  }
  on(listener: (event: MediaEvent) => void) {
    this.#listeners.push(listener);
  }
  async close() {
    this.#closing = true;
    clearInterval(this.#looking);
    // A worker that is dead already has nothing to end.
    await this.#ask('close').catch(() => {});
    await this.#worker.terminate();
  }
}
