/** What care there is: the kinds by which interventions and their tasks are told apart and filtered. */
export const careKinds = {
  turn: '翻身',
  vitals: '生命体征',
  tube: '管路护理',
  feeding: '进食协助',
  water: '饮水',
  toilet: '排泄护理',
  bath: '洗浴',
  mouth: '口腔护理',
  skin: '皮肤护理',
  dress: '穿衣修饰',
  move: '活动与康复',
  mind: '陪伴与认知',
  safety: '安全巡视',
  other: '其他',
} as const;
export type CareKind = keyof typeof careKinds;
export const careKindNames = Object.keys(careKinds) as [CareKind, ...CareKind[]];

/** What a problem of a person is about. */
export const problemCategories = {
  living: '生活自理',
  moving: '活动与跌倒',
  skin: '皮肤',
  eating: '进食与营养',
  toilet: '排泄',
  mind: '认知与情绪',
  senses: '感知与沟通',
  disease: '疾病与用药',
  safety: '安全风险',
  other: '其他',
} as const;
export type ProblemCategory = keyof typeof problemCategories;
export const problemCategoryNames = Object.keys(problemCategories) as [ProblemCategory, ...ProblemCategory[]];

export const timeModes = { clock: '固定时刻', every: '每隔几小时', shift: '每班一次' } as const;
export type TimeMode = keyof typeof timeModes;
export const timeModeNames = Object.keys(timeModes) as [TimeMode, ...TimeMode[]];
