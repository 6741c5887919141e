import { byNewest } from '#shared/notices/model.ts'
import { noticesOf } from '../../world/own.ts'
import * as contract from '#shared/forms/routes.ts'
import type { DimensionView, FormData } from '#shared/forms/routes.ts'
import { isObserved, addCounters, noCounters, openUnits } from '#shared/answers/rules.ts'
import { audienceOf, definitionFor } from '#shared/forms/audience.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { mount } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { participationsOf } from '../../world/visibility.ts'
import { definitionOf } from '../../world/definitions.ts'
import { look } from '../../world/look.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { institutionsOf, sumOfInstitutions } from '../../reports/institutions.ts'
import {
  addDimensions,
  dimensionViews,
  formData,
  formDataOfAll,
  formDataOfNobody,
  formView,
  ofNobody,
  pendingUnits,
  privilegesOf,
  questionView,
  questionViews,
} from './views.ts'

/** Whether somebody of the lab asks for the form as such, of no institution in particular. */
const ofAll = (session: Session, institution: string | undefined): boolean =>
  session.actor.institutionId === null && institution === undefined

export function mountForms(server: Server): void {
  const { db } = server

  mount(server, contract.definition, async ({ params, session }) => {
    const found = await db.read(async (tx) => {
      const whole = await definitionOf(tx, params.version)
      if (!whole || session.user.kind === 'Administrator') return whole
      const taken = await participationsOf(tx, session.actor)
      return taken.some((each) => each.formId === whole.formId) ? whole : undefined
    })
    return found ? done(definitionFor(audienceOf(session.user.kind), found)) : fail('not_found')
  })

  mount(server, contract.getFormInstitutional, ({ body, session }) =>
    look(server, session, body.formId, undefined, async (view) => {
      const form = formView(view)
      const told = (await noticesOf(view.tx, [session.user.id])).get(session.user.id) ?? []
      const events = told
        .filter(({ formId }) => formId === undefined || formId === body.formId)
        .toSorted(byNewest)
        .map(({ id, kind, subject, content, en, link, at, readAt }) => ({
          _id: id,
          kind,
          ...(session.user.language === 'en' && en ? en : { subject, content }),
          link,
          at,
          read: readAt !== null,
        }))
      const units = view.world.index.subDimensions.flatMap((sub) => openUnits(view.world, sub.id))
      const observedQuestions = units.filter(
        (unit) => isObserved(view.world, unit) && view.world.answer(unit)?.changeAnswer !== true,
      ).length
      return { form, stages: form.stages, events, observedQuestions }
    }),
  )
  mount(server, contract.dimensions, ({ params, query, session }) =>
    ofAll(session, query.institution)
      ? dimensionsOfAll(server, session, params.form)
      : look(server, session, params.form, query.institution, dimensionViews),
  )
  mount(server, contract.form, ({ params, query, session }) =>
    ofAll(session, query.institution)
      ? formOfAll(server, session, params.form)
      : look(server, session, params.form, query.institution, formData),
  )
  mount(server, contract.formPrivileges, ({ params, query, session }) =>
    look(server, session, params.form, query.institution, privilegesOf),
  )
  mount(server, contract.institutionDimensions, ({ params, session }) =>
    look(server, session, params.form, params.institution, dimensionViews),
  )
  mount(server, contract.institutionQuestions, ({ params, session }) =>
    look(server, session, params.form, params.institution, questionViews),
  )
  mount(server, contract.institutionSurvey, ({ params, session }) =>
    look(server, session, params.form, params.institution, (view) => ({
      questions: view.world.index.surveyQuestions.map((question) => questionView(view, question)),
      sendSurvey: view.world.participant.surveySentAt !== null,
    })),
  )
  mount(server, contract.participantStatus, ({ params, session }) =>
    look(server, session, params.form, params.institution, ({ world, world: { participant } }) => ({
      name: world.institution.name,
      delegates: participant.delegateId === null ? [] : [participant.delegateId],
      assignments: [...world.list('assignment')].flatMap(({ element, level, userId }) =>
        userId === null ? [] : [{ element, level, user: userId }],
      ),
      locked: participant.locked,
      lockReason: participant.lockReason,
      replica: { subdimensions: participant.replicaSubDimensionIds },
      sendSurvey: participant.surveySentAt !== null,
      sentAt: participant.sentAt,
      receipt: participant.receipt,
    })),
  )
  mount(server, contract.pendings, async ({ params, query, session }) => {
    const found = await look(server, session, params.form, query.institution, (view) => pendingUnits(view, params.role))
    if (!found.ok) return found
    const subDimensions = found.value
    if (!subDimensions) return fail('no_role')
    return done({ role: params.role, total: subDimensions.map((each) => each.pending).reduce(addCounters, noCounters), subDimensions })
  })
}

/** Dimensions of the form as such, for one of the lab's people: counters of every institution together, and nobody's responsibilities. */
const dimensionsOfAll = (server: Server, session: Session, formId: string): Promise<Result<DimensionView[]>> =>
  sumOfInstitutions(server, session, formId, (view) => dimensionViews(view).map(ofNobody), addDimensions)

async function formOfAll(server: Server, session: Session, formId: string): Promise<Result<FormData>> {
  const keys = await institutionsOf(server, session, formId)
  // Nobody takes part: what there is of it is what administrators work on.
  if (!keys.ok) return session.user.kind === 'Administrator' ? formAsWorkedOn(server, formId) : keys
  const [first] = keys.value
  const one = await look(server, session, formId, first?.institutionId, formData)
  if (!one.ok) return one
  const all = await dimensionsOfAll(server, session, formId)
  return all.ok ? done(formDataOfAll(one.value, all.value)) : all
}

async function formAsWorkedOn(server: Server, formId: string): Promise<Result<FormData>> {
  const state = await server.db.read((tx) => questionnaireIn(tx, formId))
  return state.form ? done(formDataOfNobody(state, server.now())) : fail('not_found')
}
