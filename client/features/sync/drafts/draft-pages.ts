import { pageAddress } from '#shared/addresses.ts'
import type { PlainPage } from '#shared/addresses.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { unitOfSubject } from '#sync/drafts/model.ts'
import type { DraftKind, StoredDraft } from '#sync/drafts/model.ts'
import { fieldOfSubject } from '#client/features/results/lab/inform-fields.ts'

type Page = (row: StoredDraft) => string | undefined

/** Of what is about a form. */
const ofForm =
  (page: (form: string, subject: string, row: StoredDraft) => string | undefined): Page =>
  (row) => {
    const place = parseScope(row.scope)
    return place && 'formId' in place ? page(place.formId, row.subject, row) : undefined
  }

/** Of what belongs to a question: its address is asked of the question. */
const ofQuestion: Page = () => undefined

const page =
  (name: PlainPage): Page =>
  () =>
    pageAddress(name)

/** Of the window of a row, or of one that is not there yet. */
const orNew = (subject: string) => (subject === 'new' ? { nueva: '' } : { editar: subject })

/** Of an account: the list that it is in, and its window there. */
const ofUser =
  (window: 'editar' | 'eliminar-nombre'): Page =>
  ({ subject }) => {
    const [mode, id] = subject.split('~')
    return pageAddress(mode === 'internal' ? 'internalUsers' : 'externalUsers', id === undefined ? { nuevo: '' } : { [window]: id })
  }

/** Of what is about an institution in a form. */
const ofInstitution =
  (page: (place: { readonly form: string; readonly institution: string }, subject: string) => string): Page =>
  ({ scope, subject }) => {
    const place = parseScope(scope)
    if (!place || !('institutionId' in place && 'formId' in place)) return undefined
    return page({ form: place.formId, institution: place.institutionId }, subject)
  }

/** Fields of a question stand in a part, which is unfolded; what is asked about the questionnaire itself is behind a tab of its own. */
const fields = ofForm((form, subject, { draft: { value } }) => {
  if (subject === '~form') return pageAddress('formEditor', { form })
  const id = unitOfSubject(subject)
  const part = typeof value === 'object' && value !== null && 'dimensionId' in value ? String(value.dimensionId) : id
  return pageAddress('formEditor', { form, sub: part, q: id, tab: part === surveyDimensionId ? 'survey' : undefined })
})

const inform = ofInstitution((place, subject) => {
  const { kind, field } = fieldOfSubject(subject)
  return kind === 'final' ? pageAddress('generateInform', { ...place, field }) : pageAddress('generatePreInform', { ...place, field })
})

/** Where each kind of half-written text is gone on with. */
export const draftPages: Readonly<Record<DraftKind, Page>> = {
  answer: ofQuestion,
  comment: ofQuestion,
  reply: ofQuestion,
  edit: ofQuestion,
  justification: ofQuestion,
  decision: ofQuestion,
  note: ofQuestion,
  fields,
  alert: ofForm((form, alert) => pageAddress('formEditor', { form, ver: 'alertas', alerta: alert === 'new' ? '' : alert })),
  stages: ofForm((form) => pageAddress('formStages', { form })),
  replica: ofForm((form) => pageAddress('replicas', { form })),
  dashboard: ofForm((form, tab) => pageAddress('dashboardsConfig', { form, tab })),
  participants: ofForm((form) => pageAddress('participants', { form })),
  help: ofForm((form, subject) => pageAddress('formHelps', { form, sub: unitOfSubject(subject) })),
  reportText: ofForm((form, subject) => pageAddress('formReport', { form, sub: unitOfSubject(subject) })),
  translation: ofForm((form, subject) => pageAddress('formEditor', { form, ver: 'traducir', sub: unitOfSubject(subject), estado: 'all' })),
  formNames: ({ scope, subject }) => {
    const place = parseScope(scope)
    if (place && 'formId' in place) return pageAddress('forms', { nombre: place.formId })
    return pageAddress('forms', subject === 'import' ? { importar: '' } : { nuevo: '' })
  },
  levels: ofForm((form) => pageAddress('results', { form, niveles: '' })),
  apart: ofForm((form) => pageAddress('results', { form, apart: '' })),
  calculation: ofForm((form, subject) => {
    const [kind, chosen = ''] = subject.split('~')
    return pageAddress('results', { form, kind, generar: chosen })
  }),
  settlement: ofInstitution(({ form, institution }, subject) => {
    const [unit, kind] = subject.split('~')
    return pageAddress('results', { form, kind, editar: `${institution}~${unit}` })
  }),
  inform,
  page: ({ scope }) => {
    const place = parseScope(scope)
    return place?.kind === 'page' ? pageAddress('pageEditor', { page: place.pageId }) : undefined
  },
  siteSettings: () => pageAddress('pagesAdmin', { configuracion: '' }),
  openReport: ({ subject }) => pageAddress('publicReportsAdmin', subject === 'generated' ? { generar: '' } : { agregar: '' }),
  notification: page('notifications'),
  user: ofUser('editar'),
  invitations: () => pageAddress('externalUsers', { varios: '' }),
  institution: ({ subject }) => pageAddress('institutions', orNew(subject)),
  category: ({ subject }) => pageAddress('categories', orNew(subject)),
  reopening: () => pageAddress('send', { pedir: '' }),
  reopenReason: ofInstitution(({ form, institution }) => pageAddress('questionnaire', { form, reabrir: institution })),
  closingReason: ofForm((form) => pageAddress('forms', { archivar: form })),
  actingReason: ({ subject }) => pageAddress('institutions', { impersonalizar: subject }),
  anonymising: ofUser('eliminar-nombre'),
  invitee: ofInstitution((place, subject) => {
    const [person, asked] = subject.split('~')
    return pageAddress('assignment', { ...place, ...(person === 'new' ? { nuevo: asked } : { editar: person }) })
  }),
  profile: page('settings'),
  helpMessage: () => pageAddress('home', { ayuda: '' }),
  message: ({ subject }) => pageAddress('team', { escribir: subject === 'team' ? '' : subject }),
}
