/** The demonstration's nine risks: nearly all were looked at, some are due, some lack measures. */
import { dayOf, nextDay } from '#contract/time.ts';
import { RISKS } from '#contract/incidents/person-risks.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Random } from './random.ts';

const REASONS: Readonly<Record<number, string>> = {
  1: '吞咽评估（洼田饮水试验）3级，进食时偶有呛咳',
  2: '认知下降，曾误取他人药品',
  3: 'Braden评分14，长期卧床',
  4: '皮肤感觉减退，自行使用热水袋',
  5: '夜间谵妄，起夜两次以上',
  6: 'Morse评分55，近三个月跌倒一次',
  7: '中度认知障碍，有外出寻家行为',
  8: '情绪低落，曾有自伤言语',
  9: '参加广场舞时步态不稳',
};
const MEASURES: Readonly<Record<number, string>> = {
  1: '软食，进餐时坐直并有人看护',
  2: '药品由护士保管，按餐发放并看服到口',
  3: '每两小时翻身，使用防压疮气垫',
  4: '不使用热水袋，水温不超过50℃',
  5: '护栏拉起，夜间每小时巡视',
  6: '如厕陪同，穿防滑鞋，助行器放在床边',
  7: '佩戴定位手表，出入口电子围栏',
  8: '社工每周访视，房间不放刀具',
  9: '活动时专人陪同，只参加坐位项目',
};

/** For the people of an institution; one in twelve was not looked at. */
export async function seedRisks(tx: Tx, random: Random, people: readonly { id: number }[], by: string, now: number): Promise<void> {
  const today = dayOf(now);
  const rows = people.flatMap(({ id }, at) =>
    at % 12 === 11
      ? []
      : RISKS.map((kind) => {
          const level = random.chance(0.72) ? 0 : random.chance(0.6) ? 1 : 2;
          // Every ninth person was looked at so long ago that another look is overdue.
          const checked = nextDay(today, -random.int(3, 84) - (at % 9 === 4 ? 90 : 0));
          return {
            tenant_id: tx.tenantId,
            person_id: id,
            kind,
            level,
            reason: level === 0 ? null : (REASONS[kind] as string),
            measures: level === 0 || at % 17 === 5 ? null : (MEASURES[kind] as string),
            checked_on: checked,
            checked_by: by,
            next_on: nextDay(checked, 90),
          };
        }),
  );
  for (let from = 0; from < rows.length; from += 500) await tx.run(db.insertInto('person_risks').values(rows.slice(from, from + 500)));
}
