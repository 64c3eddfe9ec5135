/** Recordings that come with alarms: how they are fetched and kept, and until when. */
import { MINUTE } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mapBody } from '#contract/devices/mappings.rules.ts';
import { files } from '#contract/files/files.ts';
import { warningClips } from '#contract/warnings/warning-clips.ts';
import { CLIP_DAYS, clipAddress, MOST_CLIPS } from '#contract/warnings/warning-clips.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { storeOf } from '../files/file-store.ts';
import { HASH, mapping, recordings, VIDEO } from '#test/recordings.ts';
import { refusal } from '#test/harness.ts';

const { t, admin, stranger, place, asked, state, rows, work, push, warningOf, clipsOf, look, camera, pass, close } = await recordings();
after(close);

describe('the address of a recording', () => {
  it('is one of the web, without a password, and never costs the alarm', () => {
    assert.equal(clipAddress('https://v.example.cn/a.mp4?sig=1'), 'https://v.example.cn/a.mp4?sig=1');
    for (const wrong of [
      'file:///etc/passwd',
      'rtsp://1.2.3.4/a',
      'http://user:pw@v.example.cn/a',
      '/a.mp4',
      '',
      7,
      null,
      `https://v.example.cn/${'a'.repeat(2000)}`,
    ])
      assert.equal(clipAddress(wrong), null, String(wrong));
    const { records } = mapBody(mapping, { camera: 'C', kind: 'fall', video: 'javascript:alert(1)' });
    assert.deepEqual(
      [records[0]?.events.map((event) => event.kind), records[0]?.problems.map(({ message }) => message)],
      [['alarm'], ['没有读到可用的时间（at），按收到的时间记录', '录像地址不是网址，只记录报警']],
    );
    const without = mapBody(mapping, { camera: 'C', kind: 'fall', at: 1_795_270_500_000 }).records[0];
    assert.deepEqual([without?.events.length, without?.problems.length], [1, 0]);
  });
});

describe('a recording that comes with an alarm', () => {
  it('is fetched after its warning is there, kept by its hash, and is no file of anybody', async () => {
    const { device } = await camera();
    state.ready = false;
    await push(device, { kind: 'stranger', video: `${place}/late-1.mp4` });
    const warning = await warningOf(device);
    assert.equal(warning.source_type, 9);
    assert.equal((await t.route(warnings.get, admin, { id: warning.id })).data.sourceType, 9);
    const [first] = await clipsOf(warning.id);
    assert.deepEqual([first.state, first.sha256], [1, null]);
    // Sent again it is the same one.
    await push(device, { kind: 'stranger', video: `${place}/late-1.mp4`, at: state.clock });
    assert.equal((await clipsOf(warning.id)).length, 1);
    await work();
    const [waiting] = await clipsOf(warning.id);
    assert.deepEqual([waiting.state, waiting.problem], [1, '对方应答 404']);
    assert.equal((await look(first.id)).msg, '不能查看：录像获取中');
    state.ready = true;
    await pass(20_000);
    asked.length = 0;
    await Promise.all([work(), work(), work()]);
    assert.deepEqual(asked, ['/late-1.mp4']);
    const [kept] = await clipsOf(warning.id);
    assert.deepEqual([kept.state, kept.size, kept.sha256, kept.problem], [2, VIDEO.length, HASH, null]);
    const [row] = await rows<any>(
      sql`select address, file_name from warning_clips where tenant_id = ${admin.tenantId} and id = ${kept.id}`,
    );
    assert.equal(row.address, null);
    assert.ok(
      (await t.route(warnings.timeline, admin, { id: warning.id })).data.some(
        ({ kind, note }: any) => kind === 'clip' && note === '录像已保存（0.1MB）',
      ),
    );
    assert.ok(!(await t.route(files.page, admin, {})).data.records.some(({ fileName }: any) => fileName === row.file_name));
    assert.equal((await t.call('GET', `/admin/sys-file/files/${row.file_name}`, { as: admin })).status, 404);
    assert.equal((await t.route(files.link, admin, { bucket: 'files', file: row.file_name })).status, 404);
    const pack = (await t.route(warnings.evidence, admin, { id: warning.id })).data;
    assert.deepEqual(
      pack.content.clips.map(({ sha256, state }: any) => [sha256, state]),
      [[HASH, 2]],
    );
    assert.ok(!JSON.stringify(pack).includes(place));
    assert.equal(
      (await t.route(warnings.verifyEvidence, admin, { id: warning.id, hash: pack.hash, seal: pack.seal })).data.unchanged,
      true,
    );
  });

  it('is refused when it leads inside or elsewhere, is too large or is none; staff may ask for it again', async () => {
    for (const [address, problem] of [
      ['http://127.0.0.1:1/inside.mp4', '录像地址指向内部网络，不允许访问'],
      ['http://[::1]/inside.mp4', '录像地址指向内部网络，不允许访问'],
      [`${place}/moved.mp4`, '录像被转到别的地址，没有跟随'],
      [`${place}/huge.mp4`, '对方的应答过大'],
      [`${place}/page.mp4`, '对方给出的不是mp4录像'],
    ] as const) {
      const { device } = await camera();
      await push(device, { kind: 'stranger', video: address });
      await work();
      const warning = await warningOf(device);
      const [clip] = await clipsOf(warning.id);
      assert.deepEqual([clip.state, clip.problem, clip.retriable], [3, problem, true], address);
    }
    assert.ok(!asked.includes('/inside.mp4'));
    const [stored] = await rows<any>(
      sql`select count(*) as count from warning_clips where tenant_id = ${admin.tenantId} and state = 3 and file_name is not null`,
    );
    assert.equal(stored.count, 0);
    const [failed] = await rows<any>(
      sql`select id, warning_id from warning_clips where tenant_id = ${admin.tenantId} and state = 3 order by id desc limit 1`,
    );
    await rows(
      sql`update warning_clips set address = ${`${place}/mended.mp4`} where tenant_id = ${admin.tenantId} and id
        = ${failed.id} returning 1`,
    );
    const nurse = await t.user(admin.tenantId, { permissions: ['warning_devicewarning_view'] });
    assert.equal((await t.route(warningClips.retry, null, { id: failed.id })).status, 401);
    assert.equal((await t.route(warningClips.retry, nurse, { id: failed.id })).status, 403);
    assert.deepEqual(refusal(await t.route(warningClips.retry, stranger, { id: failed.id })), [404, '预警录像不存在']);
    const both = await Promise.all([
      t.route(warningClips.retry, admin, { id: failed.id }),
      t.route(warningClips.retry, admin, { id: failed.id }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    await work();
    assert.equal((await clipsOf(failed.warning_id))[0].state, 2);
    assert.equal((await t.route(warningClips.retry, admin, { id: failed.id })).msg, '不能重新获取：已保存');
  });

  it('is given up after its tries', async () => {
    const { device } = await camera();
    state.ready = false;
    await push(device, { kind: 'stranger', video: `${place}/late-2.mp4` });
    for (let turn = 0; turn < 6; turn++) {
      await work();
      await pass(31 * MINUTE);
    }
    state.ready = true;
    const [clip] = await clipsOf((await warningOf(device)).id);
    assert.deepEqual([clip.state, clip.nextTime], [3, null]);
    const pack = (await t.route(warnings.evidence, admin, { id: (await warningOf(device)).id })).data;
    assert.ok(pack.gaps.includes('有1段预警录像没有取得'));
  });

  it('may be named by a later message about the same alarm, and fills no disk', async () => {
    const { device } = await camera();
    const at = state.clock;
    await push(device, { kind: 'stranger', at });
    const warning = await warningOf(device);
    assert.deepEqual(await clipsOf(warning.id), []);
    await push(device, { kind: 'stranger', at, video: `${place}/after.mp4` });
    assert.equal((await clipsOf(warning.id)).length, 1);
    for (let more = 0; more < MOST_CLIPS + 3; more++)
      await push(device, { kind: 'stranger', at: at + 1000 * (more + 1), video: `${place}/${more}.mp4` });
    assert.equal((await clipsOf(warning.id)).length, MOST_CLIPS);
    const url = `/admin/sys-file/files/${randomUUID()}.mp4`;
    const added = await t.route(warningClips.add, admin, { warningId: warning.id, url });
    assert.deepEqual(refusal(added), [422, '一条预警最多保存10段录像']);
  });
});

describe('a recording whose time is over', () => {
  it('goes, and what it was stays said', async () => {
    const { device } = await camera();
    await push(device, { kind: 'stranger', video: `${place}/old.mp4` });
    await work();
    const { id } = await warningOf(device);
    const [row] = await rows<any>(sql`select id, file_name from warning_clips where tenant_id = ${admin.tenantId} and warning_id = ${id}`);
    const keep = (days: string) =>
      rows(sql`insert into parameters (tenant_id, name, key, value) values (${admin.tenantId}, '保留天数', 'CLIP_DAYS', ${days})
        on conflict (tenant_id, key) do update set value = excluded.value returning 1`);
    await keep('0');
    await pass(CLIP_DAYS * 86_400_000 + MINUTE);
    await work();
    assert.equal((await clipsOf(id))[0].state, 2);
    await keep(String(CLIP_DAYS));
    await work();
    const [clip] = await clipsOf(id);
    assert.deepEqual([clip.state, clip.sha256], [4, HASH]);
    assert.equal((await look(row.id)).status, 422);
    const [file] = await rows<any>(
      sql`select deleted_at is not null as gone from files where tenant_id = ${admin.tenantId} and name = ${row.file_name}`,
    );
    assert.equal(file.gone, true);
    assert.ok(await storeOf(t.deps.config).get(row.file_name, { start: 0, end: 3 }));
    assert.ok((await t.route(warnings.evidence, admin, { id })).data.gaps.includes('有1段预警录像已过期删除，仅存哈希'));
  });
});
