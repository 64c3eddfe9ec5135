/** The demonstration's service packages: four on offer, and what the people who had orders hold of them. */
import { DAY, dayOf } from '#contract/time.ts';
import { sql, type Insertable } from 'kysely';
import { packageAction } from '../../contract/elderly/person-packages.rules.ts';
import type { Tables } from '../../server/db/tables.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Project, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const OFFERS: { name: string; priceFen: number; days: number; projects: [string, number][]; remarks?: string; enabled?: boolean }[] = [
  {
    name: '生活照料月套餐',
    priceFen: 39_900,
    days: 31,
    projects: [
      ['助浴', 4],
      ['助洁', 2],
      ['理发', 1],
    ],
  },
  {
    name: '康复护理季度套餐',
    priceFen: 168_000,
    days: 92,
    projects: [
      ['康复训练', 12],
      ['换药', 6],
      ['血压血糖测量', 12],
    ],
    remarks: '康复训练每次60分钟，由康复师上门',
  },
  {
    name: '陪伴关怀年套餐',
    priceFen: 298_000,
    days: 365,
    projects: [
      ['陪同就医', 12],
      ['聊天陪伴', 48],
    ],
  },
  { name: '新客体验套餐', priceFen: 9900, days: 30, projects: [['助浴', 1]], remarks: '每位服务对象限购一次', enabled: false },
];

interface Job {
  id: number;
  work_order_id: number;
  project_id: number;
  project_name: string;
  status: number;
  /** Epoch milliseconds. */
  at: number;
}

interface Held {
  person: Resident;
  offer: (typeof OFFERS)[number] & { id: number };
  /** Epoch milliseconds: the beginning of its first day, and when it was written down. */
  from: number;
  granted: number;
  jobs: Job[];
}

/** One person's package, the counts that the orders of its time took, and its ledger. */
async function hold(tx: Tx, { person, offer, from, granted: at, jobs }: Held, projects: Map<string, Project>, boss: Staff): Promise<void> {
  const { tenantId: tenant_id } = tx;
  const granted = new Date(at).toISOString();
  const starts_on = dayOf(from);
  const ends_on = dayOf(from + (offer.days - 1) * DAY);
  const { id } = (await tx.row(
    db
      .insertInto('person_packages')
      .values({
        tenant_id,
        person_id: person.id,
        package_id: offer.id,
        name: offer.name,
        price_fen: offer.priceFen,
        starts_on,
        ends_on,
        created_by: boss.id,
        created_at: granted,
        updated_at: granted,
      })
      .returning('id'),
  )) as { id: number };
  const within = ({ at: when }: Job) => dayOf(when) >= starts_on && dayOf(when) <= ends_on;
  /** A count is taken when the order is written down. */
  const taken = (job: Job) => new Date(job.at - 900_000).toISOString();
  const ledger: Insertable<Tables['person_package_changes']>[] = [];
  for (const [project_name, total] of offer.projects) {
    const project = projects.get(project_name) as Project;
    const covered = jobs.filter((job) => job.project_id === project.id && within(job)).slice(0, total);
    const line = (await tx.row(
      db
        .insertInto('person_package_projects')
        .values({
          tenant_id,
          person_package_id: id,
          project_id: project.id,
          project_name,
          total,
          used: covered.length,
          created_at: granted,
        })
        .returning('id'),
    )) as { id: number };
    const change = { tenant_id, person_package_id: id, project_name, user_id: boss.id, user_name: boss.name };
    ledger.push({ ...change, action: packageAction.granted, before: 0, after: total, created_at: granted });
    for (const [nth, job] of covered.entries()) {
      ledger.push({
        ...change,
        action: packageAction.taken,
        before: total - nth,
        after: total - nth - 1,
        job_id: job.id,
        created_at: taken(job),
      });
      const use = { tenant_id, job_id: job.id, person_package_id: id, person_package_project_id: line.id, project_name };
      await tx.run(db.insertInto('person_package_uses').values({ ...use, taken_by: boss.id, taken_at: taken(job) }));
      await tx.run(sql`update work_order_jobs set package_id = ${id} where tenant_id = ${tenant_id} and id = ${job.id}`);
      await tx.run(sql`update work_orders o set total_fen = (select coalesce(sum(j.price_fen), 0) from work_order_jobs j
        where j.tenant_id = o.tenant_id and j.work_order_id = o.id and j.package_id = 0 and j.status <> 6)
        where o.tenant_id = ${tenant_id} and o.id = ${job.work_order_id}`);
    }
  }
  ledger.sort((a, b) => String(a.created_at).localeCompare(String(b.created_at)));
  await tx.run(db.insertInto('person_package_changes').values(ledger));
}

/** After the orders: what these took of a package is counted. Gives the packages on offer, by name. */
export async function seedPackages(
  tx: Tx,
  random: Random,
  residents: Resident[],
  staff: Staff[],
  catalogue: Project[],
  now: number,
): Promise<Map<string, number>> {
  const { tenantId: tenant_id } = tx;
  const projects = new Map(catalogue.map((project) => [project.name, project]));
  const boss = staff[0] as Staff;
  const offers: Held['offer'][] = [];
  for (const offer of OFFERS) {
    const { name, priceFen, days, remarks = null, enabled = true } = offer;
    const values = { tenant_id, name, price_fen: priceFen, valid_days: days, enabled, remarks, created_by: boss.id };
    const { id } = (await tx.row(db.insertInto('service_packages').values(values).returning('id'))) as { id: number };
    const lines = offer.projects.map(([project, count]) => ({
      tenant_id,
      package_id: id,
      project_id: (projects.get(project) as Project).id,
      count,
    }));
    await tx.run(db.insertInto('service_package_projects').values(lines));
    offers.push({ ...offer, id });
  }
  const rows = await tx.rows<Job & { person_id: number }>(sql`
    select j.id, j.work_order_id, j.project_id, j.project_name, j.status, extract(epoch from j.service_at) * 1000 as at, o.person_id
    from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
    where j.tenant_id = ${tenant_id} and j.status <> 6 and o.warning_id is null order by j.service_at, j.id`);
  const jobs = Map.groupBy(rows, ({ person_id }) => person_id);
  const ordering = residents.filter(({ id }) => jobs.has(id)).slice(0, 30);
  const others = residents.filter(({ id }) => !jobs.has(id)).slice(0, 8);
  for (const [index, person] of [...ordering, ...others].entries()) {
    const own = jobs.get(person.id) ?? [];
    const covers = (offer: Held['offer']) => own.filter((job) => offer.projects.some(([name]) => name === job.project_name));
    // Whoever had an order holds a package that covers it.
    const fitting = offers.filter((offer) => covers(offer).length > 0);
    const offer = random.pick(fitting.length ? fitting : offers.slice(0, 3));
    const first = covers(offer)[0];
    // Most run, some have run out, two begin next week.
    const from = first ? first.at - random.int(0, 3) * DAY - 3_600_000 : index % 8 === 5 ? now + 6 * DAY : now - random.int(3, 70) * DAY;
    await hold(tx, { person, offer, from: Math.min(from, now + 6 * DAY), granted: Math.min(from, now - DAY), jobs: own }, projects, boss);
  }
  return new Map(offers.map(({ name, id }) => [name, id]));
}
