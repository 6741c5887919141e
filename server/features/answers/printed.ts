import * as contract from '#shared/answers/routes.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { Guide } from '../../documents/guide.ts'
import { answersGuide, questionnaireGuide } from '../../documents/guides.ts'
import { guidePdf } from '../../documents/report-pdf.ts'
import type { ReportLanguage } from '../../documents/words.ts'
import { pdfReply } from '../../http/downloads.ts'
import { mount } from '../../http/mount.ts'
import { TurnsByPerson } from '../../http/turns.ts'
import type { Server } from '../../server.ts'
import { look, sees, type View } from '../../world/look.ts'

/** As many of one person's as the pace of the route lets come at once. */
const waitingMost = 10

/** An institution's questionnaire on paper: what was answered, or the questions with room to write, as far as its reader sees them (DL2, DL3). */
export function mountPrinted(server: Server): void {
  const printing = new TurnsByPerson({ waiting: waitingMost })
  mount(server, contract.printQuestionnaire, async ({ params, query, session, language: spoken }) => {
    const language = query.language ?? spoken
    const blank = query.blank === 'true'
    const looked = await look(server, session, params.form, params.institution, (view) => ({
      guide: guideOf(view, language, blank),
      code: view.world.institution.code,
    }))
    if (!looked.ok) return looked
    const { guide, code } = looked.value
    if (!guide) return fail('not_found')
    const onBroken = (why: string): void => server.log.error({ formId: params.form, why }, 'a questionnaire could not be printed')
    const made = await printing.run(session.user.id, () => guidePdf(guide, onBroken))
    if (!made.ok) return fail('report_failed')
    if (!made.value.ok) return made.value
    return pdfReply(made.value.value, `${blank ? 'cuestionario' : 'respuestas'}_${params.form}_${code}.pdf`)
  })
}

/** Undefined where its reader sees no part of the questionnaire. */
function guideOf({ world, parts, now }: View, language: ReportLanguage, blank: boolean): Guide | undefined {
  const { form, index, institution } = world
  const visible = (id: string): boolean => id !== surveyDimensionId && sees(parts, id)
  if (!index.subDimensions.some(({ id }) => visible(id))) return undefined
  const english = form.en?.name?.trim() ?? ''
  const nameSpanish = language === 'en' && english === ''
  const name = language === 'en' && !nameSpanish ? english : form.name
  const year = /\b20\d\d\b/.exec(form.name)?.[0] ?? now.slice(0, 4)
  return blank
    ? questionnaireGuide(index.definition, { name, nameSpanish, year, at: now }, language, { sees: visible, institution: institution.name })
    : answersGuide({ world, sees: visible, name, nameSpanish, at: now }, language)
}
