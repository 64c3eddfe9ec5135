/** Pages that strangers open from a link of a questionnaire: they are a build of their own. Pure. */

const PAGES = /^\/(?:s\/([^/?]+)|questionnaire\/public\/result)(?:\?|$)/;

/** Whether an address, with or without its query, is one of them. */
export const isStrangersPage = (address: string): boolean => PAGES.test(address);

/** The questionnaire that `/s/{key}` names; null on every other page. */
export const fillKeyOf = (path: string): string | null => PAGES.exec(path)?.[1] ?? null;

/** Where everybody with the link reads what was answered. */
export const publicResultAddress = (key: string): string => `/questionnaire/public/result?projectKey=${encodeURIComponent(key)}`;
