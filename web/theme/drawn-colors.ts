/** Colours where no style sheet reaches: what is drawn on a canvas, and what the browser's own fields are given. */

/** The value of a custom property of the page, ours (`--y-…`) or antd's (`--ant-…`); '' where there is none. */
export const pageColor = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Of a signature: it is kept as a picture, so that it is the same in every theme. */
export const signatureColors = { ink: '#1f1f1f', paper: '#ffffff' } as const;

/** Of the name over every page: faint, and readable on a photograph of the screen. */
export const watermarkColors = { light: 'rgb(0 0 0 / 7%)', dark: 'rgb(255 255 255 / 7%)' } as const;

/** What a colour field shows before one was chosen. */
export const UNCHOSEN_COLOR = '#000000';
