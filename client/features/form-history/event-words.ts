import type { FormEvent } from '#shared/questionnaires/history-routes.ts'
import type { PointsEntry, QuestionKind } from '#shared/forms/model.ts'
import { questionKinds } from '#shared/forms/model.ts'
import { isDay } from '#shared/kernel/instant.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { stageKinds } from '#shared/stages/model.ts'
import type { StageKind } from '#shared/stages/model.ts'
import { dayInWords } from '#client/features/stages/day-in-words.ts'
import type { Format } from '#client/i18n/format.ts'
import type { Language } from '#client/i18n/language.ts'
import { es } from './strings.es.ts'
import type { HistoryTranslate } from './text.ts'

/** Whatever a change of a form is told with. */
export interface Telling {
  readonly t: HistoryTranslate
  readonly format: Format
  readonly language: Language
  readonly kindText: (kind: QuestionKind | StageKind) => string
}

/** A change as it is named: in the history, and wherever one waits or did not stand. */
export interface Named {
  readonly action: string
  /** Fields that it changes. */
  readonly fields: readonly string[]
  /** Number of a question, else what the part is called; '' for the form as a whole. */
  readonly about: string
  /** What the line says beside. */
  readonly text: string
}

type FieldKey = Extract<keyof typeof es, `field_${string}`>
const isFieldKey = (key: string): key is FieldKey => Object.hasOwn(es, key)

export const fieldText = (t: HistoryTranslate, field: string): string => {
  const key = `field_${field.startsWith('dimension:') ? 'dimension' : field}`
  return t(isFieldKey(key) ? key : 'field_other')
}

const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase('es') + text.slice(1)

/** Fields named at once; more are "and others". */
const fieldsMost = 3

function fieldsText({ t, format }: Pick<Telling, 't' | 'format'>, fields: readonly string[]): string {
  const named = [...new Set(fields.map((field) => fieldText(t, field)))]
  const shown = named.length > fieldsMost ? [...named.slice(0, fieldsMost - 1), t('field_other')] : named
  return capital(format.list(shown.length === 0 ? [t('field_other')] : shown))
}

const simple = {
  'Importa formulario': 'did_formImported',
  'Habilita formulario': 'did_formEnabled',
  'Deshabilita formulario': 'did_formDisabled',
  'Clona formulario': 'did_formCloned',
  'Elimina formulario': 'did_formRemoved',
  'Cierra formulario': 'did_formClosed',
  'Reabre formulario': 'did_formReopened',
  'Agrega dimensión': 'did_dimensionAdded',
  'Mueve dimensión': 'did_dimensionMoved',
  'Elimina dimensión': 'did_dimensionRemoved',
  'Restaura dimensión': 'did_dimensionRestored',
  'Agrega pregunta': 'did_questionAdded',
  'Mueve pregunta': 'did_questionMoved',
  'Elimina pregunta': 'did_questionRemoved',
  'Restaura pregunta': 'did_questionRestored',
  'Agrega alerta': 'did_alertAdded',
  'Cambia alerta': 'did_alertChanged',
  'Elimina alerta': 'did_alertRemoved',
  'Ensaya formulario': 'did_rehearsed',
  'Agrega institución': 'did_institutionAdded',
  'Cambia evaluador': 'did_evaluatorChanged',
  'Quita institución': 'did_institutionRemoved',
  'Restaura institución': 'did_institutionRestored',
  'Reabre institución': 'did_institutionReopened',
  'Rechaza reapertura': 'did_reopenDeclined',
  'Carga puntos': 'did_points',
  'Calcula resultados': 'did_resultsCalculated',
  'Publica resultados': 'did_resultsPublished',
  'Cambia informe': 'did_inform',
  'Cambia niveles': 'did_levels',
  'Declara quiebre': 'did_apart',
  'Configura réplica': 'did_replica',
  'Configura tableros': 'did_dashboards',
  'Muestra resultados': 'did_shown',
  'Oculta resultados': 'did_hidden',
  'Agrega etapa': 'did_stageAdded',
  'Elimina etapa': 'did_stageRemoved',
  'Adelanta etapa': 'did_stageAdvanced',
  'Avisa más plazo': 'did_extensionTold',
} as const satisfies Readonly<Record<string, keyof typeof es>>
const isSimple = (action: string): action is keyof typeof simple => Object.hasOwn(simple, action)

/** What was done, in words: "Puntos de 1.2.3". */
export function changeText(telling: Telling, { action, fields, about, text }: Named): string {
  const { t, language } = telling
  if (isSimple(action)) return t(simple[action], { about, text })
  switch (action) {
    case 'Crea formulario':
      return t('did_formCreated')
    case 'Cambia formulario':
      return t('did_formChanged', { fields: fieldsText(telling, fields) })
    case 'Cambia pregunta':
    case 'Cambia dimensión':
    case 'Cambia texto de informe':
      return t('did_change', { fields: fieldsText(telling, fields), about })
    case 'Cambia etapa':
      return t('did_stageChanged', { fields: fieldsText(telling, fields), about })
    case 'Planifica etapas':
      return t('did_stages', { about })
    case 'Publica versión':
      return t('did_publishedBare')
    case 'Sube respuestas administrativas':
      return text === '' ? t('did_administrativeBare') : t('did_administrative', { text })
    case 'Mueve ensayo':
      return t('did_rehearsalMoved', { day: isDay(text) ? dayInWords(text, language) : text })
    default:
      return t('did_other')
  }
}

/** What a line of the history says was done. */
export function eventText(telling: Telling, event: FormEvent): string {
  const { t } = telling
  const fields = event.changed.map(({ field }) => field)
  if (event.action === 'Publica versión' && event.version) return t('did_published', { n: event.version.n })
  const copyOf: unknown = event.changed.filter(({ field }) => field === 'copyOf').map(({ to }): unknown => JSON.parse(to))[0]
  if (typeof copyOf === 'string') return t('did_formCopied', { of: copyOf })
  return changeText(telling, { action: event.action, fields, about: aboutOf(t, event), text: event.text })
}

/** Number and name of what a line is about. */
export function aboutOf(
  t: HistoryTranslate,
  { element, number, text, action }: Pick<FormEvent, 'element' | 'number' | 'text' | 'action'>,
): string {
  if (element === 'survey') return t('survey')
  if (action.endsWith('pregunta') && number !== '') return number
  return [number, text].filter((part) => part !== '').join(' ')
}

/** A field of a change, both values in words; `long`: texts, to be compared word by word. */
export interface FieldLine {
  readonly key: string
  readonly label: string
  readonly from: string
  readonly to: string
  readonly long: boolean
}

const longFields: ReadonlySet<string> = new Set([
  'text',
  'name',
  'description',
  'hint',
  'fillingHint',
  'questionHint',
  'configHint',
  'reason',
  'preliminaryIntroduction',
  'preliminaryConclusion',
  'finalIntroduction',
  'finalConclusion',
  'good',
  'med',
  'bad',
  'introduction',
  'conclusion',
])
/** Fields that what was done says already, or that are nobody's to read. */
const unsaid: ReadonlySet<string> = new Set([
  'id',
  'originId',
  'survey',
  'copyOf',
  'enabled',
  'initialized',
  'versionId',
  'structure',
  'nextFormId',
  'closed',
  'cutAt',
  'startedAt',
])

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** What an id stands for, with its number; undefined for what is gone. */
export type NameOf = (id: string) => string | undefined

/** What a line changed, field by field, in words. Of what was added or deleted only what it has is told. */
export function fieldLines(telling: Telling, event: Pick<FormEvent, 'action' | 'changed'>, nameOf: NameOf): readonly FieldLine[] {
  const added = /^(?:Agrega|Elimina) /.test(event.action)
  return event.changed.flatMap(({ field, from, to }): readonly FieldLine[] => {
    if (unsaid.has(field)) return []
    const [before, after]: readonly [unknown, unknown] = [JSON.parse(from), JSON.parse(to)]
    if (added) {
      if (isNothing(before) && isNothing(after)) return []
      // What it is called stands in the sentence, and where it is in its number.
      if (['text', 'name', 'required', 'dimensionId'].includes(field)) return []
    }
    return linesOf(telling, field, before, after, nameOf)
  })
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** A field that was changed, both values in words; of points, English and replica line by line. */
export function linesOf(telling: Telling, field: string, before: unknown, after: unknown, nameOf: NameOf): readonly FieldLine[] {
  const { t, format } = telling
  const label = capital(fieldText(telling.t, field))
  const line = (key: string, named: string, from: string, to: string, long = false): FieldLine => ({ key, label: named, from, to, long })
  if (field === 'points') {
    const [former, now] = [entriesOf(before), entriesOf(after)]
    const keys = [...new Set([...former, ...now].map(({ key }) => key))]
    return keys.flatMap((key) => {
      const [from, to] = [former, now].map((entries) =>
        pointsText(
          telling,
          entries.find((each) => each.key === key),
          nameOf,
        ),
      )
      return from === to ? [] : [line(`points ${key}`, keyText(t, key), from ?? '', to ?? '')]
    })
  }
  if (field === 'first' || field === 'second') {
    const [from, to] = [before, after].map((value) => sideText(telling, value, nameOf))
    return from === to ? [] : [line(field, label, from ?? '', to ?? '')]
  }
  // An alert's English is one text.
  if (field === 'en' && [before, after].some((value) => typeof value === 'string'))
    return [line(field, label, shownText(before), shownText(after), true)]
  if (field === 'en') {
    const [former, now] = [fieldsOf(before), fieldsOf(after)]
    return [...new Set([...Object.keys(former), ...Object.keys(now)])].flatMap((each) => {
      const [from, to] = [former[each], now[each]].map((value) => shownText(value))
      const named = t('inEnglish', { field: capital(fieldText(t, each)) })
      return from === to ? [] : [line(`en ${each}`, named, from ?? '', to ?? '', true)]
    })
  }
  if (field === 'replica') {
    const [former, now] = [fieldsOf(before), fieldsOf(after)]
    const excluded = (config: Readonly<Record<string, unknown>>): string => {
      const ids = config['excludedSubDimensionIds']
      return Array.isArray(ids) ? ids.map((id: unknown) => (typeof id === 'string' && nameOf(id)) || t('gone')).join('\n') : ''
    }
    const number = (value: unknown): string => (typeof value === 'number' ? format.number(value) : '')
    return [
      line('replica points', t('replicaPoints'), number(former['points']), number(now['points'])),
      line('replica excluded', t('replicaExcluded'), excluded(former), excluded(now)),
    ].filter(({ from, to }) => from !== to)
  }
  if (field === 'levels') {
    const [former, now] = [fieldsOf(before), fieldsOf(after)]
    const share = (value: unknown): string => (typeof value === 'number' ? `${format.number(value * 100)} %` : '')
    return [
      line('levels med', t('levelsMed'), share(former['med']), share(now['med'])),
      line('levels good', t('levelsGood'), share(former['good']), share(now['good'])),
    ].filter(({ from, to }) => from !== to)
  }
  if (field === 'apart') {
    const [former, now] = [fieldsOf(before), fieldsOf(after)]
    return [
      line('apart es', t('apartEs'), shownText(former['es']), shownText(now['es'])),
      line('apart en', t('apartEn'), shownText(former['en']), shownText(now['en'])),
    ].filter(({ from, to }) => from !== to)
  }
  if (longFields.has(field) || field.startsWith('dimension:')) return [line(field, label, shownText(before), shownText(after), true)]
  return [line(field, label, valueText(telling, field, before, nameOf), valueText(telling, field, after, nameOf))]
}

/** One side of an alert: which question, and what it says or does not. */
function sideText({ t }: Telling, side: unknown, nameOf: NameOf): string {
  const { questionId, says, value } = fieldsOf(side)
  if (typeof questionId !== 'string') return ''
  const name = nameOf(questionId) ?? t('gone')
  const said = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : typeof value === 'string' ? value : t('anyAnswer')
  return t(says === true ? 'alertSays' : 'alertLacks', { name, value: said })
}

const shownText = (value: unknown): string => (typeof value === 'string' ? visibleText(value) : '')

const entriesOf = (value: unknown): readonly PointsEntry[] => (Array.isArray(value) ? (value as readonly PointsEntry[]) : [])

function keyText(t: HistoryTranslate, key: string): string {
  if (key === 'value') return t('ownPoints')
  if (key === 'true') return `«${t('yes')}»`
  return key === 'false' ? `«${t('no')}»` : `«${key}»`
}

function pointsText({ t, format }: Telling, entry: PointsEntry | undefined, nameOf: NameOf): string {
  if (!entry) return format.number(0)
  const points = format.number(entry.value)
  return entry.divisor === undefined ? points : t('dividedBy', { points, of: nameOf(entry.divisor) ?? t('gone') })
}

const idFields: ReadonlySet<string> = new Set(['dimensionId', 'parentId', 'blockId', 'leaderId', 'evaluatorId'])

/** A short value in words; '' for nothing. */
function valueText({ t, format, language, kindText }: Telling, field: string, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return ''
  if (idFields.has(field)) return typeof value === 'string' ? (nameOf(value) ?? t('gone')) : ''
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field === 'calculatedBy') return t(value === 2 ? 'calculation2' : 'calculation1')
  if (typeof value === 'number') return format.number(value)
  if (field === 'options' && Array.isArray(value)) return value.map((each) => shownText(fieldsOf(each)['value'])).join('\n')
  if (typeof value !== 'string') return ''
  if (field === 'report') return t(value === 'final' ? 'report_final' : 'report_preliminary')
  if (field === 'kind') {
    const kind = [...questionKinds, ...stageKinds].find((each) => each === value)
    return kind ? kindText(kind) : ''
  }
  return isDay(value) ? dayInWords(value, language) : visibleText(value)
}
