/** How much of a meal a person ate. Pure. */

export const eatenLabels: Readonly<Record<number, string>> = { 1: '全部', 2: '大半', 3: '一半', 4: '少量', 5: '未吃' };
