import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { sumPoints } from '#shared/forms/round-points.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { maturityOf } from '#shared/results/levels.ts'
import { whatIf } from '#shared/results/routes.ts'
import type { ResultView, WhatIf } from '#shared/results/routes.ts'
import { maturityWord, mostText, pointsText } from '#shared/results/words.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { FigureBar } from '#client/features/results/figure-bar.tsx'
import { ownResultsText } from './own-text.ts'
import { bestFew, withChosen } from './trial.ts'

type State =
  | { readonly kind: 'closed' | 'asking' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'ready'; readonly found: WhatIf }

interface Props {
  readonly view: ResultView
  /** Whoever looks can open sub-dimensions: the way there is shown. */
  readonly appeals: boolean
}

/** What a replica would add to a preliminary result, sub-dimension by sub-dimension (RS15): a trial that opens none. */
export function WhatIfReplica({ view, appeals }: Props) {
  const t = useText(ownResultsText)
  const errorText = useErrorText()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const ask = async (): Promise<void> => {
    setState({ kind: 'asking' })
    const params = { form: view.form.id, institution: view.institution.id, kind: view.kind }
    const reply = await callRoute(whatIf, { params, body: {} })
    setState(reply.ok ? { kind: 'ready', found: reply.value } : { kind: 'refused', failure: reply.failure })
  }
  return (
    <section aria-labelledby="what-if" className="forced-edge rounded-xl border border-brand-200 bg-brand-50/60 px-5 py-5 md:px-8 md:py-6">
      <h2 id="what-if" className="text-xl">
        {t('whatIfTitle')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-700">{t('whatIfLead')}</p>
      <div className="mt-4">
        {state.kind === 'ready' ? (
          <Trial found={state.found} max={view.max} appeals={appeals} />
        ) : (
          <>
            {state.kind === 'refused' && (
              <Notice tone="warning" role="alert" className="mb-3">
                {state.failure.code === 'unavailable' ? t('whatIfOffline', { why: errorText(state.failure) }) : errorText(state.failure)}
              </Notice>
            )}
            <Button kind="primary" busy={state.kind === 'asking'} onClick={() => void ask()}>
              {t('whatIfShow')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function Trial({ found, max, appeals }: { readonly found: WhatIf; readonly max: number } & Pick<Props, 'appeals'>) {
  const t = useText(ownResultsText)
  const language = useLanguage()
  const gaining = found.subDimensions.filter(({ units }) => units.length > 0)
  const most = found.allowed ?? 0
  const [chosen, setChosen] = useState<ReadonlySet<DimensionId>>(() => bestFew(gaining, most))
  if (gaining.length === 0 || most === 0) return <p className="text-ink-800">{t('whatIfNone')}</p>
  const would = withChosen(found, chosen)
  const toggle = (id: DimensionId): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <fieldset className="min-w-0">
        <legend className="font-semibold text-ink-950">{t('whatIfChoices')}</legend>
        <p className="mt-0.5 text-sm text-ink-600">{t('whatIfAllowed', { n: most, chosen: chosen.size })}</p>
        <ul className="mt-2 divide-y divide-brand-200/70">
          {gaining.map((sub) => {
            const isChosen = chosen.has(sub.id)
            return (
              <li key={sub.id} className="py-1">
                <Checkbox
                  checked={isChosen}
                  disabled={!isChosen && chosen.size >= most}
                  onChange={() => toggle(sub.id)}
                  label={
                    <span className="flex flex-wrap items-baseline gap-x-3">
                      <span className="text-ink-950">{sub.name}</span>
                      <span className="tabular font-semibold text-good-700">
                        {t('whatIfAdds', { points: pointsText(sumPoints([sub.would, -sub.points]), language) })}
                      </span>
                    </span>
                  }
                  hint={t('whatIfUnits', { n: sub.units.length })}
                />
              </li>
            )
          })}
        </ul>
      </fieldset>
      <div aria-live="polite" className="self-start rounded-lg border border-brand-200 bg-white px-5 py-4">
        <p className="text-sm text-ink-600">{t('whatIfNow')}</p>
        <p className="tabular text-ink-900">
          {t('whatIfResult', {
            would: pointsText(found.points, language),
            most: mostText(max, language),
            maturity: maturityWord(maturityOf(found.points), language),
          })}
        </p>
        <p className="mt-3 text-sm text-ink-600">{t('whatIfWould')}</p>
        <p className="tabular text-lg font-semibold text-ink-950">
          {t('whatIfResult', {
            would: pointsText(would, language),
            most: mostText(max, language),
            maturity: maturityWord(maturityOf(would), language),
          })}
        </p>
        <FigureBar points={would} max={max} mean={found.points} className="mt-2" />
        {appeals && (
          <LinkButton to={pageAddress('home')} size="small" iconEnd="arrow-right" className="mt-4">
            {t('whatIfGo')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
