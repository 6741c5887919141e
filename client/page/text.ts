import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { Role } from '#shared/access/roles.ts'
import { es } from './strings.es.ts'

export const appText = defineText('app', es)

const roleKeys = {
  InstitutionalLeader: 'roleInstitutionalLeader',
  Delegate: 'roleDelegate',
  DimensionLeader: 'roleDimensionLeader',
  SubdimensionLeader: 'roleSubdimensionLeader',
  Professional: 'roleProfessional',
} as const satisfies Record<Role, keyof typeof es>

export const roleText = (t: Translate<typeof es>, role: Role): string => t(roleKeys[role])
