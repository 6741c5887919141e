import { sentenceKeyOf } from '#shared/audit/model.ts'
import type { AuditAct } from '#shared/audit/routes.ts'
import { pageAddress } from '#shared/addresses.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { es } from './strings.es.ts'
import type { AuditTranslate } from './text.ts'

type KindKey = Extract<keyof typeof es, `kind_${string}`>
const isKindKey = (key: string): key is KindKey => Object.hasOwn(es, key)

/** What was done, in words. */
export function actText(t: AuditTranslate, kind: string): string {
  const key = sentenceKeyOf(kind)
  return t(isKindKey(key) ? key : 'kind_other')
}

/** Where it happened, as a page of this client; null where there is none. */
export function placeOf(act: AuditAct): string | null {
  if (act.kind === 'file.download') return null
  const isQuestion = act.group === 'answers' || act.group === 'evaluation' || act.group === 'assignments'
  if (act.form !== '' && act.institution !== '') {
    const question = isQuestion ? questionIdOf(act.subject.slice(act.subject.lastIndexOf(':') + 1)) : undefined
    return pageAddress('filling', { form: act.form, institution: act.institution, ...(question ? { question } : {}) })
  }
  if (act.form === '') return null
  if (act.group === 'stages') return pageAddress('formStages', { form: act.form })
  return pageAddress('formHistory', { form: act.form })
}
