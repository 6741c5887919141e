import { cast, demoPassword, labStaff, type CastPerson } from './cast.ts'

const roleNames: Readonly<Record<string, string>> = {
  InstitutionalLeader: 'Líder institucional',
  Delegate: 'Delegado',
  DimensionLeader: 'Líder de Área (dimensión)',
  SubdimensionLeader: 'Líder de Área (subdimensión)',
  Professional: 'Profesional',
  Administrator: 'Administración',
  Evaluator: 'Evaluación',
}

/** Who can sign in to the demonstration, for the terminal of whoever started it. */
export function accountsTable(): string {
  const line = (person: CastPerson, place: string): string =>
    `  ${person.email.padEnd(28)} ${(roleNames[person.role ?? person.kind] ?? '').padEnd(30)} ${place}`
  const shown = cast.slice(0, 5)
  const both = cast.flatMap(({ people }) => people.filter(({ delegateAt }) => delegateAt !== undefined)).map(({ email }) => email)
  const others = cast.slice(5).map((institution) => institution.domains[0])
  return [
    `Cuentas de demostración (contraseña: ${demoPassword}):`,
    ...labStaff.map((person) => line(person, 'Laboratorio')),
    ...shown.flatMap((institution) => institution.people.map((person) => line(person, institution.name))),
    `  lider@ también en: ${others.join(', ')}`,
    `  de dos instituciones: ${both.join(', ')}`,
    '',
  ].join('\n')
}
