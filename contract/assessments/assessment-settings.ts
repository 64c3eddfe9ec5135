/** Parameters of an institution about assessments: what they are without a row. */
export const assessmentSettingDefaults = {
  /** Ability is assessed again within so many months. */
  ASSESSMENT_MONTHS: 12,
  /** The care level (dictionary `care_level`) that each level of ability suggests. */
  ASSESSMENT_CARE_LEVEL_0: 1,
  ASSESSMENT_CARE_LEVEL_1: 6,
  ASSESSMENT_CARE_LEVEL_2: 5,
  ASSESSMENT_CARE_LEVEL_3: 4,
  ASSESSMENT_CARE_LEVEL_4: 7,
} as const;
export type AssessmentSettings = Record<keyof typeof assessmentSettingDefaults, number>;
