/** Roles inside an institution, highest rank first. */
export const roles = ['InstitutionalLeader', 'Delegate', 'DimensionLeader', 'SubdimensionLeader', 'Professional'] as const
export type Role = (typeof roles)[number]

/** Role labels in histories: the five above, the lab's two, and the platform. */
export const actingRoles = [...roles, 'Evaluator', 'Administrator', 'NoAssigment', 'System'] as const
export type ActingRole = (typeof actingRoles)[number]
