/** A running call media for tests, with its events and browsers that say tones. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { newWorker } from '#server/call-media/media-client.ts';
import { startCallMedia, type CallMedia, type MediaEvent, type RoomLeg, type SipAccounts } from '#server/call-media/media.ts';
import { CallBrowser } from './call-browser.ts';

type EventOf<T extends MediaEvent['type']> = MediaEvent & { type: T };

export interface TestMedia {
  media: CallMedia;
  folder: string;
  events: MediaEvent[];
  errors: string[];
  /** The next event of a kind, from those that were not waited for yet. */
  next<T extends MediaEvent['type']>(type: T, fits?: (event: EventOf<T>) => boolean): Promise<EventOf<T>>;
  /** A browser that is connected, as a leg of this name. */
  join(legId: string, frequency: number | null): Promise<CallBrowser>;
  worker(): Worker;
  close(): Promise<void>;
}

/** `first` is the first of 2,000 ports: files of tests run at a time. */
export async function startTestMedia(first: number, sip: SipAccounts | null = null): Promise<TestMedia> {
  const events: MediaEvent[] = [];
  const errors: string[] = [];
  const unread: MediaEvent[] = [];
  const waiting: { fits(event: MediaEvent): boolean; resolve(event: MediaEvent): void }[] = [];
  const browsers: CallBrowser[] = [];
  let worker: Worker | null = null;
  const note = (_: unknown, text?: string) => void errors.push(text ?? String(_));
  const media = startCallMedia(
    {
      publicAddresses: ['127.0.0.1'],
      rtpPorts: [first, first + 1999],
      sip: sip && { port: 0, address: '0.0.0.0', realm: 'yian.test', ...sip },
      log: { info: () => {}, warn: note, error: note } as never,
    },
    (options) => (worker = newWorker(options)),
  );
  media.on((event) => {
    events.push(event);
    const at = waiting.findIndex(({ fits }) => fits(event));
    if (at >= 0) waiting.splice(at, 1)[0]?.resolve(event);
    else unread.push(event);
  });
  await media.ready();
  return {
    media,
    folder: mkdtempSync(join(tmpdir(), 'calls-')),
    events,
    errors,
    next: (type, fits) => {
      const right = (event: MediaEvent) => event.type === type && (!fits || fits(event as never));
      const at = unread.findIndex(right);
      if (at >= 0) return Promise.resolve(unread.splice(at, 1)[0] as never);
      return new Promise((resolve) => waiting.push({ fits: right, resolve: resolve as never }));
    },
    join: async (legId, frequency) => {
      // ICE gives up within seconds, which a machine that runs many tests at a time may be away for.
      for (let tries = 1; ; tries += 1) {
        const browser = new CallBrowser(frequency);
        browsers.push(browser);
        await browser.take(await media.openBrowserLeg(legId, await browser.offer()));
        try {
          await browser.connected.promise;
          return browser;
        } catch (error) {
          if (tries === 3) throw error;
          media.closeLeg(legId);
        }
      }
    },
    worker: () => worker as unknown as Worker,
    close: async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await media.close();
    },
  };
}

/** A leg of a room that hears these. */
export const ear = (legId: string, hears: string[], more: Partial<RoomLeg> = {}): RoomLeg => ({ legId, hears, muted: false, ...more });
