import type { Role } from '#shared/access/roles.ts'
import type { UserView } from '#shared/accounts/user-routes.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

const roleKeys = {
  InstitutionalLeader: 'roleInstitutionalLeader',
  Delegate: 'roleDelegate',
  DimensionLeader: 'roleDimensionLeader',
  SubdimensionLeader: 'roleSubdimensionLeader',
  Professional: 'roleProfessional',
} as const satisfies Record<Role, keyof typeof es>

/** What somebody is: of the lab by their kind, of an institution by their highest role. */
export function roleWords(t: Translate<typeof es>, { kind, role }: Pick<UserView, 'kind' | 'role'>): string {
  if (kind !== 'Institutional') return t(kind === 'Administrator' ? 'roleAdministrator' : 'roleEvaluator')
  const [highest] = role
  return highest ? t(roleKeys[highest]) : t('roleNone')
}

export const nameOf = ({ name, surname }: Pick<UserView, 'name' | 'surname'>): string => `${name} ${surname}`.trim()

/** Names of every institution to which somebody belongs. */
export const institutionsOf = ({ institutions }: Pick<UserView, 'institutions'>): string => institutions.map(({ name }) => name).join(' · ')
