/** Parameters of an institution about assessments: what they are without a row. */
export const assessmentSettingDefaults = {
  /** Ability is assessed again within so many months. */
  ASSESSMENT_MONTHS: 12,
  /** Within so many days after each event; 0: it is not asked for. See due-causes.rules.ts. */
  ASSESSMENT_DUE_ADMISSION: 7,
  ASSESSMENT_DUE_FALL: 1,
  ASSESSMENT_DUE_INCIDENT: 3,
  ASSESSMENT_DUE_RETURN: 3,
  ASSESSMENT_DUE_LEVEL: 7,
  /** The care level (dictionary `care_level`) that each level of ability suggests. */
  ASSESSMENT_CARE_LEVEL_0: 1,
  ASSESSMENT_CARE_LEVEL_1: 6,
  ASSESSMENT_CARE_LEVEL_2: 5,
  ASSESSMENT_CARE_LEVEL_3: 4,
  ASSESSMENT_CARE_LEVEL_4: 7,
} as const;
export type AssessmentSettings = Record<keyof typeof assessmentSettingDefaults, number>;
