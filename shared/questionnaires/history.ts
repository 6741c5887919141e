import type { FormAction } from '../contract/mutation.ts'

/** What changes of a form are about, as people look for them. */
export const formEventKinds = [
  'questions',
  'points',
  'helps',
  'reportTexts',
  'stages',
  'participants',
  'status',
  'publications',
  'calculation',
  'administrative',
  'results',
  'replica',
  'form',
] as const
export type FormEventKind = (typeof formEventKinds)[number]

/** What each action is about, as far as its fields say nothing else. */
const kindOfAction: Readonly<Record<FormAction, FormEventKind>> = {
  'Crea formulario': 'form',
  'Importa formulario': 'form',
  'Cambia formulario': 'form',
  'Habilita formulario': 'status',
  'Deshabilita formulario': 'status',
  'Clona formulario': 'form',
  'Elimina formulario': 'form',
  'Cierra formulario': 'status',
  'Reabre formulario': 'status',
  'Publica versión': 'publications',
  'Agrega dimensión': 'questions',
  'Cambia dimensión': 'questions',
  'Mueve dimensión': 'questions',
  'Elimina dimensión': 'questions',
  'Restaura dimensión': 'questions',
  'Agrega pregunta': 'questions',
  'Cambia pregunta': 'questions',
  'Mueve pregunta': 'questions',
  'Elimina pregunta': 'questions',
  'Restaura pregunta': 'questions',
  'Cambia texto de informe': 'reportTexts',
  'Agrega alerta': 'questions',
  'Cambia alerta': 'questions',
  'Elimina alerta': 'questions',
  'Ensaya formulario': 'form',
  'Mueve ensayo': 'form',
  'Agrega institución': 'participants',
  'Cambia evaluador': 'participants',
  'Quita institución': 'participants',
  'Restaura institución': 'participants',
  'Reabre institución': 'participants',
  'Rechaza reapertura': 'participants',
  'Sube respuestas administrativas': 'administrative',
  'Carga puntos': 'calculation',
  'Calcula resultados': 'results',
  'Publica resultados': 'results',
  'Cambia informe': 'results',
  'Cambia niveles': 'calculation',
  'Declara quiebre': 'results',
  'Configura réplica': 'replica',
  'Configura tableros': 'results',
  'Muestra resultados': 'results',
  'Oculta resultados': 'results',
  'Agrega etapa': 'stages',
  'Cambia etapa': 'stages',
  'Elimina etapa': 'stages',
  'Adelanta etapa': 'stages',
  'Avisa más plazo': 'stages',
}
/** Fields of which a change is about something else than its action is. */
const kindOfField: Readonly<Record<string, FormEventKind>> = {
  points: 'points',
  configHint: 'helps',
  fillingHint: 'helps',
  questionHint: 'helps',
  calculatedBy: 'calculation',
}
/** Actions that may change fields of several kinds. */
const byField: ReadonlySet<string> = new Set<FormAction>(['Cambia pregunta', 'Cambia dimensión', 'Cambia formulario'])

const isFormAction = (action: string): action is FormAction => Object.hasOwn(kindOfAction, action)

/** What a line of a form's history is about (FH2): of several fields that are changed together, of each. */
export function kindsOf(action: string, fields: readonly string[]): readonly FormEventKind[] {
  if (!isFormAction(action)) return ['form']
  const kind = kindOfAction[action]
  return byField.has(action) && fields.length > 0 ? [...new Set(fields.map((field) => kindOfField[field] ?? kind))] : [kind]
}

/** Actions among whose lines those of a kind are. */
export function actionsOf(kind: FormEventKind): readonly string[] {
  const among = Object.values(kindOfField).includes(kind)
  return Object.keys(kindOfAction).filter((action) => kindOfAction[action as FormAction] === kind || (among && byField.has(action)))
}

/** Whether a line changes what is asked, so that those who take part see it with the version that is published next (FH3). */
export function isPublished(action: string, fields: readonly string[]): boolean {
  if (action === 'Cambia formulario') return fields.includes('name')
  return / (?:dimensión|pregunta|alerta)$/.test(action)
}
