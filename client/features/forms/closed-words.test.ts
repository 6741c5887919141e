import { expect, test } from 'vitest'
import { formPrivileges } from '#shared/privileges/model.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { createFormat } from '#client/i18n/format.ts'
import { defineEnglish, translate } from '#client/i18n/text.ts'
import { closedReason } from './closed-words.ts'
import { en } from './strings.en.ts'
import { formsText } from './text.ts'

const stage = (kind: Stage['kind'], name: string, start: string, end: string): Stage => ({ id: kind, kind, name, start, end })
const form: Pick<FormHeader, 'enabled' | 'stages'> = {
  enabled: true,
  stages: [
    stage('ReplicaInput', 'Réplica', '2026-03-02', '2026-03-08'),
    stage('ShowResults', 'Entrega final de resultados', '2026-03-09', '2026-03-20'),
  ],
}
const inReplica = '2026-03-04T15:00:00.000Z'
const es = { t: translate(formsText, 'es'), format: createFormat('es') }

test('[FO1] what is closed says why, and at which stage it opens again, or when the last one is over, or never', () => {
  expect(closedReason(form, 'changeStatusForm', inReplica, es)).toBe(
    'El formulario se habilita y se deshabilita antes de comenzar, durante el ingreso de datos y desde la entrega de resultados. Se podrá desde el 9 mar 2026, con la etapa «Entrega final de resultados».',
  )
  expect(closedReason(form, 'changeAnswerPoints', inReplica, es)).toContain(
    'Se podrá desde el 21 mar 2026, cuando haya terminado la última etapa.',
  )
  expect(closedReason(form, 'changeHelpTexts', '2026-03-10T15:00:00.000Z', es)).toContain('En este formulario ya no se podrá.')
})

test('[FO1] the questions of a form that has begun say that it has, and what to do', () => {
  expect(closedReason(form, 'changeSurveyStructure', inReplica, es)).toBe(
    'Las preguntas se cambian antes de la primera etapa; este formulario ya comenzó. Puede clonarlo.',
  )
  expect(closedReason({ ...form, enabled: false }, 'changeSurveyStructure', inReplica, es)).toContain('ya no se podrá')
})

test('[FO1] what is open has nothing to say, in either language', () => {
  defineEnglish({ forms: en })
  for (const language of ['es', 'en'] as const) {
    const words = { t: translate(formsText, language), format: createFormat(language) }
    for (const privilege of formPrivileges) {
      expect(closedReason({ enabled: true, stages: [] }, privilege, inReplica, words)).toBeNull()
      expect(closedReason({ ...form, initialized: true }, privilege, '2026-03-10T15:00:00.000Z', words) ?? '').not.toMatch(/\{\{|undefined/)
    }
  }
})

test('[FM3] the stage with which it opens is called in the language of who reads', () => {
  defineEnglish({ forms: en })
  const english = { t: translate(formsText, 'en'), format: createFormat('en') }
  expect(closedReason(form, 'changeStatusForm', inReplica, english)).toContain('with the stage “Final results”')
  expect(closedReason(form, 'changeStatusForm', inReplica, es)).toContain('con la etapa «Entrega final de resultados»')
})
