import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { differenceOf, foldedRuns } from './difference.ts'
import type { Run } from './difference.ts'
import { formHistoryText } from './text.ts'

interface Props {
  /** Name of what changed. */
  readonly label: string
  readonly from: string
  readonly to: string
  /** Texts are compared word by word; other values stand one beside the other. */
  readonly long: boolean
}

/** Letters of a text that are shown while it is folded. */
const shownMost = 400

const clipped = (text: string): string => (text.length > shownMost * 1.25 ? `${text.slice(0, shownMost)}…` : text)

/** What something was and what it became. A long text is folded until somebody asks for all of it. */
export function DifferenceView({ label, from, to, long }: Props) {
  const t = useText(formHistoryText)
  const [whole, setWhole] = useState(false)
  const id = useId()
  const runs = long && from !== '' && to !== '' ? differenceOf(from, to) : null
  const folded = runs ? foldedRuns(runs) : null
  const isFolded = folded === null ? clipped(from) !== from || clipped(to) !== to : folded !== runs
  const shown = (text: string): string => (whole ? text : clipped(text))
  return (
    <>
      <div id={id}>
        {runs && folded ? <Compared runs={whole ? runs : folded} /> : <Beside from={shown(from)} to={shown(to)} long={long} />}
      </div>
      {isFolded && (
        <Button
          size="small"
          kind="quiet"
          aria-expanded={whole}
          aria-controls={id}
          aria-label={t(whole ? 'foldOf' : 'wholeOf', { field: label })}
          onClick={() => setWhole(!whole)}
        >
          {t(whole ? 'fold' : 'whole')}
        </Button>
      )}
    </>
  )
}

const looks = {
  gone: { Mark: 'del', look: 'rounded-xs bg-bad-50 text-bad-800 line-through', said: 'removedText' },
  new: { Mark: 'ins', look: 'rounded-xs bg-good-50 text-good-800 underline', said: 'addedText' },
} as const

/** Both texts as one, with what is gone and what is new marked, and named for who does not see it. */
function Compared({ runs }: { readonly runs: readonly Run[] }) {
  const t = useText(formHistoryText)
  return (
    <p lang="es" className="wrap-anywhere whitespace-pre-line">
      {runs.map(({ kind, text }, position) => {
        if (kind === 'same') return text
        const { Mark, look, said } = looks[kind]
        return (
          <Mark key={position} className={look}>
            <span className="sr-only">{` ${t(said)}: `}</span>
            {text}
          </Mark>
        )
      })}
    </p>
  )
}

function Beside({ from, to, long }: Omit<Props, 'label'>): ReactNode {
  const t = useText(formHistoryText)
  const side = (text: string): ReactNode =>
    text === '' ? (
      <span className="text-ink-600 italic">{t(long ? 'empty' : 'nothing')}</span>
    ) : (
      <span lang="es" className="wrap-anywhere whitespace-pre-line">
        {text}
      </span>
    )
  if (!long && !`${from}${to}`.includes('\n'))
    return (
      <p>
        <span className="sr-only">{`${t('was')}: `}</span>
        {side(from)}
        <span aria-hidden className="mx-2 text-ink-500">
          →
        </span>
        <span className="sr-only">{` ${t('became')}: `}</span>
        <span className="font-medium text-ink-950">{side(to)}</span>
      </p>
    )
  const sides = [
    ['was', from],
    ['became', to],
  ] as const
  return (
    <div className="grid gap-2 md:grid-cols-2">
      {sides.map(([key, text]) => (
        <div key={key} className="rounded-md border border-ink-200 bg-white px-3 py-2">
          <p className="text-sm font-semibold text-ink-700">{t(key)}</p>
          {side(text)}
        </div>
      ))}
    </div>
  )
}
