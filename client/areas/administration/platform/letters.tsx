import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { failedWhys } from '#shared/platform/model.ts'
import type { FailedWhy, Hindrance } from '#shared/platform/model.ts'
import type { LetterPage, PlatformLetter, PlatformStatus } from '#shared/platform/routes.ts'
import { useSought } from '#client/data/server/use-sought.ts'
import type { Given, Seeking } from '#client/data/server/use-sought.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterChips } from '#client/ui/tables/filter-chips.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import type { Column } from '#client/ui/tables/table.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { Kept } from './kept.tsx'
import { templateWords, userAddress } from './platform-words.ts'
import { platformText } from './text.ts'
import { giveLetterUp, repeatLetters, useLetters, useRefresh } from './use-platform.ts'

/** What of the letters is looked for, in the address. */
type Sought = {
  readonly ver: string
  readonly estado?: string | undefined
  readonly plantilla?: string | undefined
  readonly motivo?: FailedWhy | undefined
  readonly before?: string | undefined
}
const waitingWord = 'espera'
const parseSought = ({ text }: Given): Sought => ({
  ver: 'correo',
  estado: text('estado') === waitingWord ? waitingWord : undefined,
  plantilla: text('plantilla'),
  motivo: failedWhys.find((each) => each === text('motivo')),
  before: text('before'),
})

interface Stayed {
  readonly sent: number
  readonly left: readonly { readonly hindrance: Hindrance; readonly n: number }[]
  readonly more: number
}

/** Letters that could not be delivered, or that wait: why, and what is done about each (HP4). `onChanged`: the counts of the page are others. */
export function Letters({ status, onChanged }: { readonly status: PlatformStatus; readonly onChanged: () => void }) {
  const t = useText(platformText)
  const format = useFormat()
  const seeking = useSought(parseSought)
  const { sought } = seeking
  const state = sought.estado === waitingWord ? ('waiting' as const) : ('failed' as const)
  const wanted = { state, template: sought.plantilla, why: sought.motivo, before: sought.before }
  const reading = useLetters(wanted)
  useRefresh(reading.again)
  const [stayed, setStayed] = useState<Stayed | null>(null)
  const changed = (): void => {
    reading.again()
    onChanged()
  }
  const { waiting, failed, oldest, tried } = status.letters
  return (
    <section aria-labelledby="platform-mail">
      <h2 id="platform-mail" className="text-xl">
        {t('mailQueue')}
      </h2>
      <p className="tabular mt-1 text-ink-600">
        {[
          t('mailFailed', { n: format.number(failed) }),
          t('mailWaiting', { n: format.number(waiting) }),
          `${t('mailOldest')}: ${oldest === null ? t('mailNoneWaits') : format.moment(oldest)}`,
          `${t('mailTried')}: ${format.number(tried)}`,
        ].join(' · ')}
      </p>
      <FilterChips
        label={t('mailWhich')}
        filters={['failed', 'waiting'] as const}
        current={state}
        onChange={(next) => {
          setStayed(null)
          seeking.seek({ estado: next === 'waiting' ? waitingWord : undefined, plantilla: undefined, motivo: undefined })
        }}
        nameOf={(each) => t(`state_${each}`)}
        countOf={(each) => (each === 'failed' ? failed : waiting)}
        className="mt-4"
      />
      {stayed && <StayedNotice stayed={stayed} />}
      <Kept of={reading}>{(page) => <Found page={page} state={state} {...seeking} onStayed={setStayed} onChanged={changed} />}</Kept>
    </section>
  )
}

/** What became of a wish to send again: told where it is read, and taken by whoever pressed. */
function StayedNotice({ stayed }: { readonly stayed: Stayed }) {
  const { sent, left, more } = stayed
  const t = useText(platformText)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [stayed])
  return (
    <div ref={box} tabIndex={-1} className="my-4 rounded-lg">
      <Notice tone={left.length > 0 ? 'warning' : 'success'} role="status" title={t('sentAgain', { n: sent })}>
        {left.length > 0 && (
          <>
            <p>{t('stayed')}</p>
            <ul className="list-disc pl-5">
              {left.map(({ hindrance, n }) => (
                <li key={hindrance}>{t('stayedLine', { n, why: t(`hindrance_${hindrance}`) })}</li>
              ))}
            </ul>
          </>
        )}
        {more > 0 && <p>{t('stayedMore', { n: more })}</p>}
      </Notice>
    </div>
  )
}

interface FoundProps extends Seeking<Sought> {
  readonly page: LetterPage
  readonly state: 'failed' | 'waiting'
  readonly onStayed: (stayed: Stayed) => void
  readonly onChanged: () => void
}

function Found({ page, state, sought, seek, onStayed, onChanged }: FoundProps) {
  const t = useText(platformText)
  const errorText = useErrorText()
  const [asking, setAsking] = useState<'all' | PlatformLetter | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const isFiltered = sought.plantilla !== undefined || sought.motivo !== undefined
  const meant = page.failed.filter(({ template, why }) => (sought.plantilla ?? template) === template && (sought.motivo ?? why) === why)
  const total = meant.reduce((sum, { n }) => sum + n, 0)
  const name = (letter: PlatformLetter): string =>
    `${templateWords(t, letter.template)}, ${letter.name === '' ? t('nobodyKnown') : letter.name}`

  const send = async (what: 'all' | PlatformLetter): Promise<void> => {
    if (busy !== null) return
    setBusy(what === 'all' ? 'all' : what._id)
    const reply = await repeatLetters(what === 'all' ? { template: sought.plantilla, why: sought.motivo } : { ids: [what._id] })
    setBusy(null)
    setAsking(null)
    if (reply.ok) onStayed(reply.value)
    else toast('error', reply.failure.code === 'not_found' ? t('settled') : errorText(reply.failure))
    onChanged()
  }
  const drop = async (letter: PlatformLetter): Promise<void> => {
    if (busy !== null) return
    setBusy(letter._id)
    const reply = await giveLetterUp(letter._id)
    setBusy(null)
    setAsking(null)
    if (reply.ok) toast('success', t('givenUp'))
    else toast('error', reply.failure.code === 'not_found' ? t('settled') : errorText(reply.failure))
    onChanged()
  }
  const columns = useColumns({ state, busy, name, onAgain: (letter) => void send(letter), onGiveUp: setAsking })
  return (
    <>
      {state === 'failed' && page.failed.length > 0 && (
        <div className="mt-2 mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="flex w-full flex-wrap gap-3 sm:w-auto">
            <Select
              label={t('letterKind')}
              placeholder={t('everyKind')}
              options={[...new Set(page.failed.map(({ template }) => template))].map((template) => ({
                value: template,
                label: templateWords(t, template),
              }))}
              value={sought.plantilla ?? ''}
              onChange={(plantilla) => seek({ plantilla })}
              className="w-full sm:w-64"
            />
            <Select
              label={t('why')}
              placeholder={t('everyWhy')}
              options={failedWhys.map((why) => ({ value: why, label: t(`why_${why}`) }))}
              value={sought.motivo ?? ''}
              onChange={(motivo) => seek({ motivo })}
              className="w-full sm:w-72"
            />
          </div>
          {total > 0 && (
            <OnlineButton icon="sync" busy={busy === 'all'} aria-haspopup="dialog" onClick={() => setAsking('all')}>
              {total === 1 ? t('againAllOne') : t('againAll', { n: total })}
            </OnlineButton>
          )}
        </div>
      )}
      {page.letters.length === 0 ? (
        <EmptyState
          icon="mail"
          title={state === 'waiting' ? t('lettersNoneWaiting') : t(isFiltered ? 'lettersNoneFound' : 'lettersNoneFailed')}
        >
          {state === 'waiting' ? t('lettersNoneWaitingBody') : !isFiltered && t('lettersNoneFailedBody')}
        </EmptyState>
      ) : (
        <div className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card max-sm:px-4">
          <Table
            caption={t(state === 'failed' ? 'lettersFailed' : 'lettersWaiting')}
            stacks
            rows={page.letters}
            rowKey={({ _id }) => _id}
            columns={columns}
          />
        </div>
      )}
      {(page.next !== null || sought.before !== undefined) && (
        <div className="mt-5 flex flex-wrap gap-3">
          {page.next !== null && <Button onClick={() => seek({ before: page.next ?? undefined })}>{t('olderLetters')}</Button>}
          {sought.before !== undefined && (
            <Button kind="quiet" onClick={() => seek({})}>
              {t('firstLetters')}
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        open={asking === 'all'}
        title={t('againAllTitle')}
        confirm={t('againAllConfirm')}
        busy={busy === 'all'}
        onConfirm={() => void send('all')}
        onCancel={() => setAsking(null)}
      >
        {t('againAllBody', { n: total })}
      </AlertDialog>
      <AlertDialog
        open={asking !== null && asking !== 'all'}
        title={t('giveUpTitle')}
        confirm={t('giveUp')}
        kind="danger"
        busy={busy !== null}
        onConfirm={() => {
          if (asking !== null && asking !== 'all') void drop(asking)
        }}
        onCancel={() => setAsking(null)}
      >
        {asking !== null && asking !== 'all' && t('giveUpBody', { what: name(asking) })}
      </AlertDialog>
    </>
  )
}

interface Acting {
  readonly state: 'failed' | 'waiting'
  /** Id of the letter that something is done with. */
  readonly busy: string | null
  readonly name: (letter: PlatformLetter) => string
  readonly onAgain: (letter: PlatformLetter) => void
  readonly onGiveUp: (letter: PlatformLetter) => void
}

function useColumns({ state, busy, name, onAgain, onGiveUp }: Acting): readonly Column<PlatformLetter>[] {
  const t = useText(platformText)
  const format = useFormat()
  return [
    {
      id: 'letter',
      header: t('columnLetter'),
      rowHeader: true,
      cell: ({ template, createdAt }) => (
        <span className="min-w-0">
          <span className="block">{templateWords(t, template)}</span>
          <span className="tabular block text-sm font-normal text-ink-600">{t('writtenAt', { time: format.moment(createdAt) })}</span>
        </span>
      ),
    },
    {
      id: 'to',
      header: t('columnTo'),
      cell: (letter) =>
        letter.user === '' ? (
          t('nobodyKnown')
        ) : (
          <span className="min-w-0">
            <Link
              to={userAddress(letter.kind ?? 'Institutional', letter.email)}
              className="block wrap-anywhere text-brand-700 hover:underline"
            >
              {letter.name}
            </Link>
            <span className="block text-sm wrap-anywhere text-ink-600">{letter.email}</span>
          </span>
        ),
    },
    {
      id: 'why',
      header: t(state === 'failed' ? 'columnWhy' : 'columnNext'),
      cell: (letter) => <Why letter={letter} />,
      className: 'md:min-w-56',
    },
    {
      id: 'actions',
      header: t('columnActions'),
      cell: (letter) => (
        <span className="grid min-w-0 gap-2">
          {letter.hindrance !== null && (
            <span className="text-sm text-ink-700">
              <span className="font-semibold">{t('notAgain')}</span> {t(`hindrance_${letter.hindrance}`)}
            </span>
          )}
          <span className="flex flex-wrap gap-2">
            {letter.why !== null && letter.hindrance === null && (
              <OnlineButton
                size="small"
                icon="sync"
                busy={busy === letter._id}
                aria-label={t('againOf', { what: name(letter) })}
                onClick={() => onAgain(letter)}
              >
                {t('again')}
              </OnlineButton>
            )}
            <OnlineButton
              size="small"
              aria-haspopup="dialog"
              aria-label={t('giveUpOf', { what: name(letter) })}
              onClick={() => onGiveUp(letter)}
            >
              {t('giveUp')}
            </OnlineButton>
          </span>
        </span>
      ),
      className: 'md:w-80',
    },
  ]
}

function Why({ letter: { why, errorClass, code, attempts, at } }: { readonly letter: PlatformLetter }) {
  const t = useText(platformText)
  const format = useFormat()
  const error =
    errorClass === null ? null : errorClass === 'answered' ? t('error_answered', { code: code ?? '' }) : t(`error_${errorClass}`)
  const detail = [error, attempts > 0 ? t('attempts', { n: attempts }) : null].filter((each) => each !== null).join(' · ')
  const when =
    why !== null ? t('endedAt', { time: format.moment(at) }) : t(attempts > 0 ? 'nextTry' : 'firstTry', { time: format.moment(at) })
  return (
    <span className="min-w-0">
      {why !== null && <Badge tone="danger">{t(`why_${why}`)}</Badge>}
      {detail !== '' && <span className="block text-sm text-ink-800">{detail}</span>}
      <span className="tabular block text-sm text-ink-600">{when}</span>
    </span>
  )
}
