/** Where the pages of health are. */
export const HEALTH = '/health/index';
export const healthAddress = (personId: number) => `/health/person?id=${personId}`;
export const sheetAddress = (personId: number) => `/health/sheet?id=${personId}`;
