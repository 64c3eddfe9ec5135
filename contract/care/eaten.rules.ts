/** How much of a meal a person ate. Pure. */

/** From here on it was little: 少量, 未吃. */
export const LITTLE = 4;

export const eatenLabels: Readonly<Record<number, string>> = { 1: '全部', 2: '大半', 3: '一半', 4: '少量', 5: '未吃' };
