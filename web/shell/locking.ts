/** Locks and opens the screen (docs/decisions/013-shell.md). */
import { session, setLock, signOut } from '#web/api/session.ts';
import { openDialog } from './dialogs.ts';
import { lockDialog } from './own-dialogs.ts';
import { guessed, TRIES } from './lock-rules.ts';

/** Locks the screen of every tab of this session; where no password is set, asks for one first. */
export function lockScreen(): void {
  const { lock } = session.getState();
  if (lock) setLock({ ...lock, locked: true });
  else openDialog(lockDialog);
}

/** Keeps a password; with `locked` the screen locks at once. */
export async function keepPassword(password: string, locked: boolean): Promise<void> {
  const { hashOf, newSalt } = await import('./lock-secret.ts');
  const salt = newSalt();
  setLock({ locked, salt, hash: hashOf(password, salt), tries: 0 });
}

/** Opens the lock, or gives how many tries are left; none of them ends the session. */
export async function unlock(password: string): Promise<{ left: number } | null> {
  const { hashOf } = await import('./lock-secret.ts');
  const { lock } = session.getState();
  if (!lock) return null;
  const right = hashOf(password, lock.salt) === lock.hash;
  const after = guessed(lock, right);
  if (!after) {
    await signOut('锁屏密码连续错误，请重新登录');
    return { left: 0 };
  }
  setLock(after);
  return right ? null : { left: TRIES - after.tries };
}
