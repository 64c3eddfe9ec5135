/**
 * The demonstration: a group with two institutions and a home-care tenant, and two customers
 * of their own, deterministic, made once on an empty database.
 */
import { midnightOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { sql } from 'kysely';
import { db, signContext, type Tx } from '../../server/db/tenant.ts';
import { createTenantDefaults } from '../../server/tenants/tenant-defaults.ts';
import { hashPassword, randomPassword } from '../../server/users/passwords.ts';
import { generatePlanned } from '../../server/work-orders/plan-generation.ts';
import { seedAccounts } from './accounts.ts';
import { seedApprovals } from './approvals.ts';
import { seedBoard, seedSkills } from './board.ts';
import { seedConditions } from './conditions.ts';
import { seedDevices } from './devices.ts';
import { seedIntegrations } from './integrations.ts';
import { INSPECTOR } from './call-quality.ts';
import { seedCalls } from './calls.ts';
import { seedCare } from './care.ts';
import { seedCharts } from './charts.ts';
import { seedAssessments } from './assessments.ts';
import { seedCheckin } from './checkin.ts';
import { seedRestraints } from './restraints.ts';
import { seedBelts } from './nights.ts';
import { seedDoors, withFilms, type Films } from './doors.ts';
import { seedDocuments } from './documents.ts';
import { seedPrivacy } from './privacy.ts';
import { seedOrders, seedWarnings } from './events.ts';
import { seedWarningEngine } from './fences.ts';
import { seedGoods } from './goods.ts';
import { seedCheckouts } from './checkouts.ts';
import { seedIncidents } from './incidents.ts';
import { seedIndoor } from './indoor.ts';
import { seedHealth } from './health.ts';
import { seedHomeCare } from './home-care.ts';
import { customers, GROUP, institutions, seedRooms, seedServices, seedStaff, type Institution } from './institutions.ts';
import { seedLeaves } from './leaves.ts';
import { seedMeals } from './meals.ts';
import { seedMenus } from './menus.ts';
import { seedOpenDay } from './open-day.ts';
import { seedPackages } from './packages.ts';
import { seedPlans } from './plans.ts';
import { seedQuestionnaires } from './questionnaires.ts';
import { seedRecords } from './records.ts';
import { seedPosts } from './posts.ts';
import { randomOf } from './random.ts';
import { seedReminders } from './reminders.ts';
import { seedTickets } from './tickets.ts';
import { seedStays } from './stays.ts';
import { seedSubscriptions } from './subscriptions.ts';
import { seedVisitors } from './visitors.ts';
import { seedVisits } from './visits.ts';
import { seedPeople, seedReadings, seedWatches } from './residents.ts';

/** The accounts that get the demonstration's password. */
const ACCOUNTS = [
  'platform',
  'group',
  INSPECTOR,
  ...institutions.flatMap(({ accounts }) => Object.values(accounts)),
  ...customers.map(({ account }) => account),
];

/** The ids of the customers by their codes; a demonstration that was made before there were any has none. */
const customerIds = (deps: Dependencies): Promise<Map<string, number>> =>
  deps.inTenant(1, async (tx) => {
    const codes = customers.map(({ code }) => code);
    const rows = await tx.rows<{ id: number; code: string }>(
      db.selectFrom('tenants').select(['id', 'code']).where('parent_id', '=', 1).where('code', 'in', codes),
    );
    return new Map(rows.map(({ id, code }) => [code, id]));
  });

/** Sets every demonstration account's password. */
async function setPasswords(deps: Dependencies, hash: string): Promise<void> {
  const ids = await customerIds(deps);
  for (const tenant of [1, GROUP, ...institutions.map(({ id }) => id), ...ids.values()]) {
    await deps.inTenant(tenant, (tx) =>
      tx.run(
        db
          .updateTable('users')
          .set({ password_hash: hash })
          .where('tenant_id', '=', tenant)
          .where('username', 'in', ACCOUNTS)
          .where('home_user_id', 'is', null),
      ),
    );
  }
}

const anyAccount = (tenantId: number) => db.selectFrom('users').select('id').where('tenant_id', '=', tenantId).limit(1);

type Seeding = (tx: Tx, roleIds: Map<string, number>, again: () => Promise<void>) => Promise<void>;

/**
 * Runs `work` in one transaction of a tenant without accounts; a start that was
 * interrupted goes on with the next one. `again` signs its context anew.
 */
async function onceIn(deps: Dependencies, tenantId: number, work: Seeding): Promise<boolean> {
  return deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(anyAccount(tenantId))) return false;
    // The context is signed for a minute; a slow machine needs longer for all of an institution.
    const again = async () => void (await tx.run(sql`select set_config('app.ctx', ${signContext(deps.secrets.context, tenantId)}, true)`));
    const roleIds = await createTenantDefaults(tx, tenantId);
    await again();
    await work(tx, roleIds, again);
    return true;
  });
}

const administrator =
  (username: string, name: string, phone: string): Seeding =>
  async (tx, roleIds) => {
    const tenant_id = tx.tenantId;
    const user = (await tx.row(db.insertInto('users').values({ tenant_id, username, name, phone, super_admin: true }).returning('id'))) as {
      id: number;
    };
    await tx.run(db.insertInto('user_roles').values({ tenant_id, user_id: user.id, role_id: roleIds.get('admin') as number }));
  };

/** The carer of the first institution works for the home-care business as well. */
async function seedMembership(deps: Dependencies): Promise<void> {
  const [first, , third] = institutions as [Institution, Institution, Institution];
  const at = (tenant: number) =>
    db
      .selectFrom('users')
      .select(['id', 'name', 'phone'])
      .where('tenant_id', '=', tenant)
      .where('username', '=', 'carer')
      .where('home_user_id', 'is', null);
  const carer = await deps.inTenant(first.id, (tx) => tx.row(at(first.id)));
  if (!carer) return;
  await deps.inTenant(third.id, async (tx) => {
    const role = await tx.row(db.selectFrom('roles').select('id').where('tenant_id', '=', third.id).where('code', '=', 'carer'));
    const made = await tx.row(
      db
        .insertInto('users')
        .values({
          tenant_id: third.id,
          username: 'carer',
          name: carer.name,
          phone: carer.phone,
          home_tenant_id: first.id,
          home_user_id: carer.id,
        })
        .onConflict((on) => on.doNothing())
        .returning('id'),
    );
    if (made && role) await tx.run(db.insertInto('user_roles').values({ tenant_id: third.id, user_id: made.id, role_id: role.id }));
  });
}

/**
 * Seeds what is missing of the demonstration. `wanted` is the password of its accounts; null takes a random one when something was seeded.
 * Gives the password when it was set now, else null.
 */
export async function seedDemo(deps: Dependencies, wanted: string | null): Promise<string | null> {
  const now = deps.now();
  const today = new Date(midnightOf(now));
  await deps.pool.query('select app.prepare_partitions(7, 31)');
  const ends_at = new Date(now + 300 * 86_400_000).toISOString();
  await deps.inTenant(1, async (tx) => {
    if (await tx.row(db.selectFrom('tenants').select('id').where('id', '=', GROUP))) return;
    await tx.run(
      db.insertInto('tenants').values({ id: GROUP, parent_id: 1, name: '平安养老集团', code: 'group', region_code: '330100', ends_at }),
    );
    const rows = institutions.map(({ name, code, packageCode, regionCode }) => {
      return { parent_id: GROUP, source: 3, name, code, package_code: packageCode, region_code: regionCode, ends_at };
    });
    // The database numbers them, so that the next tenant's number is the next one.
    const made = await tx.rows<{ id: number }>(db.insertInto('tenants').values(rows).returning('id'));
    if (made.some(({ id }, index) => id !== institutions[index]?.id))
      throw new Error('The demonstration needs a database that never had a tenant');
    await tx.run(
      db
        .insertInto('tenants')
        .values(customers.map(({ name, code, regionCode }) => ({ parent_id: 1, name, code, region_code: regionCode, ends_at }))),
    );
  });
  let seeded = await onceIn(deps, 1, administrator('platform', '平台管理员', '19900000001'));
  seeded = (await onceIn(deps, GROUP, administrator('group', '集团管理员', '19900000002'))) || seeded;
  const ids = await customerIds(deps);
  for (const { code, account, person, phone } of customers) {
    const id = ids.get(code);
    if (id) seeded = (await onceIn(deps, id, administrator(account, person, phone))) || seeded;
  }
  for (const institution of institutions) {
    const random = (topic: string) => randomOf(`${topic}${institution.id}`);
    const seed =
      (films: Films): Seeding =>
      async (tx, roleIds, again) => {
        const staff = await seedStaff(tx, random('staff'), institution, roleIds, today);
        await seedPosts(tx, staff);
        const beds = await seedRooms(tx, random('rooms'), institution);
        await seedIndoor(tx, staff);
        const projects = await seedServices(tx);
        const residents = await seedPeople(tx, random('people'), institution, beds, staff);
        await again();
        await seedWatches(tx, institution, residents);
        await seedDevices(tx, random('devices'), residents, staff, now);
        await seedIntegrations(tx, deps, random('integrations'), staff, now);
        await seedBelts(tx, random('belts'), residents, staff, now);
        await seedDoors(tx, deps, films, random('doors'), residents, staff, now);
        await seedReadings(tx, random('readings'), residents, now);
        await again();
        const visits = await seedWarnings(tx, random('warnings'), institution, residents, staff, now);
        await seedRecords(tx, random('records'), residents, staff, now);
        await seedOrders(tx, random('orders'), residents, staff, projects, visits, now);
        await again();
        await seedSkills(tx, random('skills'), staff, projects, now);
        await seedBoard(tx, random('board'), residents, staff, projects, now);
        await again();
        await seedPackages(tx, random('packages'), residents, staff, projects, now);
        await seedQuestionnaires(tx, random('questionnaires'), projects);
        await seedOpenDay(tx, random('open-day'), now);
        await again();
        await seedGoods(tx, random('goods'), residents, staff, projects, now);
        await again();
        await seedHealth(tx, deps, random('health'), residents, staff, now);
        await seedWarningEngine(tx, institution, residents, staff, now);
        await seedConditions(tx, residents, staff);
        await seedPlans(tx, random('plans'), residents, staff, projects, now);
      };
    // Nothing is stored for an institution that is there already.
    if (await deps.inTenant(institution.id, (tx) => tx.row(anyAccount(institution.id)))) continue;
    seeded = (await withFilms(deps, institution, (films) => onceIn(deps, institution.id, seed(films)))) || seeded;
  }
  await seedMenus(deps);
  if (seeded) await seedMembership(deps);
  // Plans have their next orders from the beginning; the cleanup goes on with them.
  if (seeded) await generatePlanned(deps, now, 500);
  if (seeded) for (const { id } of institutions) await seedReminders(deps, id);
  if (seeded) for (const { id } of institutions) await seedLeaves(deps, id);
  if (seeded) for (const { id } of institutions) await seedApprovals(deps, id);
  if (seeded) for (const { id } of institutions) await seedAccounts(deps, id);
  if (seeded) for (const { id } of institutions) await seedTickets(deps, id);
  if (seeded) for (const { id } of institutions) await seedVisitors(deps, id);
  if (seeded) for (const { id } of institutions) await seedHomeCare(deps, id);
  if (seeded) for (const { id } of institutions) await seedCare(deps, id);
  if (seeded) for (const { id } of institutions) await seedCharts(deps, id);
  if (seeded) for (const { id } of institutions) await seedRestraints(deps, id);
  if (seeded) for (const { id } of institutions) await seedAssessments(deps, id);
  if (seeded) for (const { id } of institutions) await seedCheckin(deps, id);
  if (seeded) for (const { id } of institutions) await seedIncidents(deps, id);
  if (seeded) for (const { id } of institutions) await seedVisits(deps, id);
  if (seeded) for (const { id } of institutions) await seedStays(deps, id);
  if (seeded) for (const { id } of institutions) await seedDocuments(deps, id);
  if (seeded) for (const { id } of institutions) await seedPrivacy(deps, id);
  if (seeded) for (const { id } of institutions) await seedCheckouts(deps, id);
  if (seeded) for (const { id } of institutions) await seedMeals(deps, id);
  if (seeded) for (const { id } of institutions) await seedCalls(deps, id);
  await seedSubscriptions(deps, now, ids);
  const password = wanted ?? (seeded ? randomPassword() : null);
  if (password) await setPasswords(deps, await hashPassword(password));
  return password;
}
