/** Where the pages of people are. */
export const PEOPLE = '/oldMan/index';

export type PersonTab = 'basic' | 'health' | 'device' | 'warning' | 'order' | 'package';

/** The detail page of a person, at one of its tabs. */
export const personAddress = (id: number, tab: PersonTab = 'basic') => `/oldMan/detail?id=${id}&tabid=${tab}&isview=true`;
