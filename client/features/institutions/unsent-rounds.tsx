import { Link } from 'react-router'
import { questionOf } from '#shared/evaluations/rules.ts'
import type { DimensionId, FormId, Unit } from '#shared/kernel/ids.ts'
import { useWorlds } from '#client/data/use-worlds.ts'
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

/** Revisions that ended unsent, institution by institution, with the answers that nobody decided (EV16). */
export function UnsentRounds({ formId, entries, hrefOf }: Props) {
  const t = useText(institutionsText)
  const concerned = entries.filter((entry) => (entry.figures?.unsent.length ?? 0) > 0)
  const worlds = useWorlds(
    concerned.map((entry) => entry.institutionId),
    formId,
  )
  if (concerned.length === 0) return null
  return (
    <Notice tone="warning" title={t('unsentTitle')} className="mb-4">
      <p>{t('unsentBody')}</p>
      <ul className="mt-1">
        {concerned.flatMap((entry) =>
          (entry.figures?.unsent ?? []).map(({ stage, undecided }) => {
            const world = worlds.get(entry.institutionId)?.world
            const title = t('unsentRound', { name: entry.name, stage, n: undecided.length })
            return (
              <li key={`${entry.institutionId} ${stage}`}>
                {undecided.length === 0 || !world ? (
                  <span className="block py-2 pl-6">{title}</span>
                ) : (
                  <Disclosure summary={title}>
                    <ul className="grid max-h-80 gap-1 overflow-y-auto">
                      {undecided.map((unit) => {
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
                  </Disclosure>
                )}
              </li>
            )
          }),
        )}
      </ul>
    </Notice>
  )
}
