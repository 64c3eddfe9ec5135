/** A telephone of our own for tests: SIP and RTP as RFC 3261 and 3550 have them, written without the server's code for them. */
import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { tone } from './tone-meter.ts';

export interface Got {
  line: string;
  text: string;
  body: string;
  header(name: string): string;
}
const read = (text: string): Got => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const lines = head.split('\r\n');
  return {
    line: lines[0] ?? '',
    text,
    body,
    header: (name) =>
      lines
        .find((line) => line.toLowerCase().startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? '',
  };
};
const bound = async (address: string) => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.bind(0, address, resolve);
  });
  return socket;
};
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const random = () => randomBytes(6).toString('hex');

export interface PhoneOptions {
  server: number;
  user: string;
  password?: string;
  frequency?: number;
  address?: string;
  /** Does what it is asked: rings, answers. */
  answers?: number;
}

export class SipPhone {
  readonly user: string;
  readonly #password: string;
  readonly #server: number;
  readonly #answers: number;
  readonly address: string;
  socket!: Socket;
  sound!: Socket;
  readonly #said: Uint8Array;
  /** All messages that came. */
  got: Got[] = [];
  readonly #waiting: { fits: (got: Got) => boolean; resolve: (got: Got) => void }[] = [];
  heard: Uint8Array[] = [];
  events: number[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sequence = 1;
  #timestamp = 0;
  #target = 0;
  // Of its one call.
  callId = `${random()}@test`;
  #tag = random();
  #remote = '';
  #cseq = 1;

  constructor({ server, user, password = '', frequency = 1000, address = '127.0.0.1', answers = 0 }: PhoneOptions) {
    [this.user, this.#password, this.#server, this.address, this.#answers] = [user, password, server, address, answers];
    this.#said = tone(frequency);
  }
  async open() {
    this.socket = await bound(this.address);
    this.sound = await bound(this.address);
    this.socket.on('message', (bytes) => this.#hear(read(bytes.toString())));
    this.sound.on('message', (bytes) => {
      const type = (bytes[1] as number) & 127;
      if (type === 101) this.events.push(bytes[12] as number);
      else this.heard.push(new Uint8Array(bytes.subarray(12)));
    });
    return this;
  }
  get port() {
    return this.socket.address().port;
  }
  send(text: string) {
    this.socket.send(text, this.#server, '127.0.0.1');
  }
  /** The next message that fits and has not been taken; answers from what came before, too. */
  next(fits: RegExp): Promise<Got> {
    const test = ({ line }: Got) => fits.test(line);
    const at = this.got.findIndex(test);
    if (at >= 0) return Promise.resolve(this.got.splice(at, 1)[0] as Got);
    return new Promise((resolve) => this.#waiting.push({ fits: test, resolve }));
  }

  sdp(direction = 'sendrecv', codecs = '8 0 101') {
    const { port } = this.sound.address();
    const maps = 'a=rtpmap:8 PCMA/8000\r\na=rtpmap:0 PCMU/8000\r\na=rtpmap:101 telephone-event/8000\r\n';
    const where = `o=- 1 1 IN IP4 ${this.address}\r\ns=-\r\nc=IN IP4 ${this.address}\r\nt=0 0\r\n`;
    return `v=0\r\n${where}m=audio ${port} RTP/AVP ${codecs}\r\n${maps}a=${direction}\r\n`;
  }
  #self() {
    return `<sip:${this.user}@${this.address}:${this.port}>`;
  }
  /** A request of this phone. */
  request(method: string, uri: string, { to = `<${uri}>`, more = '', body = '', branch = `z9hG4bK${random()}`, cseq = this.#cseq } = {}) {
    const via = `Via: SIP/2.0/UDP ${this.address}:${this.port};branch=${branch}\r\n`;
    const parties = `From: <sip:${this.user}@yian.test>;tag=${this.#tag}\r\nTo: ${to}\r\nCall-ID: ${this.callId}\r\n`;
    const rest = `CSeq: ${cseq} ${method}\r\nContact: ${this.#self()}\r\nMax-Forwards: 70\r\n${more}`;
    const type = body ? 'Content-Type: application/sdp\r\n' : '';
    return `${method} ${uri} SIP/2.0\r\n${via}${parties}${rest}${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }
  /** The Authorization for a 401 that came. */
  proof(challenge: Got, method: string, uri: string, password = this.#password, nc = '00000001') {
    const asked = challenge.header('www-authenticate');
    const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(asked)?.[1] ?? '';
    const [realm, nonce] = [value('realm'), value('nonce')];
    const secret = md5(`${this.user}:${realm}:${password}`);
    const response = md5(`${secret}:${nonce}:${nc}:abc:auth:${md5(`${method}:${uri}`)}`);
    const parts = `username="${this.user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}"`;
    return `Authorization: Digest ${parts}, qop=auth, nc=${nc}, cnonce="abc"\r\n`;
  }

  #hear(got: Got) {
    if (this.#answers && !got.line.startsWith('SIP/')) this.#serve(got);
    const at = this.#waiting.findIndex(({ fits }) => fits(got));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(got);
    else this.got.push(got);
  }
  reply(to: Got, status: string, body = '', more = '') {
    const copied = to.text.split('\r\n').filter((line) => /^(via|from|call-id|cseq):/i.test(line));
    const type = body ? 'Content-Type: application/sdp\r\n' : '';
    const tagged = /;tag=/.test(to.header('to')) ? to.header('to') : `${to.header('to')};tag=${this.#tag}`;
    const head = `SIP/2.0 ${status}\r\n${copied.join('\r\n')}\r\nTo: ${tagged}\r\nContact: ${this.#self()}\r\n${more}${type}`;
    this.send(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  #serve(got: Got) {
    if (got.line.startsWith('INVITE')) {
      this.#begun(got.body);
      this.reply(got, '180 Ringing');
      this.reply(got, `${this.#answers} There`, this.#answers === 200 ? this.sdp() : '');
    }
    if (/^(BYE|CANCEL|OPTIONS)/.test(got.line)) this.reply(got, '200 OK');
  }

  #begun(sdp: string) {
    this.#target = Number(/^m=audio (\d+)/m.exec(sdp)?.[1]);
    let due = performance.now();
    const tick = () => {
      for (; due <= performance.now(); due += 20) this.say();
      this.#timer = setTimeout(tick, Math.max(1, due - performance.now()));
    };
    if (!this.#timer) tick();
  }
  /** A packet of its tone. */
  packet(type: number, payload: Uint8Array, timestamp: number) {
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0x8000 | type, 0);
    head.writeUInt16BE(this.#sequence & 0xffff, 2);
    head.writeUInt32BE(timestamp, 4);
    head.writeUInt32BE(77, 8);
    this.#sequence += 1;
    return Buffer.concat([head, payload]);
  }
  say() {
    const at = this.#timestamp % 8000;
    this.sound.send(this.packet(8, this.#said.subarray(at, at + 160), this.#timestamp), this.#target, '127.0.0.1');
    this.#timestamp += 160;
  }
  press(key: number) {
    for (let count = 1; count <= 6; count += 1)
      this.sound.send(this.packet(101, Uint8Array.of(key, count > 3 ? 0x8a : 10, 0, 160), this.#timestamp), this.#target, '127.0.0.1');
  }
  get target() {
    return this.#target;
  }

  /** Calls; with its password when it is asked for. Gives the first final answer; acknowledges it. */
  async call(number: string, { body = this.sdp(), more = '' } = {}): Promise<Got> {
    const uri = `sip:${number}@127.0.0.1:${this.#server}`;
    this.send(this.request('INVITE', uri, { body, more }));
    let answer = await this.next(/^SIP\/2.0 [2-6]/);
    if (answer.line.includes(' 401 ') && this.#password) {
      this.#cseq += 1;
      this.send(this.request('INVITE', uri, { body, more: more + this.proof(answer, 'INVITE', uri) }));
      answer = await this.next(/^SIP\/2.0 [2-6]/);
    }
    this.#remote = answer.header('to');
    this.send(this.request('ACK', uri, { to: this.#remote }));
    if (answer.line.includes(' 200 ')) this.#begun(answer.body);
    return answer;
  }
  /** A request within the call. Gives its answer. */
  async within(method: string, { body = '', more = '' } = {}): Promise<Got> {
    this.#cseq += 1;
    const uri = `sip:us@127.0.0.1:${this.#server}`;
    this.send(this.request(method, uri, { to: this.#remote, body, more }));
    const answer = await this.next(/^SIP\/2.0 [2-6]/);
    if (method === 'INVITE') this.send(this.request('ACK', uri, { to: this.#remote }));
    return answer;
  }
  async register(expires = 60, password = this.#password): Promise<Got> {
    const uri = `sip:127.0.0.1:${this.#server}`;
    const to = `<sip:${this.user}@yian.test>`;
    const more = `Expires: ${expires}\r\n`;
    this.send(this.request('REGISTER', uri, { to, more }));
    const asked = await this.next(/^SIP\/2.0 [2-6]/);
    if (!asked.line.includes(' 401 ')) return asked;
    this.#cseq += 1;
    this.send(this.request('REGISTER', uri, { to, more: more + this.proof(asked, 'REGISTER', uri, password) }));
    this.#cseq += 1;
    return this.next(/^SIP\/2.0 [2-6]/);
  }

  /** What it hears from now on for so long. */
  async listen(ms = 500): Promise<Uint8Array> {
    this.heard = [];
    while (this.heard.length * 20 < ms) await pause(20);
    return Uint8Array.from(Buffer.concat(this.heard));
  }
  close() {
    if (this.#timer) clearTimeout(this.#timer);
    this.socket.close();
    this.sound.close();
  }
}
