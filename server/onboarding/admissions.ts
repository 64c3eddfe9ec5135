/** Taking a person into an institution: with an account of one's own, or the first one there for who has just registered. */
import { sql } from 'kysely';
import { kinds, states } from '#contract/onboarding/invitations.rules.ts';
import { reviews } from '#contract/onboarding/registration-reviews.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import { inside } from '../db/inside.ts';
import { needQuota } from '../db/quotas.ts';
import { addAccount, addMembership, type Place } from '../users/joining.ts';
import { invitationsOf, type Person } from '../users/external-persons.ts';

/** After a registration became an account: it is done, and what else it asked for is asked by the account now. */
export async function finishRegistration(
  platform: Tx,
  deps: Dependencies,
  registrationId: number,
  home: { tenantId: number; userId: number },
  /** Whether it opened an institution, or one that waits for the platform. */
  opened: 'no' | 'yes' | 'waiting',
): Promise<void> {
  const others = await invitationsOf(platform, deps, { home: null, registrationId });
  await platform.run(
    db
      .updateTable('registrations')
      // The account has the hash now.
      .set({
        status: 1,
        password_hash: '',
        opened_tenant_id: opened === 'no' ? null : home.tenantId,
        review: opened === 'waiting' ? reviews.waiting : null,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', registrationId),
  );
  for (const { tenantId, id } of others.filter(({ kind, status }) => kind === kinds.application && status === states.waiting)) {
    await inside(platform, deps, tenantId, (tx) =>
      tx.run(
        db
          .updateTable('user_invitations')
          .set({ home_tenant_id: home.tenantId, home_user_id: home.userId, registration_id: null, phone: null })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .where('status', '=', states.waiting),
      ),
    );
  }
}

/**
 * Gives the person's user id in the tenant of `tx`. Throws 409 when already a member or
 * the sign-in name is taken, 422 when the tenant is full.
 */
export async function admit(tx: Tx, deps: Dependencies, person: Person, place: Place): Promise<number> {
  const { home, registrationId, username, name, phone } = person;
  if (home) {
    const id = await addMembership(tx, deps, { home, username, name, phone, ...place });
    if (id === null) throw conflict('该用户已是本机构成员');
    return id;
  }
  await needQuota(tx, 'users');
  const userId = await addAccount(tx, { username, name, phone: phone as string, password_hash: person.password_hash as string, ...place });
  if (userId === null) throw conflict('用户名已被占用，请更换用户名');
  await inside(tx, deps, PLATFORM, (platform) =>
    finishRegistration(platform, deps, registrationId as number, { tenantId: tx.tenantId, userId }, 'no'),
  );
  return userId;
}
