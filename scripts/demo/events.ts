/** The demonstration's warnings and work orders of the last thirty days, in every state. */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { rules, type RuleName } from '../../contract/warnings/warnings.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Institution, Project, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const REMARKS: Record<number, string[]> = {
  1: ['已电话联系，老人无恙', '到房间查看，协助起身，生命体征平稳', '已通知家属，继续观察', '更换电池后恢复正常'],
  2: ['正在赶往现场', '已联系家属，等待回复'],
  3: ['误触按钮', '翻身时压到腕表', '洗漱时摘下腕表'],
  4: ['设备月度测试'],
};

/** About 200 warnings for a house of 120 beds: a third false or test, two storms, three still open. Gives those that led to a visit. */
export async function seedWarnings(
  tx: Tx,
  random: Random,
  institution: Institution,
  residents: Resident[],
  staff: Staff[],
  now: number,
): Promise<{ warningId: number; wearer: Resident; at: number }[]> {
  const tenant_id = tx.tenantId;
  const wearers = residents.filter(({ deviceId }) => deviceId !== null);
  const nurses = staff.filter(({ role }) => role === 'nurse');
  const names: RuleName[] = ['sos', 'fall', 'removed', 'low_battery', 'left_fence'];
  const total = Math.round(institution.watches * 5);
  const visits: { warningId: number; wearer: Resident; at: number }[] = [];
  for (let n = 0; n < total; n++) {
    const storm = n % 40 < 6;
    const wearer = storm ? (wearers[Math.floor(n / 40) % wearers.length] as Resident) : random.pick(wearers);
    const at = storm ? now - (Math.floor(n / 40) * 5 + 3) * 86_400_000 - (n % 40) * 90_000 : now - random.int(180, 30 * 24 * 60) * 60_000;
    const rule = storm ? 'removed' : (names[random.weighted([18, 8, 26, 34, 14])] as RuleName);
    const status = random.weighted([0, 65, 0, 25, 10]);
    const visit = rule === 'sos' && status === 1 && random.chance(0.6);
    const nurse = random.pick(nurses);
    // Somebody who calls for help is answered first.
    const drawn = random.int(15, 420);
    const seconds = rules[rule].severity === 1 ? 8 + Math.round(drawn / 6) : drawn;
    const acknowledged = new Date(at + seconds * 1000).toISOString();
    const handled = new Date(at + (seconds + random.int(60, 1500)) * 1000).toISOString();
    const happened = new Date(at).toISOString();
    const remark = random.pick(REMARKS[status] as string[]);
    const row = (await tx.row(
      db
        .insertInto('warnings')
        .values({
          tenant_id,
          rule,
          subject: `p${wearer.id}`,
          severity: rules[rule].severity,
          person_id: wearer.id,
          device_id: wearer.deviceId,
          room_id: wearer.roomId,
          source_type: 1,
          content: rules[rule].content,
          status,
          process_mode: visit ? 2 : 1,
          remark,
          count: storm ? random.int(1, 4) : 1,
          happened_at: happened,
          last_at: happened,
          acknowledged_at: acknowledged,
          acknowledged_by: nurse.id,
          handled_at: handled,
          handled_by: nurse.id,
          cleared_at: handled,
          longitude: wearer.place[0],
          latitude: wearer.place[1],
          approximate: false,
          created_at: happened,
        })
        .returning('id'),
    )) as { id: number };
    const step = (kind: string, time: string, note: string | null, who: Staff | null) => ({
      tenant_id,
      warning_id: row.id,
      kind,
      at: time,
      note,
      user_id: who?.id ?? null,
      user_name: who?.name ?? null,
    });
    await tx.run(
      db
        .insertInto('warning_events')
        .values([
          step('raised', happened, rules[rule].content, null),
          step('acknowledged', acknowledged, null, nurse),
          step('handled', handled, remark, nurse),
        ]),
    );
    if (visit) visits.push({ warningId: row.id, wearer, at: Date.parse(handled) });
  }
  return visits;
}

const TIMES: Record<number, { jobStatus: number; started: boolean; ended: boolean }> = {
  1: { jobStatus: 1, started: false, ended: false },
  2: { jobStatus: 2, started: false, ended: false },
  3: { jobStatus: 3, started: true, ended: false },
  4: { jobStatus: 4, started: true, ended: true },
  5: { jobStatus: 5, started: true, ended: false },
  6: { jobStatus: 6, started: false, ended: true },
  7: { jobStatus: 4, started: true, ended: true },
};

/** Orders of every state; those of `visits` belong to their warning and are rated. */
export async function seedOrders(
  tx: Tx,
  random: Random,
  residents: Resident[],
  staff: Staff[],
  projects: Project[],
  visits: { warningId: number; wearer: Resident; at: number }[],
  now: number,
): Promise<void> {
  const tenant_id = tx.tenantId;
  const carers = staff.filter(({ role }) => role === 'carer');
  const numbers = new Map<string, number>();
  const plain = Array.from({ length: Math.min(90, residents.length) }, () => ({
    warningId: null,
    wearer: random.pick(residents),
    at: now - random.int(1, 28 * 24) * 3_600_000,
  }));
  const all = [...visits, ...plain].sort((a, b) => a.at - b.at);
  for (const { warningId, wearer, at } of all) {
    const recent = now - at < 2 * 86_400_000;
    const status = warningId ? 7 : recent ? ([1, 2, 3, 5][random.int(0, 3)] as number) : ([4, 4, 6, 7, 7, 7][random.int(0, 5)] as number);
    const { jobStatus, started, ended } = TIMES[status] as { jobStatus: number; started: boolean; ended: boolean };
    const project = warningId ? (projects[0] as Project) : random.pick(projects.slice(1));
    const carer = random.pick(carers);
    const day = dayOf(at);
    const serial = (numbers.get(day) ?? 0) + 1;
    numbers.set(day, serial);
    const iso = (minutes: number) => new Date(at + minutes * 60_000).toISOString();
    const order = (await tx.row(
      db
        .insertInto('work_orders')
        .values({
          tenant_id,
          number: `GD${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`,
          status,
          orderer_name: wearer.name,
          orderer_phone: wearer.phone,
          ordered_at: iso(0),
          emergency: warningId ? 2 : 1,
          service_type_id: project.typeId,
          person_id: wearer.id,
          person_name: wearer.name,
          person_phone: wearer.phone,
          person_address: wearer.address,
          care_level: wearer.careLevel,
          ability: wearer.ability,
          longitude: wearer.place[0],
          latitude: wearer.place[1],
          total_fen: project.priceFen,
          warning_type: warningId ? 'sos' : null,
          warning_id: warningId,
          operator_id: (staff[0] as Staff).id,
          started_at: started ? iso(20) : null,
          finished_at: ended ? iso(20 + project.minutes) : null,
          created_at: iso(0),
          updated_at: iso(30),
        })
        .returning('id'),
    )) as { id: number };
    const assigned = status !== 1;
    const job = (await tx.row(
      db
        .insertInto('work_order_jobs')
        .values({
          tenant_id,
          work_order_id: order.id,
          status: jobStatus,
          project_id: project.id,
          project_name: project.name,
          service_type_id: project.typeId,
          service_type_name: project.typeName,
          service_at: iso(15),
          minutes: project.minutes,
          user_id: assigned ? carer.id : null,
          user_name: assigned ? carer.name : null,
          user_phone: assigned ? carer.phone : null,
          price_fen: project.priceFen,
          check_in_at: started ? iso(20) : null,
          check_in_address: started ? wearer.address : null,
          check_out_at: ended && started ? iso(20 + project.minutes) : null,
          check_out_address: ended && started ? wearer.address : null,
        })
        .returning('id'),
    )) as { id: number };
    const log = (action: string, note: string, minutes: number, who: Staff) => ({
      tenant_id,
      work_order_id: order.id,
      job_id: job.id,
      action,
      note,
      user_id: who.id,
      user_name: who.name,
      created_at: iso(minutes),
    });
    const boss = staff[0] as Staff;
    await tx.run(
      db
        .insertInto('work_order_logs')
        .values([
          log('create', '创建工单', 0, boss),
          ...(assigned ? [log('send', `派单给${carer.name}`, 5, boss)] : []),
          ...(started ? [log('start', '签到，开始服务', 20, carer)] : []),
          ...(status === 5 ? [log('stop', '老人外出，暂停服务', 30, carer)] : []),
          ...(status === 6 ? [log('cancel', '家属取消预约', 10, boss)] : []),
          ...(ended && started ? [log('finish', '签退，完成服务', 20 + project.minutes, carer)] : []),
          ...(status === 7 ? [log('comment', '评价工单', 60 + project.minutes, boss)] : []),
        ]),
    );
    if (status === 7) {
      const score = random.pick([5, 5, 5, 4, 4, 3, 2]);
      await tx.run(
        db.insertInto('work_order_scores').values({
          tenant_id,
          work_order_id: order.id,
          score,
          content: score >= 4 ? random.pick(['服务周到', '来得很快，谢谢', '很满意']) : '来得有点晚',
          scored_by: boss.id,
          scored_at: iso(60 + project.minutes),
        }),
      );
    }
  }
  for (const [day, last] of numbers)
    await tx.run(sql`insert into work_order_numbers (tenant_id, day, last) values (${tenant_id}, ${day}, ${last})`);
}
