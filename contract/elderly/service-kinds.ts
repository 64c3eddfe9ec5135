/** Dictionary `service_type`: who lives in the house, and who is looked after at home. */
export const serviceKinds = { institution: 1, home: 2 } as const;
