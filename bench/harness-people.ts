/**
 * Deterministic people for the benchmarks: Chinese names in their real frequency, everything a list page shows, rows of all tenants mixed.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Route } from '#contract/http.ts';
import { contract } from '#contract/index.ts';

const SURNAMES =
  '王王王王王王王李李李李李李李张张张张张张张刘刘刘刘刘陈陈陈陈陈杨杨杨黄黄黄赵赵赵吴吴吴周周徐徐孙孙马马朱朱胡胡郭郭何何林林高高罗罗郑郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const GIVEN =
  '英华秀兰玉珍桂芳淑贞国建明德志文永福生成荣祥春海云凤金平光林庆红宝学军清仁义忠良和安康宁长寿松柏梅菊莲香月秋冬雪雨山川河江水火土木石田园风雷电星辰日晨曦晓晚静洁婉柔慧敏聪颖嘉佳美丽娟娥姣婷妍嫣瑶琳琪瑞瑾璋璧珊瑚珠玲珑琴瑟笙箫鼓钟磬书画诗词歌赋礼乐射御数思念怀忆恩惠泽润沐浩瀚渊澄涵淼鑫森焱垚轩昂宇宙寰宸皓皎朗煦暄昭彰显耀辉煌炜烨灿烂';
const RARE = '龘犇羴骉麤';

/** A number in [0, 1) from row `i` and a seed. */
const unit = (seed: number) => `((hashint8extended(i, ${seed}) & 16777215) / 16777216.0)`;

/** The tenant of row `i` as SQL, for the two data sets. */
export const MIXED = `case when i % 10 = 0 then 2 when i % 50 = 1 then 3 else 4 + (hashint8extended(i, 99) & 2147483647) % 198 end`;
export const LARGE_AND_SMALL = `case when i % 1001 = 0 then 3 else 2 end`;

/** Tenants 2 … `last`, each with one office user who may see people; the user's id is the tenant's. */
export async function fillTenants(admin: pg.Client, last: number): Promise<void> {
  await admin.query(`insert into tenants (id, name, code) select i, '机构' || i, 'bench' || i from generate_series(2, ${last}) as i`);
  await admin.query(`insert into departments (tenant_id, id, name) select i, i, '护理部' from generate_series(2, ${last}) as i`);
  await admin.query(
    `insert into users (tenant_id, id, username, name, department_id) select i, i, 'bench' || i, '值班员', i
      from generate_series(2, ${last}) as i`,
  );
}

const asked = new Set(
  Object.values(contract).flatMap((service) => Object.values(service as Record<string, Route>).map(({ access }) => access)),
);

/** Signs the user of each tenant in and gives its permissions; `token(tenant)` is the access token. */
export async function signIn(admin: pg.Client, last: number, permissions: string[], token: (tenant: number) => string): Promise<void> {
  for (const permission of permissions) if (!asked.has(permission)) throw new Error(`no call asks for ${permission}`);
  // What refers to them goes along, without the records that the deletion of rights leaves.
  await admin.query('truncate sessions, roles, menus cascade');
  await admin.query(
    `insert into roles (tenant_id, id, name, code, data_scope) select i, i, '全部', 'bench', 0 from generate_series(2, ${last}) as i`,
  );
  await admin.query(`insert into user_roles (tenant_id, user_id, role_id) select i, i, i from generate_series(2, ${last}) as i`);
  await admin.query(
    `insert into menus (tenant_id, name, type, permission) select i, p, 1, p
      from generate_series(2, ${last}) as i, unnest($1::text[]) as p`,
    [permissions],
  );
  await admin.query(
    `insert into role_menus (tenant_id, role_id, menu_id) select tenant_id, tenant_id, id from menus where tenant_id between 2 and ${last}`,
  );
  await admin.query(`insert into clients (id, secret_hash) values ('bench', '') on conflict do nothing`);
  const hash = (text: string) => createHash('sha256').update(text).digest();
  for (let tenant = 2; tenant <= last; tenant++) {
    await admin.query(
      `insert into sessions (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at,
        absolute_expires_at)
       values ($1, $1, 'bench', $2, $3, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day')`,
      [tenant, hash(token(tenant)), hash(`refresh ${token(tenant)}`)],
    );
  }
}

/**
 * `rows` people, row `i` in the tenant that the SQL expression `tenant` gives. Indexes are
 * built afterwards, statistics and visibility map are fresh.
 */
export async function fillPeople(admin: pg.Client, rows: number, tenant: string): Promise<void> {
  const indexes = await admin.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'people'::regclass
      and not indisprimary`,
  );
  for (const { name } of indexes.rows) await admin.query(`drop index ${name}`);
  // Foreign keys of generated rows hold by construction.
  await admin.query('set session_replication_role = replica; set synchronous_commit = off');
  const step = 250_000;
  for (let from = 1; from <= rows; from += step) {
    await admin.query(
      `insert into people (tenant_id, id, name, gender, birth_date, mobile, address, region_code, longitude, latitude, care_level, ability,
        status, service_type,
         department_id, contact_name, contact_phone, remarks, flags, created_at)
       select tenant, i,
         substr(surnames, 1 + floor(${unit(1)} * char_length(surnames))::int, 1)
           || case when i % 100003 = 7 then substr($2, 1 + (i % 5)::int, 1)
             else substr(given, 1 + floor(power(${unit(2)}, 1.5) * char_length(given))::int, 1) end
           || case when ${unit(3)} < 0.75 then substr(given, 1 + floor(power(${unit(4)}, 1.5) * char_length(given))::int, 1) else '' end,
         1 + i % 2, date '1925-01-01' + floor(${unit(5)} * 14600)::int,
         '1' || (3 + i % 7) || lpad(floor(${unit(6)} * 1000000000)::bigint::text, 9, '0'),
         '幸福路' || i % 400 || '号' || i % 30 || '室', '330106', 120.1 + ${unit(7)} / 10, 30.2 + ${unit(8)} / 10, i % 5, i % 4,
           1 + (i % 17 = 0)::int, 1 + i % 2,
         tenant, '家属' || i % 1000, '138' || lpad((i % 100000000)::text, 8, '0'), null, case when i % 9 = 0 then array['跌倒高危'] else '{}' end,
         timestamptz '2019-01-01 08:00:00+08' + (i / 3) * interval '7 seconds'
       from (select i, ${tenant} as tenant, $1::text as surnames, $3::text as given
       from generate_series($4::bigint, $5::bigint) as i) as numbered`,
      [SURNAMES, RARE, GIVEN, from, Math.min(rows, from + step - 1)],
    );
    if ((from - 1) % 1_000_000 === 0) console.log(`  ${from - 1} rows`);
  }
  for (const { definition } of indexes.rows) await admin.query(definition);
  await admin.query('set session_replication_role = origin; set synchronous_commit = on');
  await admin.query(`select setval(pg_get_serial_sequence('people', 'id'), ${rows})`);
  await admin.query('vacuum (analyze) people');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}
