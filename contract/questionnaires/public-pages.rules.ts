/** Pages that strangers open from a link of a questionnaire: they are a build of their own. Pure. */

const PAGES = /^\/(?:s\/([^/?]+)|questionnaire\/public\/result)(?:\?|$)/;

/** Whether an address, with or without its query, is one of them. */
export const isStrangersPage = (address: string): boolean => PAGES.test(address);

/** The questionnaire that `/s/{key}` names; null on every other page. */
export const fillKeyOf = (path: string): string | null => PAGES.exec(path)?.[1] ?? null;

/** Where everybody with the link reads what was answered. */
export const publicResultAddress = (key: string): string => `/questionnaire/public/result?projectKey=${encodeURIComponent(key)}`;

const PATH = '/questionnaire/user/project';

/** The element of the page that holds answers of its first calls, as JSON by address: the server has asked them for the page. */
export const GIVEN = 'given';

/** What the page of a questionnaire reads at once, before anything else. */
export function fillReadsOf(key: string) {
  const name = encodeURIComponent(key);
  return {
    status: `${PATH}/setting-status?projectKey=${name}`,
    setting: `${PATH}/setting/${name}`,
    logics: `${PATH}/logic/list?projectKey=${name}`,
    details: `${PATH}/details/${name}`,
    full: `/questionnaire/quota/full?projectKey=${name}`,
  };
}
