import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { Link } from 'react-router'
import type { Round } from '#shared/evaluations/model.ts'
import { sendEvaluation } from '#shared/evaluations/mutations.ts'
import type { SendGap } from '#shared/evaluations/rules.ts'
import { questionOf, roundCounters, sendGaps } from '#shared/evaluations/rules.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import { listText } from '#client/features/overviews/list-text.ts'
import { evaluationsText } from './text.ts'
import { FormText } from '#client/features/texts/form-text.tsx'

/** Lines of the pre-check that are listed; the rest is counted. */
const listedMost = 14

interface Line {
  readonly key: string
  readonly to: string
  readonly number: string
  readonly text: string
  readonly en: string | undefined
  readonly why: string
}

/** Undecided answers by sub-dimension, each sub-dimension one line; the rest one by one (EV14). */
function useLines(gaps: readonly SendGap[]): readonly Line[] {
  const t = useText(evaluationsText)
  const world = useOpenWorld().world()
  const place = { form: world.formId, institution: world.institutionId }
  const undecided = gaps.filter((gap) => gap.code === 'undecided')
  const bySubDimension = world.index.subDimensions.flatMap(({ id, name, en }): Line[] => {
    const n = undecided.filter((gap) => questionOf(world, gap.unit).dimensionId === id).length
    if (n === 0) return []
    return [
      {
        key: id,
        to: pageAddress('evaluation', { ...place, subDimension: id, filter: 'undecided' }),
        number: '',
        text: name,
        en: en?.name,
        why: t('gap_undecided', { n }),
      },
    ]
  })
  const others = gaps.flatMap(({ unit, code }): Line[] => {
    if (code === 'undecided') return []
    const question = questionOf(world, unit)
    return [
      {
        key: `${code}${unit}`,
        to: pageAddress('evaluation', { ...place, subDimension: question.dimensionId, unit, filter: 'all' }),
        number: world.index.numberOf(question.id),
        text: question.text,
        en: question.en?.text,
        why: t(`gap_${code}`),
      },
    ]
  })
  return [...others, ...bySubDimension]
}

function Gaps({ gaps, onFollow }: { readonly gaps: readonly SendGap[]; readonly onFollow: () => void }) {
  const t = useText(evaluationsText)
  const lines = useLines(gaps)
  return (
    <div role="alert" className="rounded-lg border-2 border-bad-700 px-5 py-4">
      <h3 className="text-lg">{t('sendGapsTitle', { n: gaps.length })}</h3>
      <ul className="mt-2 grid gap-2">
        {lines.slice(0, listedMost).map((line) => (
          <li key={line.key}>
            <Link to={line.to} onClick={onFollow} className="font-medium text-bad-700 underline hover:text-bad-900">
              {line.number && <span className="tabular mr-1.5">{line.number}</span>}
              <FormText es={line.text} en={line.en} />
            </Link>
            <span className="block text-sm text-ink-600">{line.why}</span>
          </li>
        ))}
      </ul>
      {lines.length > listedMost && <p className="mt-2 text-sm text-ink-600">{t('gapMore', { n: lines.length - listedMost })}</p>}
    </div>
  )
}

/** "Enviar a administración": the dialog tells the real destination, and what stands in the way (EV12, EV14). */
export function SendEvaluation({ round }: { readonly round: Round }) {
  const t = useText(evaluationsText)
  const l = useText(listText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const world = open.world()
  const toInstitution = round === 'FirstRevision'
  const gaps = sendGaps(world, round)
  const { accepted, observed, rejected } = roundCounters(world, round)
  const send = async (): Promise<void> => {
    setBusy(true)
    const result = await open.dispatch(sendEvaluation, {})
    setBusy(false)
    setAsking(false)
    if (!result.ok) toast('error', errorText(result.failure))
    else if (!online) toast('info', t('sendQueued'))
    else toast('success', t('sendDone'))
  }
  const name = world.institution.name
  return (
    <>
      <Button kind={gaps.length === 0 ? 'primary' : 'secondary'} icon="send" onClick={() => setAsking(true)}>
        {l('send')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sendTitle', { name })}
        actions={
          <>
            {gaps.length === 0 && (
              <Button kind="primary" icon="send" busy={busy} onClick={() => void send()}>
                {t('sendConfirm')}
              </Button>
            )}
            <Button onClick={() => setAsking(false)}>{gaps.length === 0 ? u('cancel') : u('close')}</Button>
          </>
        }
      >
        {gaps.length > 0 ? (
          <Gaps gaps={gaps} onFollow={() => setAsking(false)} />
        ) : (
          <>
            <p>{toInstitution ? t('sendBodyInstitution', { name }) : t('sendBodyAdministration', { name })}</p>
            <p className="tabular mt-3 font-semibold text-ink-950">{t('sendCounts', { accepted, observed, rejected })}</p>
          </>
        )}
      </Dialog>
    </>
  )
}
