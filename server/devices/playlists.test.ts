import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isPlaylist, rewritePlaylist } from './playlists.ts';

const mark = (url: string) => `<${url}>`;

describe('rewriting a playlist', () => {
  it('replaces every address: of parts, keys, first parts and other playlists, made absolute', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin?x=1",IV=0x1',
      '#EXT-X-MAP:URI="/init.mp4",BYTERANGE="700@0"',
      '#EXT-X-MEDIA:TYPE=AUDIO,NAME="a",URI="https://other.example/a.m3u8"',
      '#EXTINF:2.0,',
      's1.ts',
      '',
      '  ../up/s2.ts  ',
    ].join('\r\n');
    assert.equal(
      rewritePlaylist(text, 'http://cam.example:8080/live/one/index.m3u8', mark),
      [
        '#EXTM3U',
        '#EXT-X-KEY:METHOD=AES-128,URI="<http://cam.example:8080/live/one/key.bin?x=1>",IV=0x1',
        '#EXT-X-MAP:URI="<http://cam.example:8080/init.mp4>",BYTERANGE="700@0"',
        '#EXT-X-MEDIA:TYPE=AUDIO,NAME="a",URI="<https://other.example/a.m3u8>"',
        '#EXTINF:2.0,',
        '<http://cam.example:8080/live/one/s1.ts>',
        '<http://cam.example:8080/live/up/s2.ts>',
        '',
      ].join('\n'),
    );
  });

  it('leaves out what is no address of the web: files, data, names and passwords', () => {
    for (const bad of ['file:///etc/passwd', 'data:text/plain,x', 'ftp://a/b', 'http://user:pass@a/b', 'http://[bad', 'javascript:1'])
      assert.equal(
        rewritePlaylist(`#EXTM3U\n${bad}\n#EXT-X-KEY:URI="${bad}"\ngood.ts`, 'http://a/b.m3u8', mark),
        '#EXTM3U\n<http://a/good.ts>\n',
        bad,
      );
  });

  it('takes nothing that is no playlist', () => {
    assert.ok(isPlaylist('\uFEFF#EXTM3U\n'));
    for (const text of ['', '<html>', 'EXTM3U', ' #EXTM3U']) assert.throws(() => rewritePlaylist(text, 'http://a/', mark), /playlist/);
  });
});
