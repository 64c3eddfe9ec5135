/**
 * Bookings by family on the public page: it names no resident, and says the same of one who does not exist as of a visit that is not
 * allowed.
 */
import { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { visitorSources } from '#contract/visitors/visitor-commands.rules.ts';
import { visitorBookings as routes } from '#contract/visitors/visitor-bookings.ts';
import { bookableDays, heldOn, isBlocked } from '#contract/visitors/visitor-slots.rules.ts';
import type { Actor, Context, Dependencies, Work } from '../context.ts';
import { openIf } from '../db/sealed-fields.ts';
import { apply, applyTo } from '../db/transitions.ts';
import type { Tx } from '../db/tenant.ts';
import { invalid, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { tenantName } from '../messages/notices.ts';
import { logPublic } from '../system/public-logs.ts';
import { readWords } from '../transfers/dictionary-words.ts';
import { publicBookings } from '../users/public-bookings.ts';
import { restrictionFor } from './restricted-visitors.ts';
import { answered } from './visitor-desk.ts';
import { booked, pending, textVisitor, visitor } from './visitor-machine.ts';
import { buildingOf, slotsOf, takenOf, takePlaces } from './visitor-places.ts';
import { addRecord, wireOf, type Wire } from './visitor-rows.ts';
import { settingsOf } from './visitor-settings.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

/** Who acts by the public page. */
const FAMILY: Actor = { userId: null, name: '访客本人' };
/** Open bookings of one phone. */
const MOST_OPEN = 5;
/** Of a resident who is not there, of one who is named wrongly, and of a visit that is not allowed. */
const NEUTRAL = '预约信息无法核对，请检查后重试或联系机构';

type Settings = Awaited<ReturnType<typeof settingsOf>>;

const { withPage, withOwn, withPhoneCode } = publicBookings({
  purpose: 'visit',
  actor: FAMILY,
  settingsOf,
  find: ({ tx }, code, phone) =>
    tx.row<{ id: number }>(sql`
      select id from visitor_records
      where tenant_id = ${tx.tenantId} and code = ${code} and phone = ${sealed(phone)} and source <> ${visitorSources.desk}`),
});

/** So many residents of one name at most are compared. */
const MOST_NAMED = 200;

/** The one resident of that name whose identity number ends so or who lives in that room; null when there is none, or more than one. */
async function residentOf({ secrets }: Dependencies, tx: Tx, name: string, proof: string): Promise<{ id: number; name: string } | null> {
  const named = await tx.rows<{ id: number; name: string; sealed: string | null; room: string | null }>(sql`
    select p.id, p.name, p.identity_sealed as sealed, r.name as room
    from people p left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      left join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and p.status in (1, 2, 3)
      and p.name_terms @> app.name_terms(${tx.tenantId}::bigint, ${name}) and p.name = ${name} order by p.id limit ${MOST_NAMED}`);
  const proved = ({ sealed, room }: (typeof named)[number]) =>
    room === proof || openIf(secrets, tx.tenantId, 'people.identity_sealed', sealed)?.slice(-4) === proof.toUpperCase();
  const [found, another] = named.filter(proved);
  return found && !another ? found : null;
}

async function bookingOf(tx: Tx, id: number) {
  const { code, state, day, startTime, endTime, visitorName, oldmanName, people, companions, reason }: Wire = await wireOf(tx, id);
  const tenant = await tenantName(tx);
  return {
    tenantName: tenant,
    code,
    state,
    day,
    startTime,
    endTime,
    visitorName,
    oldmanName: oldmanName ?? '',
    people,
    companions,
    reason,
  };
}

const log = ({ tx }: Work, route: Route, { request }: Context, name: string) => logPublic(tx, route, request, { username: name });

function needFew(people: number, { peopleMost }: Settings): void {
  if (people > peopleMost) throw invalid(`每次预约最多${peopleMost}人`);
}

function needDay(day: string, { daysAhead }: Settings, { deps }: Work): void {
  if (!bookableDays(deps.now(), daysAhead).includes(day)) throw refused(`只能预约今天起${daysAhead}天内的日期`);
}

export const visitorBookings: Handlers<typeof routes> = {
  page: ({ token }, { deps }) =>
    withPage(deps, token, async ({ tx }, { daysAhead, closedDays, peopleMost, approval, questions }) => {
      const now = deps.now();
      const days = bookableDays(now, daysAhead);
      const slots = await slotsOf(tx);
      const taken = await takenOf(tx, days[0] as string, days.at(-1) as string);
      const words = await readWords(tx, ['relation']);
      return {
        tenantName: await tenantName(tx),
        peopleMost,
        approval,
        questions,
        relations: [...(words.get('relation') ?? [])].map(([value, label]) => ({ value: Number(value), label })),
        days: days.map((day) => ({
          day,
          slots: slots
            .filter((slot) => heldOn(slot, day, closedDays, now))
            .map(({ id, startClock, endClock, building, capacity }) => {
              return { id, startClock, endClock, building, free: Math.max(0, capacity - (taken.get(`${id} ${day}`) ?? 0)) };
            }),
        })),
      };
    }),

  async book(input, context) {
    const { day, slotId, phone, visitorName, oldmanName, proof, relation, people, companions, answers } = input;
    const { deps } = context;
    await withPage(deps, input.token, async (work, settings) => {
      needDay(day, settings, work);
      needFew(people, settings);
    });
    const booking = async (work: Work, settings: Settings) => {
      const { tx } = work;
      const health = answered(settings.questions, answers);
      const person = await residentOf(deps, tx, oldmanName, proof);
      if (!person) return null;
      const comer = { person_id: person.id, name: visitorName, phone, identity_hash: null, relation };
      const restriction = await restrictionFor(tx, comer, day);
      if (restriction) {
        await tellThoseWith(tx, deps, 'business_bcvisitor_desk', {
          kind: 'visitor',
          title: '受限访客尝试预约',
          text: `${visitorName}（${phone}）预约${day}探访${person.name}，已拦截。限制原因：${restriction.reason}`,
          link: '/visitors/index?tab=restricted',
        });
        return null;
      }
      if (isBlocked(health, null)) throw refused('根据健康申报，暂时不能来访，请与机构联系');
      const open = await tx.row<{ count: number }>(sql`select count(*)::integer as count from visitor_records
        where tenant_id = ${tx.tenantId} and phone = ${sealed(phone)} and state in (1, 2)`);
      if ((open?.count ?? 0) >= MOST_OPEN) throw refused(`该手机号已有${MOST_OPEN}个未到访的预约，请先取消`);
      const slot = await takePlaces(work, { slotId, day, people, building: await buildingOf(tx, person.id) });
      const { id, code } = await addRecord(tx, {
        state: settings.approval ? pending : booked,
        source: visitorSources.family,
        day,
        slot_id: slotId,
        starts_at: `${day} ${slot.startClock}:00`,
        ends_at: `${day} ${slot.endClock}:00`,
        name: visitorName,
        phone,
        person_id: person.id,
        person_name: person.name,
        relation,
        people,
        companions,
        answers: JSON.stringify(health),
      });
      const when = `${day} ${slot.startClock}至${slot.endClock}`;
      await textVisitor(
        work,
        phone,
        settings.approval
          ? `您的来访预约（${when}）已提交，审核后短信通知，预约码${code}。`
          : `来访预约成功：${when}，预约码${code}，请凭码登记。`,
      );
      await log(work, routes.book, context, visitorName);
      await work.emit('visitor.changed', { recordId: id });
      return bookingOf(tx, id);
    };
    // Who guesses residents is counted.
    const made = await withPhoneCode(input, context, booking, (one) => (one === null ? new Refusal(422, NEUTRAL) : null));
    return made!;
  },

  find: (input, context) => withOwn(input, context, ({ tx }, id) => bookingOf(tx, id)),

  change: ({ day, slotId, people, ...own }, context) =>
    withOwn(own, context, async (work, id, settings) => {
      const { tx } = work;
      needDay(day, settings, work);
      needFew(people, settings);
      const row = await visitor.read(work, id);
      const slot = await takePlaces(work, { slotId, day, people, building: await buildingOf(tx, row.person_id), except: id });
      const set = {
        day,
        slot_id: slotId,
        starts_at: `${day} ${slot.startClock}:00`,
        ends_at: `${day} ${slot.endClock}:00`,
        people,
        // Another time is another decision.
        state: settings.approval ? pending : row.state,
      };
      await applyTo(visitor, work, row, { action: 'change', set });
      await log(work, routes.change, context, row.name);
      return bookingOf(tx, id);
    }),

  cancel: (own, context) =>
    withOwn(own, context, async (work, id) => {
      await apply(visitor, work, { id }, { action: 'cancel', by: FAMILY.name, reason: null });
      await log(work, routes.cancel, context, FAMILY.name);
      return true;
    }),
};
