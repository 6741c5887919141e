import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Instant } from '#shared/kernel/instant.ts'
import { formPrivileges } from '#shared/privileges/model.ts'
import type { FormPrivilege } from '#shared/privileges/model.ts'
import type { FormStanding } from '#shared/privileges/rules.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { en as stagesEn } from '#client/features/stages/strings.en.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { useClosedReason } from './closed-words.ts'
import { en } from './strings.en.ts'

defineEnglish({ forms: en, stages: stagesEn })

const stage = (kind: Stage['kind'], name: string, start: string, end: string): Stage => ({ id: kind, kind, name, start, end })
const form: Pick<FormHeader, 'enabled' | 'stages'> = {
  enabled: true,
  stages: [
    stage('ReplicaInput', 'Réplica', '2026-03-02', '2026-03-08'),
    stage('ShowResults', 'Entrega final de resultados', '2026-03-09', '2026-03-20'),
  ],
}
const inReplica = '2026-03-04T15:00:00.000Z'
interface Asked {
  readonly form: FormStanding
  readonly privilege: FormPrivilege
  readonly now: Instant
}
function Reason({ form, privilege, now }: Asked) {
  return useClosedReason()(form, privilege, now)
}
/** What a page says in a language; '' where it has nothing to say. */
const closedReason = (form: FormStanding, privilege: FormPrivilege, now: Instant, language: Language = 'es'): string =>
  renderToStaticMarkup(
    <AddressLanguage value={language}>
      <Reason {...{ form, privilege, now }} />
    </AddressLanguage>,
  )

test('[FO1] what is closed says why, and at which stage it opens again, or when the last one is over, or never', () => {
  expect(closedReason(form, 'changeStatusForm', inReplica)).toBe(
    'El formulario se habilita y se deshabilita antes de comenzar, durante el ingreso de datos y desde la entrega de resultados. Se podrá desde el 9 mar 2026, con la etapa «Entrega final de resultados».',
  )
  expect(closedReason(form, 'changeAnswerPoints', inReplica)).toContain(
    'Se podrá desde el 21 mar 2026, cuando haya terminado la última etapa.',
  )
  expect(closedReason(form, 'changeHelpTexts', '2026-03-10T15:00:00.000Z')).toContain('En este formulario ya no se podrá.')
})

test('[FO1] the questions of a form that has begun say that it has, and what to do', () => {
  expect(closedReason(form, 'changeSurveyStructure', inReplica)).toBe(
    'Las preguntas se cambian antes de la primera etapa; este formulario ya comenzó. Puede clonarlo.',
  )
  expect(closedReason({ ...form, enabled: false }, 'changeSurveyStructure', inReplica)).toContain('ya no se podrá')
})

test('[FO1] what is open has nothing to say, in either language', () => {
  for (const language of ['es', 'en'] as const) {
    for (const privilege of formPrivileges) {
      expect(closedReason({ enabled: true, stages: [] }, privilege, inReplica, language)).toBe('')
      expect(closedReason({ ...form, initialized: true }, privilege, '2026-03-10T15:00:00.000Z', language)).not.toMatch(/\{\{|undefined/)
    }
  }
})

test('[FM3] the stage with which it opens is called in the language of who reads', () => {
  expect(closedReason(form, 'changeStatusForm', inReplica, 'en')).toContain('with the stage “Final results”')
  expect(closedReason(form, 'changeStatusForm', inReplica)).toContain('con la etapa «Entrega final de resultados»')
})
