/** The demonstration's tenants, their staff, rooms and service catalogue. */
import { db, type Tx } from '../../server/db/tenant.ts';
import { mobile, staffName } from './names.ts';
import type { Random } from './random.ts';

export const GROUP = 1_000_000;

export interface Institution {
  id: number;
  name: string;
  code: string;
  beds: number;
  /** Elderly people. */
  people: number;
  watches: number;
  /** Their numbers in the simulator, from here on. */
  firstWatch: number;
  /** WGS-84 of the house. */
  place: [number, number];
  regionCode: string;
  packageCode: string | null;
  /** Sign-in names that are known to whoever tries the product: role code → name. */
  accounts: Record<string, string>;
}

/** In the order of their ids, from 1000001. */
export const institutions: Institution[] = [
  {
    id: 1_000_001,
    name: '平安颐养院',
    code: 'pingan',
    beds: 120,
    people: 112,
    watches: 40,
    firstWatch: 1,
    place: [120.1199, 30.2741],
    regionCode: '330106',
    packageCode: '123',
    accounts: { admin: 'admin', nurse: 'nurse', carer: 'carer', finance: 'finance', agent: 'agent' },
  },
  {
    id: 1_000_002,
    name: '康和护理院',
    code: 'kanghe',
    beds: 60,
    people: 54,
    watches: 16,
    firstWatch: 101,
    place: [120.1605, 30.2442],
    regionCode: '330102',
    packageCode: 'pro',
    accounts: { admin: 'kanghe_admin', nurse: 'kanghe_nurse' },
  },
  {
    id: 1_000_003,
    name: '安心居家养老服务中心',
    code: 'anxin',
    beds: 0,
    people: 60,
    watches: 12,
    firstWatch: 201,
    place: [120.2108, 30.2089],
    regionCode: '330108',
    packageCode: 'pro',
    accounts: { admin: 'anxin_admin', carer: 'anxin_carer' },
  },
];

/** The n-th badge of an institution. */
export const badgeNumber = (tenantId: number, n: number) => String(13_800_000_000 + tenantId * 10 + n);

/** Institutions directly below the platform, which buy their packages themselves; nobody lives there yet. */
export const customers = [
  { code: 'songbai', name: '松柏老年公寓', regionCode: '330105', account: 'songbai_admin', person: '柏长青', phone: '19900000003' },
  { code: 'hele', name: '和乐护理院', regionCode: '330104', account: 'hele_admin', person: '何乐平', phone: '19900000004' },
] as const;

export interface Staff {
  id: number;
  name: string;
  phone: string;
  role: string;
  departmentId: number;
}

const DEPARTMENTS = ['护理一部', '护理二部', '医务部', '后勤部', '财务部', '客服中心'];
const COUNTS: Record<string, number> = { admin: 1, nurse: 8, carer: 22, finance: 2, agent: 3 };

/**
 * Departments and staff; only the named accounts get a password later, the others cannot sign in. Carers and nurses work in three shifts.
 */
export async function seedStaff(
  tx: Tx,
  random: Random,
  institution: Institution,
  roleIds: Map<string, number>,
  today: Date,
): Promise<Staff[]> {
  const tenant_id = tx.tenantId;
  const [root] = await tx.rows(db.insertInto('departments').values({ tenant_id, name: institution.name }).returning('id'));
  const departments = await tx.rows(
    db
      .insertInto('departments')
      .values(DEPARTMENTS.map((name, sort) => ({ tenant_id, name, sort, parent_id: (root as { id: number }).id })))
      .returning('id'),
  );
  const staff: Staff[] = [];
  let serial = institution.id * 1000;
  const share = institution.beds >= 100 ? 1 : 0.5;
  for (const [role, count] of Object.entries(COUNTS)) {
    for (let n = 0; n < Math.max(1, Math.round(count * share)); n++) {
      const account = n === 0 ? institution.accounts[role] : undefined;
      const department = departments[{ admin: 0, nurse: 2, carer: n % 2, finance: 4, agent: 5 }[role] ?? 3] as { id: number };
      const name = staffName(random);
      const phone = mobile(serial++);
      const row = await tx.row(
        db
          .insertInto('users')
          .values({
            tenant_id,
            name,
            phone,
            username: account ?? `${institution.code}_${role}_${n + 1}`,
            department_id: role === 'admin' ? (root as { id: number }).id : department.id,
            skills: role === 'carer' ? ['生活照料', ...(n % 3 === 0 ? ['应急处置'] : [])] : [],
          })
          .returning('id'),
      );
      const id = (row as { id: number }).id;
      await tx.run(db.insertInto('user_roles').values({ tenant_id, user_id: id, role_id: roleIds.get(role) as number }));
      staff.push({ id, name, phone, role, departmentId: department.id });
    }
  }
  // 医务部 and 后勤部 answer to the head of the institution.
  const leaderOf = (role: string) => staff.find((one) => one.role === role)?.id ?? null;
  const leaders = [leaderOf('nurse'), leaderOf('nurse'), null, null, leaderOf('finance'), leaderOf('agent')];
  for (const [at, { id }] of [root!, ...departments].entries())
    await tx.run(
      db
        .updateTable('departments')
        .set({ leader_id: at === 0 ? leaderOf('admin') : leaders[at - 1]! })
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', id),
    );
  const shifts = [
    [7, 15],
    [15, 23],
    [23, 31],
  ] as const;
  const duties = staff
    .filter(({ role }) => role === 'carer' || role === 'nurse')
    .flatMap(({ id, departmentId }, index) =>
      Array.from({ length: 21 }, (_, offset) => offset - 7).flatMap((offset) => {
        const turn = (index + offset + 30) % 4;
        const shift = shifts[turn];
        if (!shift) return []; // the fourth day is free
        const at = (hour: number) => new Date(today.getTime() + (offset * 24 + hour) * 3_600_000).toISOString();
        return [{ tenant_id, user_id: id, department_id: departmentId, starts_at: at(shift[0]), ends_at: at(shift[1]) }];
      }),
    );
  await tx.run(db.insertInto('duties').values(duties));
  return staff;
}

/** Fen a month in a room of one, two or three beds. */
const BED_PRICES = [260_000, 180_000, 150_000];
/** The beds of a room: the fewer, the dearer. */
const bedsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index + 1}床`, month_fen: BED_PRICES[count - 1] as number }));

/** Two buildings, four floors, rooms of one to three beds. Gives the bed ids with their room. */
export async function seedRooms(tx: Tx, random: Random, institution: Institution): Promise<{ bedId: number; roomId: number }[]> {
  const tenant_id = tx.tenantId;
  const beds: { bedId: number; roomId: number }[] = [];
  for (let building = 1, sort = 0; beds.length < institution.beds; building++) {
    for (let floor = 1; floor <= 4 && beds.length < institution.beds; floor++) {
      for (let number = 1; number <= 9 && beds.length < institution.beds; number++) {
        const name = `${floor}${String(number).padStart(2, '0')}`;
        const room = (await tx.row(
          db
            .insertInto('rooms')
            .values({ tenant_id, building: `${building}号楼`, floor: `${floor}层`, name, sort: sort++ })
            .returning('id'),
        )) as { id: number };
        const made = await tx.rows(
          db
            .insertInto('beds')
            .values(bedsOf(random.int(1, 3)).map((bed) => ({ tenant_id, room_id: room.id, ...bed })))
            .returning('id'),
        );
        for (const { id } of made) beds.push({ bedId: id, roomId: room.id });
      }
    }
  }
  return beds;
}

export interface Project {
  id: number;
  name: string;
  priceFen: number;
  minutes: number;
  typeId: number;
  typeName: string;
}

/** What a visit asks for. */
interface Demands {
  requires_signature?: boolean;
  requires_photo?: boolean;
  fence_metres?: number;
}

/** Type, then its projects: name, fen, minutes. */
const CATALOGUE: [string, [string, number, number, Demands?][]][] = [
  [
    '应急服务',
    [
      ['SOS紧急救助', 0, 30],
      ['跌倒处置', 5000, 45],
    ],
  ],
  [
    '生活照料',
    [
      ['助浴', 8000, 60, { requires_signature: true }],
      ['助餐', 1500, 30],
      ['助洁', 6000, 90, { requires_photo: true }],
      ['理发', 3000, 30],
    ],
  ],
  [
    '医疗护理',
    [
      ['血压血糖测量', 1000, 15],
      ['换药', 4000, 30, { requires_signature: true, requires_photo: true }],
      ['康复训练', 12_000, 60],
    ],
  ],
  [
    '陪伴关怀',
    [
      ['陪同就医', 15_000, 180, { fence_metres: 1000 }],
      ['聊天陪伴', 4000, 60],
    ],
  ],
];

/** Types and projects; the first one is what an SOS drafts. */
export async function seedServices(tx: Tx): Promise<Project[]> {
  const tenant_id = tx.tenantId;
  const projects: Project[] = [];
  for (const [sort, [typeName, rows]] of CATALOGUE.entries()) {
    const type = (await tx.row(db.insertInto('service_types').values({ tenant_id, name: typeName, sort }).returning('id'))) as {
      id: number;
    };
    for (const [name, price_fen, minutes, demands = {}] of rows) {
      const row = (await tx.row(
        db
          .insertInto('service_projects')
          .values({ tenant_id, service_type_id: type.id, name, price_fen, minutes, sos_default: projects.length === 0, ...demands })
          .returning('id'),
      )) as { id: number };
      projects.push({ id: row.id, name, priceFen: price_fen, minutes, typeId: type.id, typeName });
    }
  }
  return projects;
}
