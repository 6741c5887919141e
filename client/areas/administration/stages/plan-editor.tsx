import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { dayAt } from '#shared/kernel/instant.ts'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { editStages } from '#shared/stages/plan-mutations.ts'
import {
  daysWithout,
  endLimits,
  extendedStage,
  freedomOf,
  inOrder,
  nextFreeDay,
  owesIn,
  plannedOf,
  stageProblems,
  stageWarnings,
  withLaterMoved,
} from '#shared/stages/plan.ts'
import type { DraftStage, MergedStages, StageProblem } from '#shared/stages/plan.ts'
import { timelineState } from '#shared/stages/rules.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useCalm, useSlot } from '#client/data/world/use-drafts.ts'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { OtherDrafts } from '#client/features/drafts/other-drafts.tsx'
import { StageTimeline } from '#client/features/stages/stage-timeline.tsx'
import { useNow } from '#client/features/stages/use-now.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useWidthAtLeast } from '#client/ui/use-width.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { dayInWords } from '#client/features/stages/day-in-words.ts'
import {
  decided,
  isChanged,
  metWith,
  newCard,
  nextKind,
  planFrom,
  planOf,
  rebased,
  stageOf,
  textOfPlan,
  wantedOf,
  withDays,
} from './plan-draft.ts'
import type { Card, PlanDraft } from './plan-draft.ts'
import { PlanDrawing } from './plan-drawing.tsx'
import type { Edge } from './plan-drawing.tsx'
import { StageCard } from './stage-card.tsx'
import type { StageState } from './stage-card.tsx'
import { TellDialog } from './tell-dialog.tsx'
import { planningText } from './plan-text.ts'
import { stagesText } from '#client/features/stages/text.ts'

/** The stages of a form on cards: what is half planned rests on the device until it is saved. */
export function PlanEditor({ form }: { readonly form: FormHeader }) {
  const t = useText(planningText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenQuestionnaire()
  const online = useOnline()
  const overviews = useTable('overview')
  const now = useNow(engine.now, undefined)
  const slot = useSlot('stages', 'plan')
  const kept = useCalm(slot)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [doomed, setDoomed] = useState<Card | null>(null)
  const [dropping, setDropping] = useState(false)
  const [telling, setTelling] = useState<Stage | null>(null)
  const [laterMove, setLaterMove] = useState(false)
  /** The plan before somebody began to type a last day. */
  const typing = useRef<{ readonly id: string; readonly plan: PlanDraft } | null>(null)
  const isWide = useWidthAtLeast(56.25)

  const stored = slot.draft && planOf(slot.draft.value)
  const plan = stored ? rebased(stored, form.stages) : planFrom(form.stages)
  const changed = isChanged(plan)
  const stages = plan.cards.map((card) => stageOf(card))
  const met = metWith(plan, form.stages)
  const problems = stageProblems(stages, form, now).filter(({ code }) => asked || !waits.has(code))
  const warnings = stageWarnings(stages)
  const nameOf = (id: string | undefined): string => plan.cards.find((card) => card.id === id)?.name || t('newStage')
  const stateOfCard = (stage: DraftStage): StageState => {
    const stands = form.stages.find(({ id }) => id === stage.id)
    return stands ? timelineState(stands, now) : stateOf(stage, dayAt(now))
  }
  const owing = (stage: Stage): number =>
    (overviews ?? []).filter((overview) => overview.formId === form.id && form.enabled && owesIn(stage, overview)).length

  const write = (next: PlanDraft): void => {
    if (isChanged(next)) slot.write({ value: next, base: null, about: form.name, text: textOfPlan(next) })
    else void slot.clear()
  }
  const withCard = (among: PlanDraft, card: Card): PlanDraft => ({
    ...among,
    cards: among.cards.map((each) => (each.id === card.id ? card : each)),
  })
  /** The plan with another last day of a stage, and with those after it as the person wants them. */
  const withEnd = (among: PlanDraft, id: string, end: string): PlanDraft => {
    const drawn = among.cards.map((card) => stageOf(card))
    const moved = laterMove ? withLaterMoved(drawn, id, end, form, now) : drawn.map((each) => (each.id === id ? { ...each, end } : each))
    return withDays(among, moved)
  }
  const writeCard = (card: Card): void => {
    const was = plan.cards.find(({ id }) => id === card.id)
    if (!laterMove || was?.end === card.end) {
      typing.current = null
      return write(withCard(plan, card))
    }
    // A day that is half typed is none, or another one: what follows is moved from where it stood when the typing began.
    const base = typing.current?.id === card.id ? typing.current.plan : plan
    typing.current = { id: card.id, plan: base }
    const { end } = stageOf(card)
    write(withCard(end === '' ? base : withEnd(base, card.id, end), card))
  }
  const moveEdge = (id: string, edge: Edge, day: string): void => {
    typing.current = null
    if (edge === 'end') return write(withEnd(plan, id, day))
    write(
      withDays(
        plan,
        stages.map((each) => (each.id === id ? { ...each, start: day } : each)),
      ),
    )
  }
  const add = (): void => {
    const id = `e-${crypto.randomUUID().slice(0, 13)}`
    write({ ...plan, cards: [...plan.cards, newCard(id, nextKind(stages), nextFreeDay(stages, now))] })
  }
  const told = (): string => (online ? t('saved') : t('savedHere'))
  const save = async (): Promise<void> => {
    if (busy) return
    setAsked(true)
    if (!changed) return toast('info', t('nothing'))
    const to = wantedOf(plan)
    if (!to || met.kind === 'moved' || stageProblems(stages, form, now).length > 0) return toast('error', t('problems'))
    const extended = met.kind === 'merged' ? extendedStage(form.stages, met.stages, now) : undefined
    setBusy(true)
    const { result } = await slot.give(async (clearDraft) => {
      const given = await open.dispatch(editStages, { from: [...plan.seen], to: [...to] }, { clearDraft })
      return { given: given.ok, enqueued: given.ok && given.value.mid !== null, result: given }
    })
    setBusy(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    setAsked(false)
    toast('success', told())
    if (extended && owing(extended) > 0) setTelling(extended)
  }
  const remove = async (card: Card): Promise<void> => {
    const without: PlanDraft = {
      seen: plan.seen.filter(({ id }) => id !== card.id),
      cards: plan.cards.filter(({ id }) => id !== card.id),
    }
    const stage = form.stages.find(({ id }) => id === card.id)
    setDoomed(null)
    if (!stage) return write(without)
    const result = await open.dispatch(editStages, { from: [plannedOf(stage)], to: [] })
    if (!result.ok) return toast('error', errorText(result.failure))
    write(without)
    toast('success', online ? t('removed') : t('savedHere'))
  }

  return (
    <div className="mt-6 grid gap-6">
      <OtherDrafts
        others={slot.others}
        draw={(draft) => (
          <p lang="es" className="whitespace-pre-wrap">
            {draft.text}
          </p>
        )}
        onTake={(other) => void slot.take(other)}
        onDiscard={(other) => void slot.discard(other)}
      />
      {stages.length > 0 && (
        <section aria-label={t('timeline')}>
          <StageTimeline form={{ stages: inOrder(standingOf(stages, form.stages)) }} now={now} />
        </section>
      )}
      {isWide && stages.length > 0 && (
        <PlanDrawing
          stages={stages.map((stage) => ({
            stage,
            state: stateOfCard(stage),
            freedom: freedomOf(stage.id, form, now),
            limits: endLimits(stages, stage, form, now, laterMove),
          }))}
          today={dayAt(now)}
          onMove={moveEdge}
        />
      )}
      {stages.length > 1 && (
        <Checkbox
          label={t('laterMove')}
          hint={t('laterMoveHint')}
          checked={laterMove}
          onChange={(is) => {
            typing.current = null
            setLaterMove(is)
          }}
        />
      )}
      {changed && (
        <Notice
          tone={kept === 'failed' ? 'danger' : 'info'}
          icon="device"
          title={t('half')}
          actions={
            <Button size="small" onClick={() => setDropping(true)}>
              {t('discard')}
            </Button>
          }
        >
          {t(kept === 'failed' ? 'notKept' : 'halfBody')}
        </Notice>
      )}
      <section aria-label={t('list')} className="grid gap-3">
        {plan.cards.length === 0 && (
          <EmptyState icon="list" title={t('none')}>
            {t('noneBody')}
          </EmptyState>
        )}
        {plan.cards.map((card, at) => {
          const stage = stages[at] ?? stageOf(card)
          const stands = form.stages.find(({ id }) => id === card.id)
          const state = stateOfCard(stage)
          const before = stages[at - 1]
          const gap = before ? daysWithout(before, stage) : 0
          const warning = warnings.find(({ stageId }) => stageId === card.id)
          return (
            <div key={card.id} className="grid gap-3">
              {gap > 0 && <p className="text-center text-ink-600">{t('gap', { n: gap })}</p>}
              <StageCard
                card={card}
                stage={stage}
                state={state}
                freedom={freedomOf(card.id, form, now)}
                errors={errorsOf(
                  problems.filter(({ stageId }) => stageId === card.id),
                  ({ code, other }) => (code === 'stage_overlap' ? t('overlapWith', { other: nameOf(other) }) : errorText({ code })),
                )}
                warning={warning ? t(warning.about === 'order' ? 'warnOrder' : 'warnRepeated', { other: nameOf(warning.other) }) : null}
                onChange={writeCard}
                onRemove={() => (stands ? setDoomed(card) : void remove(card))}
                clash={
                  met.kind === 'moved' &&
                  met.stageId === card.id && (
                    <Clash
                      mine={stage}
                      theirs={stands}
                      met={met}
                      onKeep={(keep) => {
                        write(decided(plan, form.stages, card.id, keep))
                        if (keep === 'theirs') toast('info', t('keptTheirs'))
                      }}
                    />
                  )
                }
                more={
                  stands &&
                  state === 'current' &&
                  owing(stands) > 0 && (
                    <div className="mt-4">
                      <Button
                        size="small"
                        icon="send"
                        disabled={!online}
                        title={online ? undefined : t('needsNetwork')}
                        onClick={() => setTelling(stands)}
                      >
                        {t('tellOf', { n: owing(stands) })}
                      </Button>
                      {!online && <p className="mt-1 text-sm text-ink-600">{t('needsNetwork')}</p>}
                    </div>
                  )
                }
              />
            </div>
          )
        })}
      </section>
      <div className="flex flex-wrap gap-3">
        <Button icon="plus" onClick={add}>
          {t('add')}
        </Button>
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
      <AlertDialog
        open={doomed !== null}
        title={t('removeQuestion', { name: doomed?.name ?? '' })}
        confirm={t('remove')}
        kind="danger"
        onConfirm={() => doomed && void remove(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {t('removeBody')}
      </AlertDialog>
      <AlertDialog
        open={dropping}
        title={t('discardQuestion')}
        confirm={t('discard')}
        kind="danger"
        onConfirm={() => {
          setDropping(false)
          setAsked(false)
          void slot.clear()
        }}
        onCancel={() => setDropping(false)}
      >
        {t('discardBody')}
      </AlertDialog>
      {telling && <TellDialog form={form} stage={telling} institutions={owing(telling)} onClose={() => setTelling(null)} />}
    </div>
  )
}

/** What is told only once somebody wants to save: a field that is not filled in yet is no mistake. */
const waits: ReadonlySet<StageProblem['code']> = new Set(['stage_kind_missing', 'stage_name_length', 'stage_day_missing'])

const stateOf = ({ start, end }: DraftStage, today: string): 'complete' | 'current' | 'next' => {
  if (start === '' || start > today) return 'next'
  return end !== '' && end < today ? 'complete' : 'current'
}

/** Whole stages of a plan, with what a rehearsal moved of those that stand. */
const standingOf = (stages: readonly DraftStage[], stands: readonly Stage[]): Stage[] =>
  stages.flatMap((stage) => {
    const { kind } = stage
    if (kind === '' || stage.start === '' || stage.end === '' || stage.start > stage.end) return []
    return [{ ...stands.find(({ id }) => id === stage.id), ...stage, kind }]
  })

function errorsOf(
  problems: readonly StageProblem[],
  say: (problem: StageProblem) => string,
): { [Field in StageProblem['field']]?: string } {
  const found: { [Field in StageProblem['field']]?: string } = {}
  for (const problem of problems) found[problem.field] ??= say(problem)
  return found
}

interface ClashProps {
  readonly mine: DraftStage
  readonly theirs: Stage | undefined
  readonly met: Extract<MergedStages, { kind: 'moved' }>
  readonly onKeep: (keep: 'mine' | 'theirs') => void
}

/** A stage that somebody else changed while this person did: both are there to choose from. */
function Clash({ mine, theirs, onKeep }: ClashProps): ReactNode {
  const t = useText(planningText)
  const s = useText(stagesText)
  const language = useLanguage()
  const line = ({ kind, name, start, end }: DraftStage): string =>
    t('stageLine', {
      kind: kind === '' ? '–' : s(kind),
      name,
      from: start === '' ? '–' : dayInWords(start, language),
      to: end === '' ? '–' : dayInWords(end, language),
    })
  return (
    <Notice
      tone="warning"
      role="alert"
      className="mt-4"
      title={t(theirs ? 'movedTitle' : 'movedTitleRemoved')}
      actions={
        <>
          <Button size="small" onClick={() => onKeep('mine')}>
            {t('keepMine')}
          </Button>
          <Button size="small" onClick={() => onKeep('theirs')}>
            {t('keepTheirs')}
          </Button>
        </>
      }
    >
      {theirs && (
        <p>
          <strong>{t('theirs')}:</strong> {line(theirs)}
        </p>
      )}
      <p>
        <strong>{t('mine')}:</strong> {line(mine)}
      </p>
    </Notice>
  )
}
