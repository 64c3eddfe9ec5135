/** What the staff of an institution are employed as. The last post waits for somebody. */
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';

const POSTS = [
  { code: 'director', name: '院长', remarks: '负责机构全面工作' },
  { code: 'head_nurse', name: '护士长', remarks: '护理质量与排班' },
  { code: 'nurse', name: '护士', remarks: null },
  { code: 'head_carer', name: '护理组长', remarks: '带班，负责本楼层交接' },
  { code: 'carer', name: '护理员', remarks: null },
  { code: 'accountant', name: '会计', remarks: null },
  { code: 'agent', name: '客服专员', remarks: null },
  { code: 'social_worker', name: '社工', remarks: '招聘中' },
] as const;
type Code = (typeof POSTS)[number]['code'];

/** So many carers work below one who leads them, who is a carer herself. */
const GROUP = 8;
const postsOf = (role: string, nth: number): Code[] => {
  switch (role) {
    case 'admin':
      return ['director'];
    case 'nurse':
      return nth === 0 ? ['head_nurse', 'nurse'] : ['nurse'];
    case 'carer':
      return nth % GROUP === 0 ? ['head_carer', 'carer'] : ['carer'];
    case 'finance':
      return ['accountant'];
    default:
      return ['agent'];
  }
};

/** Makes the posts and gives them to everybody by their role. */
export async function seedPosts(tx: Tx, staff: readonly Staff[]): Promise<void> {
  const tenant_id = tx.tenantId;
  const created_by = staff[0]?.id ?? null;
  const made = await tx.rows<{ id: number; code: string }>(
    db
      .insertInto('posts')
      .values(POSTS.map((post, index) => ({ tenant_id, created_by, sort: index + 1, ...post })))
      .returning(['id', 'code']),
  );
  const idOf = new Map(made.map(({ id, code }) => [code, id]));
  const held = [...Map.groupBy(staff, ({ role }) => role)].flatMap(([role, people]) =>
    people.flatMap(({ id: user_id }, nth) => postsOf(role, nth).map((code) => ({ tenant_id, user_id, post_id: idOf.get(code) as number }))),
  );
  await tx.run(db.insertInto('user_posts').values(held));
}
