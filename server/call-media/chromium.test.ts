/** Two pages of a real browser talk with each other through us; what each hears is measured there. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';

const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = [
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--no-sandbox',
];

/** Makes a peer in the page that says a tone; gives its offer. */
async function offer(page: Page, frequency: number): Promise<string> {
  return page.evaluate(async (hertz) => {
    const context = new AudioContext();
    const oscillator = new OscillatorNode(context, { frequency: hertz });
    const volume = new GainNode(context, { gain: 0.4 });
    const voice = context.createMediaStreamDestination();
    oscillator.connect(volume).connect(voice);
    oscillator.start();
    const connection = new RTCPeerConnection();
    const sender = connection.addTrack(voice.stream.getAudioTracks()[0] as MediaStreamTrack, voice.stream);
    const ear = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
    connection.ontrack = ({ streams: [stream] }) => {
      // Chromium gives the sound of a call to its graph only when an element plays it, too.
      const element = new Audio();
      element.srcObject = stream as MediaStream;
      element.muted = true;
      void element.play();
      context.createMediaStreamSource(stream as MediaStream).connect(ear);
    };
    Object.assign(window, { call: { connection, sender, ear, context } });
    await connection.setLocalDescription(await connection.createOffer());
    if (connection.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
      });
    return connection.localDescription?.sdp ?? '';
  }, frequency);
}
const take = (page: Page, sdp: string) =>
  page.evaluate(async (answer) => {
    const { connection } = (window as any).call as { connection: RTCPeerConnection };
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }, sdp);
/** The loudest frequency that the page hears, in Hz, or null when it is silent. */
const loudest = (page: Page) =>
  page.evaluate(() => {
    const { ear, context } = (window as any).call as { ear: AnalyserNode; context: AudioContext };
    const bins = new Float32Array(ear.frequencyBinCount);
    ear.getFloatFrequencyData(bins);
    const most = bins.reduce((best, level, bin) => (level > (bins[best] as number) ? bin : best), 0);
    return (bins[most] as number) < -60 ? null : (most * context.sampleRate) / ear.fftSize;
  });
async function hears(page: Page, frequency: number | null) {
  let found: number | null = NaN;
  for (let tries = 0; tries < 100; tries += 1) {
    found = await loudest(page);
    if (frequency === null ? found === null : found !== null && Math.abs(found - frequency) < 15) return;
    await page.waitForTimeout(100);
  }
  assert.equal(found, frequency);
}

describe('a real browser', { skip: !existsSync(executablePath) && 'Chromium is not installed' }, () => {
  let t: TestMedia;
  let browser: Browser;
  let pages: [Page, Page];
  before(async () => {
    t = await startTestMedia(29_000);
    browser = await chromium.launch({ executablePath, args: FLAGS });
    pages = [await browser.newPage(), await browser.newPage()];
  });
  after(async () => {
    await browser?.close();
    await t.close();
  });

  it('talks, is held with music, presses keys, and closes', async () => {
    for (const [index, [page, frequency]] of [[pages[0], 440] as const, [pages[1], 900] as const].entries()) {
      await take(page, await t.media.openBrowserLeg(`page ${index}`, await offer(page, frequency)));
      assert.equal((await t.next('leg.connected')).legId, `page ${index}`);
    }
    const [one, two] = pages;
    t.media.setRoom('call', { legs: [ear('page 0', ['page 1']), ear('page 1', ['page 0'])], record: null });
    await hears(one, 900);
    await hears(two, 440);
    await one.evaluate(() => ((window as any).call.sender as RTCRtpSender).dtmf?.insertDTMF('1#', 100, 70));
    assert.equal((await t.next('leg.dtmf')).digit, '1');
    assert.deepEqual(await t.next('leg.dtmf'), { type: 'leg.dtmf', legId: 'page 0', digit: '#' });
    t.media.setRoom('call', { legs: [ear('page 0', []), ear('page 1', [], { play: { kind: 'ringback' } })], record: null });
    await hears(one, null);
    await hears(two, 450);
    await one.evaluate(() => ((window as any).call.connection as RTCPeerConnection).close());
    assert.equal((await t.next('leg.closed')).legId, 'page 0');
  });
});
