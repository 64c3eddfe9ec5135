/** By what the server knows this page: the same after a reload, another one in a tab that was duplicated. */

const KEY = 'yian.calls.page';

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

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
  const id = known !== null && (await hold(known)) ? known : fresh();
  if (id !== known) {
    sessionStorage.setItem(KEY, id);
    void hold(id);
  }
  return id;
}

let found: Promise<string> | null = null;
/** The id of this page. */
export const pageId = (): Promise<string> => (found ??= find());
