/** The version of the product, written in by the build from package.json. */
declare const YIAN_VERSION: string;

export const VERSION = YIAN_VERSION;
