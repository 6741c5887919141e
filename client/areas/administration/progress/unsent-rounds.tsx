import { useState } from 'react'
import { Link } from 'react-router'
import type { Round } from '#shared/evaluations/model.ts'
import { questionOf, undecidedUnits } from '#shared/evaluations/rules.ts'
import type { DimensionId, FormId, Unit } from '#shared/kernel/ids.ts'
import { useWorldOf } from '#client/data/world/use-world.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { institutionsText } from './text.ts'
import type { ParticipantEntry } from './use-participants.ts'

interface Props {
  readonly formId: FormId
  readonly entries: readonly ParticipantEntry[]
  readonly hrefOf: (entry: ParticipantEntry, dimensionId: DimensionId, unit: Unit) => string
}

/** The answers of one institution that nobody decided in a round; its rows are read when they are asked for. */
function Undecided({ formId, entry, round, hrefOf }: Omit<Props, 'entries'> & { readonly entry: ParticipantEntry; readonly round: Round }) {
  const t = useText(institutionsText)
  const state = useWorldOf(entry.institutionId, formId)
  if (state.kind === 'opening') return <p className="text-ink-600">{t('opening')}</p>
  if (state.kind === 'missing') return <p className="text-ink-600">{t('notOnDevice')}</p>
  const world = state.open.world()
  return (
    <ul className="grid max-h-80 gap-1 overflow-y-auto">
      {undecidedUnits(world, round).map((unit) => {
        const question = questionOf(world, unit)
        return (
          <li key={unit} lang="es">
            <Link to={hrefOf(entry, question.dimensionId, unit)}>
              <span className="tabular">{world.index.numberOf(question.id)}</span> {question.text}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function UnsentRound({ title, ...rest }: Parameters<typeof Undecided>[0] & { readonly title: string }) {
  const [asked, setAsked] = useState(false)
  return (
    <Disclosure summary={title} open={asked} onToggle={setAsked}>
      {asked && <Undecided {...rest} />}
    </Disclosure>
  )
}

/** Revisions that ended unsent, institution by institution, with the answers that nobody decided (EV16). */
export function UnsentRounds({ formId, entries, hrefOf }: Props) {
  const t = useText(institutionsText)
  const nameOf = useStageName()
  const concerned = entries.flatMap((entry) => entry.figures.unsent.map((each) => ({ entry, ...each })))
  if (concerned.length === 0) return null
  return (
    <Notice tone="warning" title={t('unsentTitle')} className="mb-4">
      <p>{t('unsentBody')}</p>
      <ul className="mt-1">
        {concerned.map(({ entry, round, stage, undecided }) => {
          const title = t('unsentRound', { name: entry.name, stage: nameOf(stage).text, n: undecided })
          return (
            <li key={`${entry.institutionId} ${stage.id}`}>
              {undecided === 0 ? (
                <span className="block py-2 pl-6">{title}</span>
              ) : (
                <UnsentRound formId={formId} entry={entry} round={round} title={title} hrefOf={hrefOf} />
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
