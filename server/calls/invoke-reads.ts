/** What CCC's pages read of a seat. */
import { sql } from 'kysely';
import { SUPERVISE } from '#contract/calls/workbench.ts';
import { MOBILE } from '#contract/phones.rules.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { serviceOf } from './service-in-use.ts';
import { cccUser, contextsOf, instanceOf } from './ccc-contexts.ts';
import type { Acts, Parameters } from './invoke.ts';
import { colleaguesOf, iceServers } from './workbench-views.ts';

const paged = <T>(list: T[]) => ({ list, pageNumber: 1, pageSize: Math.max(10, list.length), totalCount: list.length });

const groups = async ({ tx }: Context) =>
  paged(
    (
      await tx.rows<{ id: number; name: string; code: string; remarks: string }>(sql`
      select id, name, code, remarks from call_groups where tenant_id = ${tx.tenantId} and enabled order by id limit 200`)
    ).map((row) => ({
      skillGroupId: String(row.id),
      name: row.code,
      displayName: row.name,
      description: row.remarks,
      instanceId: instanceOf(tx.tenantId),
    })),
  );

const numbers = async ({ tx }: Context) =>
  ((await serviceOf(tx))?.numbers ?? []).map(({ number, name }) => ({ number, name, usage: 'Bidirection' }));

interface RecordRow {
  contactId: string;
  callingNumber: string;
  calledNumber: string;
  startTime: number;
  establishedTime: number | null;
  releaseTime: number | null;
  contactDisposition: string | null;
}
const records = ({ tx }: Context, seatId: number, jobId: string | null, size = 50, page = 1) =>
  tx.rows<RecordRow>(sql`
    select job_id as "contactId", caller as "callingNumber", callee as "calledNumber", extract(epoch
      from began_at)::float8 * 1000 as "startTime",
      extract(epoch from established_at)::float8 * 1000 as "establishedTime", extract(epoch from ended_at)::float8 * 1000 as "releaseTime",
      disposition as "contactDisposition"
    from calls where tenant_id = ${tx.tenantId} and seat_id = ${seatId} and (${jobId}::text is null or job_id::text = ${jobId})
    order by began_at desc, id desc limit ${size} offset ${(page - 1) * size}`);

/** The page that was asked for, at most a hundred rows. */
const pageOf = (given: Parameters) => ({
  size: Math.min(100, given.number('PageSize') ?? 50),
  page: Math.min(1000, given.number('PageNumber') ?? 1),
});

export const readForSeat: Acts = {
  async GetLoginDetails({ tx }, seat) {
    return {
      userId: cccUser(tx.tenantId, seat.userId),
      displayName: seat.name,
      extension: seat.extension,
      instanceId: instanceOf(tx.tenantId),
      deviceId: seat.device === 2 ? 'phone' : 'browser',
      workMode: seat.device === 2 ? 'OFFICE_PHONE' : 'ON_SITE',
      userContext: (await contextsOf(tx, seat)).userContext,
    };
  },
  ListSkillLevelsOfUser: async (_context, seat) =>
    paged(seat.groups.map(({ id, name, level }) => ({ skillGroupId: String(id), skillGroupName: name, skillLevel: level }))),
  ListSkillGroups: groups,
  ListBriefSkillGroups: groups,
  async ListUsers({ tx }) {
    const seats = await colleaguesOf(tx, undefined);
    return paged(seats.map(({ userId, name, extension }) => ({ userId: cccUser(tx.tenantId, userId), displayName: name, extension })));
  },
  ListOutboundNumbersOfUser: async (context) => paged(await numbers(context)),
  PickOutboundNumbers: async (context) => paged(await numbers(context)),
  ListConfigItems: async () => [],
  ListPrivilegesOfUser: async ({ session }) => [
    { action: 'Agent' },
    ...(session.permissions.has(SUPERVISE) ? [{ action: 'Supervise' }] : []),
  ],
  ListDevices: async (_context, seat) => [{ deviceId: seat.device === 2 ? 'phone' : 'browser', extension: seat.extension }],
  async ListCallDetailRecords(context, seat, given) {
    const { size, page } = pageOf(given);
    return { list: await records(context, seat.id, null, size, page), pageNumber: page, pageSize: size };
  },
  async GetCallDetailRecord(context, seat, given) {
    const [row] = await records(context, seat.id, given.need('ContactId'));
    if (!row) throw notFound('通话');
    return row;
  },
  GetTurnServerList: async ({ deps }, seat) => iceServers(deps.now(), seat.extension).flatMap(({ urls }) => urls),
  async GetTurnCredentials({ deps }, seat) {
    const [server] = iceServers(deps.now(), seat.extension);
    return { userName: server?.username ?? '', password: server?.credential ?? '' };
  },
  GetNumberLocation: async (_context, _seat, given) => {
    const number = given.need('Number');
    // Where a number was given out is not known here; only of what kind it is.
    return { number, numberType: MOBILE.test(number) ? 'Mobile' : 'Fixed', province: '', city: '' };
  },
};
