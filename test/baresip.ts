/** The telephone baresip, where it is installed: registers, answers at once, says 440 Hz and can call. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULES = '/usr/lib/baresip/modules';
export const hasBaresip = existsSync('/usr/bin/baresip') && existsSync(MODULES);

export interface Baresip {
  /** What it said on its terminal. */
  output(): string;
  /** A command of its menu, such as `d sip:1@host`. */
  command(line: string): void;
  close(): Promise<void>;
}

/** Starts a phone `user` that registers with `server` (`host:port`); with `port` it registers nowhere and is reached there. */
export function startBaresip(user: string, password: string, server: string, port = 0): Baresip {
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'));
  const modules = ['g711', 'ausine', 'aufile', 'stdio', 'account', 'menu'].map((name) => `module ${name}.so`);
  const config = [
    `sip_listen 127.0.0.1:${port}`,
    'audio_source ausine,440',
    'audio_player aufile,/dev/null',
    'audio_alert aufile,/dev/null',
    'ausrc_srate 48000',
    'ausrc_channels 2',
    'auplay_srate 8000',
    `module_path ${MODULES}`,
    ...modules,
  ];
  writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`);
  writeFileSync(join(folder, 'contacts'), '');
  const account = `<sip:${user}@${server};transport=udp>;auth_user=${user};auth_pass=${password};regint=${port === 0 ? 60 : 0};answermode=auto;audio_codecs=pcma`;
  writeFileSync(join(folder, 'accounts'), `${account}\n`);
  const child: ChildProcess = spawn('/usr/bin/baresip', ['-f', folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    output: () => said,
    command: (line) => void child.stdin?.write(`${line}\n`),
    close: async () => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
