import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { share } from '#test/tone-meter.ts';
import { wav } from '#test/wav.ts';
import { toALaw } from './to-alaw.ts';

describe('a greeting', () => {
  for (const rate of [8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
    it(`at ${rate} Hz keeps its tone and its length`, async () => {
      for (const bits of [8, 16])
        for (const channels of [1, 2]) {
          const sound = await toALaw(wav({ rate, bits, channels }));
          assert.ok(Math.abs(sound.length - 4000) <= 1);
          assert.ok(share(sound, 500) > 0.9, `${bits} bits, ${channels} channels: ${share(sound, 500)}`);
        }
    });

  it('loses what 8 kHz cannot hold, and does not make another tone of it', async () => {
    // 7000 Hz would come back as 1000 Hz.
    const sound = await toALaw(wav({ rate: 48_000, frequency: 7000 }));
    assert.equal(share(sound, 1000), 0);
  });

  it('is refused when it is another file, with the reason', async () => {
    const refused = (bytes: Uint8Array, message: string) => assert.rejects(toALaw(bytes), { status: 400, message });
    await refused(Buffer.from('ID3 and so on, which is an MP3'), '这不是 WAV 文件，请上传 WAV 格式的录音');
    await refused(new Uint8Array(0), '这不是 WAV 文件，请上传 WAV 格式的录音');
    await refused(wav({ format: 3 }), 'WAV 文件的编码是浮点，只支持未压缩的 PCM');
    await refused(wav({ format: 85 }), 'WAV 文件的编码是MP3，只支持未压缩的 PCM');
    await refused(wav({ format: 4711 }), 'WAV 文件的编码是第 4711 号，只支持未压缩的 PCM');
    await refused(wav({ channels: 6 }), 'WAV 文件有 6 个声道，只支持单声道和双声道');
    await refused(wav({ bits: 24 }), 'WAV 文件的采样是 24 位，只支持 8 位和 16 位');
    await refused(wav({ rate: 1000 }), 'WAV 文件的采样率是 1000 赫兹，只支持 4000 至 192000 赫兹');
    await refused(wav({ seconds: 0 }), 'WAV 文件里的声音是空的');
    await refused(wav({ rate: 4000, bits: 8, seconds: 181 }), '录音超过 3 分钟，请剪短后再上传');
    await refused(wav({}).subarray(0, 36), 'WAV 文件已损坏：里面没有声音');
    const early = wav({});
    early.write('data', 12);
    await refused(early, 'WAV 文件已损坏：声音之前没有格式说明');
    const short = wav({});
    short.writeUInt32LE(8, 16);
    await refused(short, 'WAV 文件已损坏：格式说明不完整');
  });
});
