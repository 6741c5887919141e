import type { Orientation } from '../institutions/model.ts'
import type { SiteLanguage } from '../site/model.ts'
import type {
  Capacity,
  DirectedTo,
  InitiativeScope,
  InitiativeType,
  OpenCategory,
  OpenDimension,
  Origin,
  Partner,
  Phase,
  PublicSector,
} from './model.ts'

/** What everything that open data counts is called: in a workbook's cells by its Spanish, in tables, charts and files by both. ◆ */
type Words<Key extends string> = { readonly [Each in Key]: { readonly es: string; readonly en: string } }

export const categoryWords: Words<OpenCategory> = {
  Pilares: { es: 'Pilares', en: 'Pillars' },
  Centralizadas: { es: 'Centralizadas', en: 'Centralised' },
  Nuevas: { es: 'Nuevas', en: 'New' },
}

export const orientationWords: Words<Orientation> = {
  Institucional: { es: 'Institucional', en: 'Institutional' },
  'Ciudadana con Foco Económico': { es: 'Ciudadana con Foco Económico', en: 'Citizens, with an economic focus' },
  'Ciudadana con Foco Social': { es: 'Ciudadana con Foco Social', en: 'Citizens, with a social focus' },
}

/** Orientations in their usual order: the words name every one of them. */
export const orientationNames = Object.keys(orientationWords) as readonly Orientation[]

export const sectorWords: Words<PublicSector> = {
  generalPublicServices: { es: 'Servicios públicos generales', en: 'General public services' },
  recreativeActivities: { es: 'Actividades recreativas, cultura y religión', en: 'Recreation, culture and religion' },
  economicAffairs: { es: 'Asuntos económicos', en: 'Economic affairs' },
  health: { es: 'Salud', en: 'Health' },
  environmentProtection: { es: 'Protección del medio ambiente', en: 'Environmental protection' },
  socialProtection: { es: 'Protección social', en: 'Social protection' },
}

export const dimensionWords: Words<OpenDimension> = {
  institucionalResources: { es: 'Recursos Institucionales', en: 'Institutional Resources' },
  practicesProcesess: { es: 'Prácticas y Procesos', en: 'Practices and Processes' },
  collaborationOpenness: { es: 'Colaboración y Apertura', en: 'Collaboration and Openness' },
}

export const capacityWords: Words<Capacity> = {
  humanTalent: { es: 'Talento Humano', en: 'Human Talent' },
  institucionalFramework: { es: 'Marco Institucional', en: 'Institutional Framework' },
  digitalResources: { es: 'Recursos Digitales', en: 'Digital Resources' },
  strategyGovernance: { es: 'Estrategia y Gobernanza', en: 'Strategy and Governance' },
  activitiesPractices: { es: 'Actividades y Prácticas', en: 'Activities and Practices' },
  procedures: { es: 'Procedimientos', en: 'Procedures' },
  processes: { es: 'Procesos', en: 'Processes' },
  userParticipation: { es: 'Participación de Usuarios', en: 'User Participation' },
  interinstitutionalCoordination: { es: 'Coordinación Institucional', en: 'Institutional Coordination' },
  environmentManagement: { es: 'Gestión del Entorno', en: 'Environment Management' },
}

export const phaseWords: Words<Phase> = {
  design: { es: 'Diseño', en: 'Design' },
  prototype: { es: 'Prototipadas', en: 'Prototyped' },
  adjustment: { es: 'Ajuste en Base a Testeo', en: 'Adjusted after Testing' },
  pilot: { es: 'Pilotaje', en: 'Pilot' },
  implementation: { es: 'Implementación', en: 'Implementation' },
  evaluation: { es: 'Evaluación', en: 'Evaluation' },
}

/** Partners by the capacity that working with them is part of; the short name stands in both languages. */
export const partnerWords: Words<Partner> = {
  pu: capacityWords.userParticipation,
  ci: capacityWords.interinstitutionalCoordination,
  ge: capacityWords.environmentManagement,
}

export const typeWords: Words<InitiativeType> = {
  communications: { es: 'Comunicaciones', en: 'Communications' },
  userBehavior: { es: 'Comportamiento de usuarios', en: 'User behaviour' },
  attentionModel: { es: 'Modelo de atención', en: 'Service model' },
  valueProposition: { es: 'Propuesta de valor', en: 'Value proposition' },
  institutionalGuidelines: { es: 'Lineamientos institucionales', en: 'Institutional guidelines' },
  regulations: { es: 'Normativas', en: 'Regulations' },
  processes: { es: 'Procesos', en: 'Processes' },
  technology: { es: 'Tecnología', en: 'Technology' },
  managementData: { es: 'Gestión de datos', en: 'Data management' },
  organizationalDesign: { es: 'Diseño organizacional', en: 'Organisational design' },
  rolesPowers: { es: 'Roles y atribuciones', en: 'Roles and powers' },
  collaborationNetworks: { es: 'Redes de colaboración', en: 'Collaboration networks' },
}

export const scopeWords: Words<InitiativeScope> = {
  strategy: { es: 'Estratégico', en: 'Strategy' },
  service: { es: 'Servicio', en: 'Service' },
  operation: { es: 'Operación', en: 'Operation' },
  organization: { es: 'Organización', en: 'Organisation' },
}

export const originWords: Words<Origin> = {
  People: { es: 'Funcionarios y funcionarias', en: 'Staff' },
  Authority: { es: 'Autoridad', en: 'Authority' },
  Citizens: { es: 'Ciudadanía o personas usuarias', en: 'Citizens or users' },
  PublicEntity: { es: 'Otra entidad pública', en: 'Another public body' },
  Other: { es: 'Otro', en: 'Other' },
}

export const directedWords: Words<DirectedTo> = {
  entityUsers: { es: 'Personas usuarias de la institución', en: 'Users of the institution' },
  otherEntityUsers: { es: 'Personas usuarias de otra entidad', en: 'Users of another body' },
  entityOfficials: { es: 'Funcionarios y funcionarias de la institución', en: 'Officials of the institution' },
  otherOrientation: { es: 'Otro grupo', en: 'Another group' },
}

/** Why figures of a year are not compared with those of earlier ones, in a sentence. */
export const breakText = ({ year, es, en }: TellableBreak, language: SiteLanguage): string =>
  language === 'es'
    ? `${year} no se compara con las mediciones anteriores: ${es}`
    : `${year} is not compared with earlier measurements: ${en}`
interface TellableBreak {
  readonly year: number
  readonly es: string
  readonly en: string
}

/** Name of a dimension or a capacity. */
export const partWord = (part: OpenDimension | Capacity, language: SiteLanguage): string =>
  (isDimension(part) ? dimensionWords[part] : capacityWords[part])[language]
const isDimension = (part: OpenDimension | Capacity): part is OpenDimension => Object.hasOwn(dimensionWords, part)
