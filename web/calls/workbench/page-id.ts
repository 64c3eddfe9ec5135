/** By what the server knows this page: the same after a reload, another one in a tab that was duplicated. */
import { freshName } from '#web/api/fresh-name.ts';

const KEY = 'yian.calls.page';

/** Holds the name of the page as long as the page is open; false when another page holds it. */
const hold = (id: string) =>
  new Promise<boolean>((resolve) => {
    if (!navigator.locks) return resolve(true);
    void navigator.locks.request(`${KEY}.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise<never>(() => {}) : undefined;
    });
  });

async function find(): Promise<string> {
  const known = sessionStorage.getItem(KEY);
  const id = known !== null && (await hold(known)) ? known : freshName();
  if (id !== known) {
    sessionStorage.setItem(KEY, id);
    void hold(id);
  }
  return id;
}

let found: Promise<string> | null = null;
/** The id of this page. */
export const pageId = (): Promise<string> => (found ??= find());
