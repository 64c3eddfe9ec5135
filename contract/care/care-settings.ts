/** Parameters of an institution by which care is judged: what they are without a row. */
export const careSettingDefaults = {
  /** So many hours between two turns, where no plan says it. */
  CARE_TURN_HOURS: 2,
  /** By day a round every so many hours; 0: none. */
  PATROL_DAY_HOURS: 2,
  /** In a night so many rounds, evenly apart; 0: none. */
  PATROL_NIGHT_ROUNDS: 4,
  /** So many hours an order of restraint may last at most. */
  RESTRAINT_MOST_HOURS: 8,
  /** Who is restrained is looked at every so many minutes, and loosened every so many. */
  RESTRAINT_LOOK_MINUTES: 30,
  RESTRAINT_LOOSEN_MINUTES: 120,
} as const;
export type CareSettings = Record<keyof typeof careSettingDefaults, number>;
