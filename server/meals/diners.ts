/** The residents at a meal, as they are now: what each is served by plan and diet, who is away, what was ordered otherwise. Nothing is kept. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { allergens, dinerOf, type Diet, type Diner, type Texture } from '#contract/meals/dishes.rules.ts';
import type { DinerShown } from '#contract/meals/meal-orders.ts';
import { awayAt, mealAt, type Meal, type MealSettings } from '#contract/meals/meals.rules.ts';
import { servingsOf, type Serving } from '#contract/meals/servings.rules.ts';
import { floorText, placeText } from '#contract/rooms/places.rules.ts';
import { instantOf } from '#contract/time.ts';
import type { Session, Work } from '../context.ts';
import { containing } from '../lists/like.ts';
import { seenPeople } from '../lists/now-sources.ts';
import type { Menus } from './menus.ts';

interface Found {
  id: number;
  name: string;
  building: string;
  floor: string | null;
  roomName: string;
  bedName: string;
  status: number;
  flags: string[] | null;
  note: string | null;
  mealName: string | null;
  texture: string | null;
  diets: string[] | null;
  outingLeft: boolean | null;
  leaveAt: string | null;
  dueAt: string | null;
  orderId: number | null;
  version: number | null;
  cancelled: boolean | null;
  portion: number | null;
  dishIds: number[] | null;
  guests: number | null;
  orderNote: string | null;
  late: boolean | null;
  orderBy: string | null;
  /** Of all that were found. */
  total: number;
}

export type Shown = z.input<typeof DinerShown>;

/** A resident at a meal, with what the pages do not need. */
export interface AtMeal extends Shown {
  floor: string | null;
  servings: (Serving & { dishName: string })[];
  /** Is there, has not cancelled, and is not fed by a tube. */
  eats: boolean;
}

interface Asked {
  day: string;
  meal: Meal;
  settings: MealSettings;
  menus: Menus;
  /** Whose residents; absent: all of the institution. */
  session?: Session;
  /** Only this one. */
  personId?: number;
  search?: Search;
}

/** Whom a page shows. */
export interface Search {
  oldmanName?: string | undefined;
  /** Only those with an order of their own. */
  changed?: boolean | undefined;
  limit: number;
  offset: number;
}

/**
 * Residents are those with a bed. What is arranged for a later day counts from that day on. A list of none is null: to read thousands of
 * empty ones takes longer than to ask for them.
 */
const rowsOf = ({ tx }: Work, { day, meal, session, personId, search }: Asked) => {
  const only = (id: RawBuilder<unknown>) => (personId === undefined ? sql`true` : sql`${id} = ${personId}`);
  return tx.rows<Found>(sql`
    select p.id, p.name, r.building, r.floor, r.name as "roomName", b.name as "bedName", p.status::integer as status,
      nullif(p.flags, '{}') as flags,
      case when a.id is null then p.meal_note else a.note end as note,
      t.label as "mealName", case when a.id is null then p.meal_texture else a.texture end as texture,
      nullif(case when a.id is null then p.meal_diets else a.diets end, '{}') as diets,
      (o.state = 2) as "outingLeft", o.leave_at as "leaveAt", o.due_at as "dueAt",
      m.id as "orderId", m.version, m.cancelled, m.portion::integer as portion, m.dish_ids as "dishIds", m.guests::integer as guests,
      m.note as "orderNote", m.late, m.user_name as "orderBy", count(*) over ()::integer as total
    from people p
    join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    left join (select distinct on (a.person_id) a.* from person_arrangements a where a.tenant_id = ${tx.tenantId} and a.kind = 'meal'
      and a.state = 1 and a.effective_on <= ${day}::date and ${only(sql`a.person_id`)}
      order by a.person_id, a.effective_on desc) a on a.person_id = p.id
    left join (select i.value, i.label from dictionary_items i join dictionaries d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
      where i.tenant_id = ${tx.tenantId} and d.type = 'meal_type') t on t.value = coalesce(a.value, p.meal)::text
    left join outings o on o.tenant_id = p.tenant_id and o.person_id = p.id and o.state in (1, 2)
    left join meal_orders m on m.tenant_id = p.tenant_id and m.day = ${day}::date and m.meal = ${meal} and m.person_id = p.id
    where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and p.bed_id is not null and p.status in (1, 2, 3)
      and ${session ? sql`p.id in ${seenPeople(session)}` : sql`true`}
      and ${only(sql`p.id`)}
      and ${search?.oldmanName ? sql`p.name like ${containing(search.oldmanName)}` : sql`true`}
      and ${search?.changed ? sql`m.id is not null` : sql`true`}
    order by r.place, b.name, p.id ${search ? sql`limit ${search.limit} offset ${search.offset}` : sql``}`);
};

const dinerOfRow = ({ mealName, texture, diets, flags }: Pick<Found, 'mealName' | 'texture' | 'diets' | 'flags'>): Diner =>
  dinerOf(mealName, { texture: texture as Texture | null, diets: (diets ?? []) as Diet[] }, flags ?? []);

function orderOf(row: Found): Shown['order'] {
  if (row.orderId === null) return null;
  return {
    id: row.orderId,
    version: row.version!,
    cancelled: row.cancelled!,
    portion: row.portion!,
    dishIds: row.dishIds!,
    guests: row.guests!,
    note: row.orderNote,
    late: row.late!,
    createBy: row.orderBy!,
  };
}

/** What is served in a building, with the names of the dishes. Most residents eat the same: it is reckoned once for all who do. */
function serving(menus: Menus) {
  const names = new Map(menus.all.dishes.map(({ id, name }) => [id, name]));
  const known = new Map<string, Pick<AtMeal, 'servings' | 'gaps'>>();
  return (building: string, diner: Diner, chosen: readonly number[]) =>
    known.getOrInsertComputed(JSON.stringify([building, diner, chosen]), () => {
      const { servings, gaps } = servingsOf(menus.ofBuilding(building).dishes, diner, chosen);
      return { servings: servings.map((one) => ({ ...one, dishName: names.get(one.dishId)! })), gaps };
    });
}

/** Residents at a meal in the order of the house. */
export const dinersOf = async (work: Work, asked: Asked): Promise<AtMeal[]> => (await dinersPage(work, asked)).diners;

/** Residents at a meal, those of a page where one is asked for, and how many there are in all. */
export async function dinersPage(work: Work, asked: Asked): Promise<{ diners: AtMeal[]; total: number }> {
  const now = work.deps.now();
  const at = mealAt(asked.settings, asked.day, asked.meal) ?? instantOf(asked.day);
  const served = serving(asked.menus);
  const rows = await rowsOf(work, asked);
  const diners = rows.map((row) => {
    const diner = dinerOfRow(row);
    const order = orderOf(row);
    const outing = row.leaveAt === null ? null : { leaveAt: instantOf(row.leaveAt), dueAt: instantOf(row.dueAt!), left: row.outingLeft! };
    const away = awayAt({ status: row.status, outing }, at, now);
    const eats = away === null && !order?.cancelled && !diner.tube;
    const { servings, gaps } = eats ? served(row.building, diner, order?.dishIds ?? []) : { servings: [], gaps: [] };
    return {
      oldmanId: row.id,
      oldmanName: row.name,
      place: placeText(row),
      floor: floorText(row),
      texture: diner.texture,
      diets: diner.diets,
      allergies: [...diner.allergens.map((name) => allergens[name]), ...diner.words],
      tube: diner.tube,
      mealNote: row.note,
      away,
      eats,
      servings,
      gaps,
      order,
    };
  });
  const { search } = asked;
  // A page behind the last one has no row that says how many there are.
  const beyond = rows.length === 0 && search !== undefined && search.offset > 0;
  const [first] = beyond ? await rowsOf(work, { ...asked, search: { ...search, limit: 1, offset: 0 } }) : rows;
  return { diners, total: first?.total ?? 0 };
}

/** What one resident may be served on a day; null when they are no resident, or the session does not reach them. */
export async function dinerBy(work: Work, session: Session, personId: number, asked: Omit<Asked, 'session' | 'personId'>) {
  const [row] = await rowsOf(work, { ...asked, session, personId });
  return row ? { name: row.name, building: row.building, diner: dinerOfRow(row), order: orderOf(row) } : null;
}
