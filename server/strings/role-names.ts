import type { Role } from '#shared/access/roles.ts'

/** What roles are called where a program reads them, by the specification's words. The two of areas are called alike. ◆ */
export const roleNames: Readonly<Record<'es' | 'en', Readonly<Record<Role | 'NoAssigment', string>>>> = {
  es: {
    InstitutionalLeader: 'Líder Institucional',
    Delegate: 'Delegado',
    DimensionLeader: 'Líder de Área',
    SubdimensionLeader: 'Líder de Área',
    Professional: 'Profesional',
    NoAssigment: 'Sin asignación',
  },
  en: {
    InstitutionalLeader: 'Institutional Leader',
    Delegate: 'Delegate',
    DimensionLeader: 'Area Leader',
    SubdimensionLeader: 'Area Leader',
    Professional: 'Professional',
    NoAssigment: 'No assignment',
  },
}
