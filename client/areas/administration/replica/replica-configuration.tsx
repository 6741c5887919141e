import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { fullName } from '#shared/accounts/model.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { sameField } from '#shared/questionnaires/editing.ts'
import { replicaConfigSchema } from '#shared/replica/model.ts'
import type { ReplicaConfig } from '#shared/replica/model.ts'
import { configureReplica } from '#shared/replica/configuration-mutations.ts'
import { checkedReplica, hasReplicaBegun } from '#shared/replica/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine, useTopic } from '#client/data/world/engine.tsx'
import { useWindowDraft } from '#client/data/world/use-kept-fields.ts'
import { useOpenQuestionnaire, useQuestionnaireReading } from '#client/data/world/use-questionnaire.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxGroup } from '#client/ui/fields/checkbox-group.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { replicaConfigurationText } from './configuration-text.ts'

/** What somebody has typed and not saved, with what they saw when they began. Points are text, whatever they are. */
const typedSchema = v.object({ points: v.string(), excluded: v.array(v.string()), base: v.nullable(replicaConfigSchema) })
type Typed = v.InferOutput<typeof typedSchema>

const isNumber = /^\d{1,4}$/
const configOf = ({ points, excluded }: Typed): ReplicaConfig => ({
  points: isNumber.test(points.trim()) ? Number(points) : Number.NaN,
  excludedSubDimensionIds: excluded,
})
const typedFrom = (config: ReplicaConfig | null): Typed => ({
  points: config ? String(config.points) : '',
  excluded: [...(config?.excludedSubDimensionIds ?? [])],
  base: config,
})

/** Half-written configuration of this form, kept on the device until it is saved or given up. */
function useTyped(formId: string, about: string) {
  const kept = useWindowDraft({ kind: 'replica', scope: questionnaireScope(formId), subject: 'configuration' })
  const { slot } = kept
  const [typed, setTyped] = useState<Typed | null>(null)
  /** What was typed last is on the disk. */
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    const parsed = v.safeParse(typedSchema, slot?.draft?.value)
    if (parsed.success) setTyped(parsed.output)
    return slot?.subscribe(() => setKept(slot.kept !== 'failed'))
  }, [slot])
  const type = (now: Typed | null): void => {
    setTyped(now)
    if (now) kept.write({ value: now, base: null, about, text: now.points })
    else void kept.clear()
  }
  return { typed, isKept, type }
}

interface Read {
  readonly form: FormHeader | undefined
  readonly index: FormIndex
}
const read = (state: Questionnaire): Read => ({ form: state.form, index: state.index })
const sameRead = (left: Read, right: Read): boolean => left.form === right.form && left.index === right.index

/** Points and exclusions of one form's replica. */
export function ReplicaConfiguration() {
  const t = useText(replicaConfigurationText)
  const errorText = useErrorText()
  const open = useOpenQuestionnaire()
  const people = useTable('person')
  const { form, index } = useQuestionnaireReading(['*'], read, sameRead)
  const { typed, isKept, type } = useTyped(open.formId, t('configPoints'))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (!form) return null
  const current = form.replica ?? null
  const shown = typed ?? typedFrom(current)
  const config = configOf(shown)
  const closed = hasReplicaBegun(form, open.now())
  const available = index.subDimensions.filter(({ id }) => !shown.excluded.includes(id)).length
  const checked = checkedReplica(config, index)
  // What is over is said at once; what is not written yet only when somebody saves it.
  const over = !checked.ok && checked.failure.code === 'replica_points_over' ? errorText(checked.failure) : null
  const hasMoved = typed !== null && !sameField(typed.base, current)
  const mark = form.marks?.['replica']
  const by = people?.find((person) => person.id === mark?.by)
  const namesOf = (ids: readonly string[]): string => ids.map((id) => index.dimension(id)?.name ?? id).join(', ')
  const change = (part: Partial<Typed>): void => {
    setProblem(null)
    type({ ...shown, ...part })
  }
  const save = async (base: ReplicaConfig | null): Promise<void> => {
    if (!checked.ok) return setProblem(errorText(checked.failure))
    setBusy(true)
    const result = await open.dispatch(configureReplica, { from: base, to: checked.value })
    setBusy(false)
    if (!result.ok) return setProblem(errorText(result.failure))
    type(null)
    setProblem(null)
    toast('success', t('configSaved'))
  }
  if (index.subDimensions.length === 0) return <Notice tone="neutral">{t('configNobody')}</Notice>
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save(shown.base)
      }}
    >
      {closed && (
        <Notice tone="neutral" icon="lock">
          {t('configClosed')}
        </Notice>
      )}
      {form.calculatedBy === 2 && <Notice tone="info">{t('configManual')}</Notice>}
      <NotApplied onReview={(to) => type({ ...typedFrom(to), base: current })} />
      {hasMoved && !closed && (
        <Notice
          tone="warning"
          role="status"
          title={t('configMovedTitle', { name: by ? fullName(by) : '' })}
          actions={
            <>
              <Button size="small" onClick={() => type(null)}>
                {t('configTakeTheirs')}
              </Button>
              <Button size="small" busy={busy} onClick={() => void save(current)}>
                {t('configKeepMine')}
              </Button>
            </>
          }
        >
          {current ? t('configTheirs', { points: current.points, names: namesOf(current.excludedSubDimensionIds) }) : t('configTheirsNone')}
        </Notice>
      )}
      <NumberField
        label={t('configPoints')}
        hint={t('configPointsHint', { n: available })}
        value={shown.points}
        onChange={(points) => change({ points })}
        disabled={closed}
        error={over ?? problem}
      />
      <div>
        <h2 className="text-lg">{t('configExclude')}</h2>
        <p className="text-sm text-ink-600">{t('configExcludeHint')}</p>
      </div>
      {index.topDimensions.map((top) => (
        <CheckboxGroup
          key={top.id}
          label={<span lang="es">{top.name}</span>}
          choices={index.subDimensions
            .filter(({ parentId }) => parentId === top.id)
            .map(({ id, name }) => ({ value: id, label: <span lang="es">{name}</span> }))}
          values={shown.excluded}
          onChange={(here) => {
            const own = new Set(index.subDimensions.filter(({ parentId }) => parentId === top.id).map(({ id }) => id))
            change({ excluded: [...shown.excluded.filter((id) => !own.has(id)), ...here] })
          }}
          disabled={closed}
        />
      ))}
      {!closed && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            kind="primary"
            busy={busy}
            disabled={shown.points.trim() === '' || shown.excluded.length === 0 || typed === null || hasMoved}
          >
            {t('configSave')}
          </Button>
          {typed !== null && (
            <>
              <Button kind="quiet" icon="undo" onClick={() => type(null)}>
                {t('configDiscard')}
              </Button>
              <p className={isKept ? 'text-sm text-ink-600' : 'text-sm font-semibold text-bad-700'}>
                {t(isKept ? 'configDraft' : 'configNotKept')}
              </p>
            </>
          )}
        </div>
      )}
    </form>
  )
}

const askedSchema = v.object({ to: replicaConfigSchema })

/** A configuration that was saved here and that the server did not take, because somebody else's had come first or the replica had begun. */
function NotApplied({ onReview }: { readonly onReview: (to: ReplicaConfig) => void }) {
  const t = useText(replicaConfigurationText)
  const errorText = useErrorText()
  const engine = useEngine()
  const open = useOpenQuestionnaire()
  useTopic('outcomes')
  const outcome = engine
    .outcomes()
    .find((each) => each.n === configureReplica.name && each.s === open.scope && (each.d === 'lost' || each.d === 'refused'))
  const asked = v.safeParse(askedSchema, outcome?.a)
  if (!outcome || !asked.success) return null
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t('configNotApplied')}
      actions={
        <Button
          size="small"
          onClick={() => {
            onReview(asked.output.to)
            void engine.dismissOutcome(outcome.mid)
          }}
        >
          {t('configProposeAgain')}
        </Button>
      }
    >
      {errorText({ code: outcome.code, params: outcome.params })}
    </Notice>
  )
}
