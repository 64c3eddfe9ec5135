import { people as contract } from '#contract/elderly/people.ts';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { reads } from '#server/crud.ts';
import { implementAll } from '#server/implement.ts';
import { services } from '#server/services.ts';
const columns: any = Object.fromEntries('id:id userName:name tenantId:tenant_id gender:gender birthDate:birth_date mobile:mobile address:address regionCode:region_code lng:longitude lat:latitude status:status serviceType:service_type careLevel:care_level anergy:ability departmentId:department_id bedId:bed_id carerId:carer_id avatar:photo contactName:contact_name contactPhone:contact_phone remarks:remarks flags:flags version:version createTime:created_at'.split(' ').map((p) => p.split(':')));
columns.age = () => sql`date_part('year', age(people.birth_date))::int`;
columns.tenantName = () => sql`(select t.name from tenants t where t.id = people.tenant_id)`;
columns.bedName = () => sql`(select b.name from beds b where b.tenant_id = people.tenant_id and b.id = people.bed_id)`;
columns.roomName = () => sql`(select r.name from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where b.tenant_id = people.tenant_id and b.id = people.bed_id)`;
columns.carerName = () => sql`(select u.name from users u where u.tenant_id = people.tenant_id and u.id = people.carer_id)`;
export async function withPeople(deps: any): ReturnType<typeof buildApp> {
  const made = await buildApp(deps, { webDir: null, rateFactor: 1e6 });
  if (!('people' in services)) {
    const { page } = reads({ table: 'people', noun: '服务对象', columns, soft: true });
    implementAll(made.app, made.gate, { page: contract.page }, { page });
  }
  return made;
}
