import { useState } from 'react'
import { Link } from 'react-router'
import type { Actor } from '#shared/access/actor.ts'
import { pageAddress } from '#shared/addresses.ts'
import { readOnlyReason } from '#shared/answers/rules.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { clearAnswer, setAnswer } from '#shared/answers/mutations.ts'
import { declineAttachment } from '#shared/attachments/mutations.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { blob } from '#shared/attachments/bytes-routes.ts'
import { addComment } from '#shared/comments/mutations.ts'
import { commentPlace } from '#shared/comments/rules.ts'
import { resolveConflict } from '#shared/conflicts/mutations.ts'
import type { Conflict, Side } from '#shared/conflicts/model.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { standingSend } from '#shared/answers/standing-send.ts'
import { recallStanding } from '#shared/sends/recall.ts'
import type { Result } from '#shared/kernel/result.ts'
import { download } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { hasOwn, isOfAssignments, isOfDecision, isOfMany, isRequest, isWords, ownTitle, sideTitles, tellsOfLate } from './card-sides.ts'
import { cardText, proposesNoFile } from './card-text.ts'
import { panelText } from '#client/features/sync/panel-text.ts'
import type { PanelTranslate } from '#client/features/sync/panel-text.ts'
import type { Place, Places } from '#client/features/sync/use-places.ts'
import { valueText } from '#client/features/sync/value-text.ts'

const decisionKeys = { Accepted: 'accepted', Rejected: 'rejected', Observed: 'observed' } as const

function sideText(t: PanelTranslate, side: Side, mutation: string, question: Question | undefined): string {
  if (mutation === 'attachment.decline' && side.attachmentId === undefined && side.text) return t('saysNoFile')
  if (side.decision) return [t(decisionKeys[side.decision]), side.text ?? ''].filter(Boolean).join(': ')
  if (side.value === undefined && side.text) return side.text
  const value = valueText(t, side.value, question)
  return side.text ? t('keptBecause', { value, reason: side.text }) : value
}

function SideBox({
  title,
  side,
  name,
  mutation,
  question,
}: {
  readonly title: string
  readonly side: Side
  readonly name: string
  readonly mutation: string
  readonly question: Question | undefined
}) {
  const t = useText(panelText)
  const format = useFormat()
  return (
    <div className="min-w-0 flex-1 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5">
      <p className="text-sm font-semibold text-ink-700">{title}</p>
      <p className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line text-ink-950">
        {typeof side.value === 'number' ? format.number(side.value) : sideText(t, side, mutation, question)}
      </p>
      <p className="tabular mt-1 text-sm text-ink-600">{t('byAt', { name, time: format.moment(side.at) })}</p>
    </div>
  )
}

function PlaceLink({ place }: { readonly place: Place }) {
  return (
    <Link to={place.to} lang={place.lang} className="line-clamp-2 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
      {`${place.number} ${place.text}`}
    </Link>
  )
}

/** Whether the person could write the unit now, by the same rules as everywhere. */
const mayAnswer = (world: World | undefined, actor: Actor, unit: Unit | null): boolean =>
  world !== undefined && unit !== null && readOnlyReason(world, actor, unit, new Date().toISOString()) === undefined

/** Where a comment of the person about the unit would go now. */
const placeOfComment = (world: World, actor: Actor, unit: Unit): Unit | undefined =>
  commentPlace(world, actor, unit, new Date().toISOString())

/** Page of what was asked for, where it is asked for again. */
function addressOfRequest(
  { mutation, formId, institutionId }: Conflict,
  isInFront: boolean,
): { readonly to: string; readonly label: 'cardSend' | 'cardEvaluation' } | undefined {
  if (mutation.startsWith('evaluation.'))
    return { to: pageAddress('evaluation', { form: formId, institution: institutionId }), label: 'cardEvaluation' }
  return isInFront && (mutation === 'answers.send' || mutation === 'answers.recall')
    ? { to: pageAddress('send'), label: 'cardSend' }
    : undefined
}

/** Whether what a card tells came after a send to the evaluation that the person can still take back. */
function canRecall(world: World | undefined, actor: Actor, { code }: Conflict): boolean {
  const send = world && (code === 'form_sent' || code === 'late_form_sent') ? standingSend(world) : undefined
  return world !== undefined && send !== undefined && recallStanding(world, actor, send, new Date().toISOString()) === 'may'
}

type Act = 'keep' | 'reapply' | 'dismiss'

interface Props {
  readonly card: Conflict
  readonly places: Places
  /** Beside the question that it is about, which needs no name then. */
  readonly isInPlace?: boolean | undefined
}

/** One card of the inbox: what each side wanted, who and when, and what may be done now. */
export function ConflictCard({ card, places, isInPlace = false }: Props) {
  const t = useText(panelText)
  const engine = useEngine()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const scope = instScope(card.institutionId, card.formId)
  const place = card.unit === null ? undefined : places.placeOf(scope, card.unit)
  const question = card.unit === null ? undefined : places.worldOf(scope)?.index.question(questionIdOf(card.unit))
  const nameOf = (id: string): string =>
    id === engine.actor.id ? t('you') : (places.nameOf(scope, id) ?? String(card.params['name'] ?? ''))
  const suggestion = card.side === 'other'
  const world = places.worldOf(scope)
  const isInFront = engine.actor.institutionId === card.institutionId
  const about = addressOfRequest(card, isInFront)
  const worksForSeveral = engine.actor.kind !== 'Institutional' || (engine.actor.institutionIds ?? []).length > 1
  const institution = worksForSeveral && !isInPlace ? world?.get('institution', card.institutionId)?.name : undefined

  const told = (result: Result<unknown>, success: string): boolean => {
    if (result.ok) toast('success', success)
    else toast('error', errorText(result.failure))
    return result.ok
  }
  const resolve = async (choice: Act, success: string): Promise<void> => {
    told(await engine.dispatch(resolveConflict, scope, { id: card.id, choice }), success)
  }
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const write = (value: AnswerValue | null) => async (): Promise<void> => {
    if (card.unit === null) return
    const { unit } = card
    const written = await (value === null
      ? engine.dispatch(clearAnswer, scope, { unit })
      : engine.dispatch(setAnswer, scope, { unit, value }))
    if (!written.ok) return toast('error', errorText(written.failure))
    await resolve('reapply', suggestion ? t('adopted') : t('reapplied'))
  }
  const takeAway = async (): Promise<void> => {
    if (card.unit === null) return
    const args = { unit: card.unit, declined: true, saw: card.mine?.attachmentId ?? null }
    const taken = await engine.dispatch(declineAttachment, scope, args)
    if (told(taken, t('adopted'))) await resolve('reapply', t('adopted'))
  }
  const comment = (body: string) => async (): Promise<void> => {
    if (card.unit === null) return
    const { unit } = card
    const answerRev = world?.answer(unit)?.rev
    const ids = { id: crypto.randomUUID(), threadId: crypto.randomUUID() }
    const sent = await engine.dispatch(addComment, scope, { ...ids, unit, body, ...(answerRev === undefined ? {} : { answerRev }) })
    if (told(sent, t('sentAsComment'))) await resolve('keep', t('resolved'))
  }
  const save =
    ({ id, name }: Attachment) =>
    async (): Promise<void> => {
      const saved = await download(blob, { id }, name)
      if (!saved.ok) toast('error', errorText(saved.failure))
    }
  const copy = (text: string): Promise<void> => copyText(text, { copied: t('copied'), failed: t('copyFailed') })

  const titles = sideTitles(t, card)
  const offered = suggestion || tellsOfLate(card) ? card.theirs : card.mine
  const value = offered?.value
  const file = offered?.attachmentId ? places.worldOf(scope)?.get('attachment', offered.attachmentId) : undefined
  const isValue = card.unit !== null && value !== undefined && card.side !== 'notice'
  const hasValue = isValue && value !== null
  // Only who stands over the answer comments; where it is closed, at what is open above it.
  const commentAt = hasValue && !suggestion && world && card.unit !== null ? placeOfComment(world, engine.actor, card.unit) : undefined
  const elsewhere = commentAt === undefined || commentAt === card.unit ? undefined : places.placeOf(scope, commentAt)
  // Emptying an answer is asked for again only where that closes others.
  const canWrite = (hasValue || (isValue && card.others !== undefined)) && mayAnswer(world, engine.actor, card.unit)
  return (
    <article className="border-b border-ink-150 px-5 py-4 last:border-b-0">
      <p className="flex items-start gap-2 font-medium text-ink-950">
        <Icon
          name={card.side === 'notice' ? 'info' : suggestion ? 'reply' : 'warning'}
          size={19}
          className={card.side === 'notice' ? 'mt-0.5 text-brand-700' : 'mt-0.5 text-warm-700'}
        />
        {cardText(t, card)}
      </p>
      {institution && <p className="ml-7 text-sm text-ink-600">{institution}</p>}
      {isInPlace || (isOfMany(card) && card.others) ? null : place ? (
        <div className="mt-1 ml-7">
          <PlaceLink place={place} />
        </div>
      ) : isOfAssignments(card) ? (
        <Link
          to={pageAddress('assignment', { form: card.formId, institution: card.institutionId })}
          className="mt-1 ml-7 rounded-sm text-sm text-brand-700 underline hover:text-brand-900"
        >
          {t('cardAssignments')}
        </Link>
      ) : about ? (
        <Link to={about.to} className="mt-1 ml-7 rounded-sm text-sm text-brand-700 underline hover:text-brand-900">
          {t(about.label)}
        </Link>
      ) : (
        <p className="mt-1 ml-7 text-sm text-ink-600">{t('cardForm')}</p>
      )}
      {isInFront && canRecall(world, engine.actor, card) && (
        <p className="mt-1 ml-7 text-sm">
          <Link to={pageAddress('send')} className="rounded-sm text-brand-700 underline hover:text-brand-900">
            {t('cardRecall')}
          </Link>
        </p>
      )}
      {!isRequest(card) && !isOfMany(card) && (card.mine ?? card.theirs) && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          {card.mine && (
            <SideBox title={titles.mine} side={card.mine} name={nameOf(card.mine.authorId)} mutation={card.mutation} question={question} />
          )}
          {card.theirs && (
            <SideBox
              title={titles.theirs}
              side={card.theirs}
              name={nameOf(card.theirs.authorId)}
              mutation={card.mutation}
              question={question}
            />
          )}
        </div>
      )}
      {card.others && isOfMany(card) && (
        <ul className="mt-1 ml-7 grid gap-1">
          {card.others.map(({ unit }) => {
            const about = places.placeOf(scope, unit)
            return (
              about && (
                <li key={unit}>
                  <PlaceLink place={about} />
                </li>
              )
            )
          })}
        </ul>
      )}
      {card.others && !isOfMany(card) && (
        <div className="mt-2.5 flex flex-wrap gap-2.5">
          {card.others.map(({ unit, side }) => {
            const about = places.placeOf(scope, unit)
            return (
              <SideBox
                key={`${unit}${side.attachmentId ?? ''}`}
                title={about ? `${about.number} ${about.text}` : t('cardForm')}
                side={side}
                name={nameOf(side.authorId)}
                mutation={card.mutation}
                question={places.worldOf(scope)?.index.question(questionIdOf(unit))}
              />
            )
          })}
        </div>
      )}
      {card.chain.length > 0 && (
        <Disclosure summary={t('earlier', { n: card.chain.length })}>
          <div className="grid gap-2">
            {card.chain.map((side) => (
              <SideBox
                key={`${side.mid ?? ''}${side.at}`}
                title={ownTitle(t, side)}
                side={side}
                name={nameOf(side.authorId)}
                mutation={card.mutation}
                question={question}
              />
            ))}
          </div>
        </Disclosure>
      )}
      {file?.state === 'awaiting_blob' && <p className="mt-2 text-sm text-ink-600">{t('fileOnItsWay')}</p>}
      {elsewhere && (
        <p className="mt-2 text-sm text-ink-600">{t('commentElsewhere', { place: `${elsewhere.number} ${elsewhere.text}` })}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {card.side === 'notice' || isWords(card) || isRequest(card) || isOfMany(card) ? (
          <Button size="small" busy={busy} onClick={() => void guarded(() => resolve('dismiss', t('resolved')))}>
            {t('understood')}
          </Button>
        ) : (
          <>
            {canWrite && (
              // Which of two values stands is the person's to say: neither button is louder.
              <Button size="small" busy={busy} onClick={() => void guarded(write(value))}>
                {suggestion ? t('adopt') : t('reapply')}
              </Button>
            )}
            {proposesNoFile(card) && mayAnswer(world, engine.actor, card.unit) && (
              <Button size="small" busy={busy} onClick={() => void guarded(takeAway)}>
                {t('adoptNoFile')}
              </Button>
            )}
            <Button size="small" busy={busy} onClick={() => void guarded(() => resolve('keep', t('resolved')))}>
              {proposesNoFile(card)
                ? t('keepFile')
                : suggestion
                  ? t((isOfDecision(card) ? hasOwn(card) : card.mine) ? 'keepMine' : 'keepNone')
                  : t('keepStanding')}
            </Button>
            {commentAt !== undefined && (
              <Button size="small" busy={busy} onClick={() => void guarded(comment(valueText(t, value, question)))}>
                {t('asComment')}
              </Button>
            )}
          </>
        )}
        {file?.state === 'ready' && (
          <Button size="small" icon="download" busy={busy} onClick={() => void guarded(save(file))}>
            {t('fileOpen')}
          </Button>
        )}
        {offered && !isRequest(card) && !isOfMany(card) && (
          <Button size="small" kind="quiet" icon="copy" onClick={() => void copy(sideText(t, offered, card.mutation, question))}>
            {t('copy')}
          </Button>
        )}
      </div>
    </article>
  )
}
