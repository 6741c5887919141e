import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { timeRemaining } from '#shared/stages/rules.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { Member, Team } from '#shared/team/board.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { remainingText } from '#client/features/stages/time-left.tsx'
import { stagesText } from '#client/features/stages/text.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterChips } from '#client/ui/tables/filter-chips.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { matching, searchable } from '#client/ui/tables/table-view.ts'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'
import { MemberRow } from './member-row.tsx'
import { teamText } from './text.ts'
import { writeBar } from './use-team.ts'

const WriteDialog = latePart(() => import('./write-dialog.tsx'), 'WriteDialog')

const windows: WindowNames<'write'> = { write: 'escribir' }

/** From so many people on a list is searched and filtered. */
const searchedFrom = 6

const filters = ['all', 'late', 'owing', 'idle'] as const
type Filter = (typeof filters)[number]
const passes: Readonly<Record<Filter, (member: Member) => boolean>> = {
  all: () => true,
  late: ({ late }) => late,
  owing: ({ waiting }) => waiting.length > 0,
  idle: ({ load }) => load === 0,
}

/** The figures of the whole team: who is behind, how much is left, how many work, how long the stage lasts. */
function Figures({ team }: { readonly team: Team }) {
  const t = useText(teamText)
  const s = useText(stagesText)
  const format = useFormat()
  const open = useOpenWorld()
  const now = useNow(open.now, open.world().form)
  const { stage, members } = team
  const figures: readonly (readonly [name: string, value: string, more?: string])[] = [
    ...(stage
      ? ([
          [t('figureLate'), format.number(members.filter(({ late }) => late).length)],
          [t('figureWaiting'), format.number(members.reduce((sum, { waiting }) => sum + waiting.length, 0))],
        ] as const)
      : []),
    [t('figurePeople'), format.number(members.filter(({ load }) => load > 0).length)],
    ...(stage
      ? ([[t('figureDays'), remainingText(s, timeRemaining(stage, now)), t('until', { deadline: format.deadline(stage.end) })]] as const)
      : []),
  ]
  return (
    <dl aria-label={t('summary')} className="grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
      {figures.map(([name, value, more]) => (
        <div key={name} className={cx('flex flex-col-reverse justify-end', more !== undefined && 'max-sm:col-span-2')}>
          <dt className="text-sm text-ink-600">
            {name}
            {more !== undefined && <span className="block">{more}</span>}
          </dt>
          <dd className="tabular text-2xl font-semibold text-ink-950">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** People of an institution or of an area: what waits for each, how far they are, and how the load is shared (BO1). */
export function TeamBoard({ team }: { readonly team: Team }) {
  const t = useText(teamText)
  const format = useFormat()
  const open = useOpenWorld()
  const [filter, setFilter] = useState<Filter>('all')
  const [words, setWords] = useState('')
  const { open: writing, show, close } = useWindowAddress(windows)
  const world = open.world()
  const { members, stage, mean } = team
  const others = members.filter(({ own }) => !own)
  if (others.length === 0) {
    return (
      <EmptyState icon="users" title={t('onlyYou')} actions={<LinkButton to={pageAddress('assignment')}>{t('share')}</LinkButton>}>
        {t('onlyYouBody')}
      </EmptyState>
    )
  }
  const shown = matching(
    searchable(members.filter(passes[filter]), ({ person }) => (person ? fullName(person) : '')),
    words,
  )
  const most = Math.max(0, ...members.map(({ load }) => load))
  const lateOnes = members.filter((each) => each.late && writeBar(world, open, each) === null)
  const readers = writing?.id === '' ? lateOnes : others.filter(({ userId }) => userId === writing?.id)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <Figures team={team} />
        <div className="flex flex-wrap gap-2.5">
          {lateOnes.length > 0 && (
            <Button kind="primary" icon="mail" onClick={() => show('write')}>
              {t('writeLate', { n: lateOnes.length })}
            </Button>
          )}
          <LinkButton icon="users" to={pageAddress('assignment', { view: 'all' })}>
            {t('share')}
          </LinkButton>
        </div>
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <FilterChips
          label={t('filters')}
          filters={stage ? filters : (['all', 'idle'] as const)}
          current={filter}
          onChange={setFilter}
          nameOf={(each) => t(`filter_${each}`)}
          countOf={(each) => members.filter(passes[each]).length}
        />
        {members.length >= searchedFrom && (
          <TextField
            label={t('search')}
            labelHidden
            type="search"
            icon="search"
            placeholder={t('search')}
            value={words}
            onChange={setWords}
            className="mb-4 w-full sm:w-72"
          />
        )}
      </div>
      <section aria-label={t('members')} className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card">
        {shown.length === 0 ? (
          <p className="px-6 py-8 text-ink-600">{t('none')}</p>
        ) : (
          <ul>
            {shown.map((each) => (
              <MemberRow key={each.userId} team={team} member={each} most={most} onWrite={(member) => show('write', member.userId)} />
            ))}
          </ul>
        )}
      </section>
      <p className="mt-3 text-sm text-ink-600">{t('loadLegend', { n: format.number(Math.round(mean * 10) / 10) })}</p>
      {writing && readers.length > 0 && stage && <WriteDialog members={readers} subject={writing.id} end={stage.end} onClose={close} />}
    </>
  )
}
