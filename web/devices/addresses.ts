/** Where the pages of devices are. */
export const DEVICES = '/device/index';
export const deviceAddress = (id: number) => `/device/detail?id=${id}`;
