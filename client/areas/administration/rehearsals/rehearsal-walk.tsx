import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { addDays, type Day } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { remove } from '#shared/questionnaires/routes.ts'
import { move } from '#shared/rehearsals/routes.ts'
import type { RehearsalView } from '#shared/rehearsals/routes.ts'
import { stageAt } from '#shared/stages/rules.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { rehearsalsText } from '#client/features/rehearsals/text.ts'

interface Props {
  readonly view: RehearsalView
  readonly onMoved: (view: RehearsalView) => void
}

/** The day on which a rehearsal stands, the ways to later ones, and who plays in it. */
export function RehearsalWalk({ view, onMoved }: Props) {
  const t = useText(rehearsalsText)
  const nameOf = useStageName()
  const format = useFormat()
  const errorText = useErrorText()
  const engine = useEngine()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<string>(view.day)
  const [problem, setProblem] = useState<string | null>(null)
  const { form, day, people } = view
  const planned = form.rehearsal?.planned ?? []
  const stages = form.stages.map((stage) => ({ ...stage, plan: planned.find((each) => each.id === stage.id) ?? stage }))
  const current = stageAt(form, engine.now())
  const next = stages
    .map((stage) => stage.plan.start)
    .toSorted()
    .find((start) => start > day)
  const done = <T,>(reply: Result<T>): reply is Extract<Result<T>, { ok: true }> => {
    setBusy(false)
    void engine.syncNow()
    if (!reply.ok) setProblem(errorText(reply.failure))
    return reply.ok
  }
  const go = async (to: Day): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(move, { params: { form: form.id }, body: { day: to } })
    if (!done(reply)) return
    setWanted(reply.value.day)
    announce(t('moved', { day: format.day(reply.value.day) }))
    onMoved(reply.value)
  }
  const end = async (): Promise<void> => {
    setBusy(true)
    const reply = await callRoute(remove, { params: { form: form.id } })
    if (!done(reply)) return
    toast('success', t('removed'))
    void navigate(pageAddress('forms'))
  }
  const groups = Map.groupBy(people, (each) => each.institution ?? t('evaluation'))
  return (
    <div className="grid gap-6">
      <Card>
        <p className="text-sm text-ink-600">{t('today')}</p>
        <p className="tabular mt-1 flex flex-wrap items-center gap-3 text-2xl font-bold text-ink-950">
          {format.day(day)}
          <Badge tone="info">{current ? <span lang={nameOf(current).lang}>{nameOf(current).text}</span> : t('noStage')}</Badge>
        </p>
        <div className="mt-5 flex flex-wrap items-end gap-3">
          <Button kind="primary" busy={busy} disabled={day >= view.last} onClick={() => void go(addDays(day, 1))}>
            {t('nextDay')}
          </Button>
          <Button busy={busy} disabled={next === undefined} onClick={() => next !== undefined && void go(next)}>
            {t('nextStage')}
          </Button>
          <Select
            label={t('goTo')}
            options={stages.flatMap(({ plan, ...stage }) =>
              [
                { value: plan.start, label: t('firstDay', { day: format.day(plan.start), stage: nameOf(stage).text }) },
                { value: plan.end, label: t('lastDay', { day: format.day(plan.end), stage: nameOf(stage).text }) },
              ].filter(({ value }) => value > day),
            )}
            value={wanted > day ? wanted : ''}
            onChange={setWanted}
            className="w-full sm:w-96"
          />
          <Button busy={busy} disabled={wanted <= day} onClick={() => void go(wanted)}>
            {t('go')}
          </Button>
        </div>
        {problem !== null && (
          <Notice tone="danger" role="alert" className="mt-4">
            {problem}
          </Notice>
        )}
      </Card>
      <section aria-labelledby="rehearsal-plan">
        <h2 id="rehearsal-plan" className="text-xl">
          {t('planned')}
        </h2>
        <ol className="mt-3 grid gap-2">
          {stages.map(({ plan, ...stage }) => (
            <li
              key={stage.id}
              aria-current={stage.id === current?.id ? 'step' : undefined}
              className="flex flex-wrap justify-between gap-x-6 rounded-lg border border-ink-200 bg-white px-4 py-2.5 aria-[current]:border-brand-500 aria-[current]:bg-brand-50"
            >
              <span lang={nameOf(stage).lang} className="font-medium text-ink-950">
                {nameOf(stage).text}
              </span>
              <span className="tabular text-ink-600">{t('plannedOf', { from: format.day(plan.start), to: format.day(plan.end) })}</span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="rehearsal-people">
        <h2 id="rehearsal-people" className="text-xl">
          {t('enterTitle')}
        </h2>
        <p className="mt-1 text-ink-600">{t('enterBody')}</p>
        <div className="mt-3 grid gap-4 md:grid-cols-3">
          {[...groups].map(([group, members]) => (
            <Card key={group}>
              <h3 className="font-semibold text-ink-950">{group}</h3>
              <ul className="mt-2 grid gap-1.5">
                {members.map(({ _id, name }) => (
                  <li key={_id}>
                    <a
                      href={pageAddress('rehearsalEntry', { form: form.id, person: _id })}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="inline-flex min-h-6 items-center rounded-sm text-brand-700 underline hover:text-brand-900"
                    >
                      {t('enter', { name: name.replace(/^Ensayo /, '') })}
                    </a>
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
      </section>
      <Button kind="danger" icon="trash" busy={busy} onClick={() => void end()} className="w-fit">
        {t('remove')}
      </Button>
    </div>
  )
}
