import type { Unit } from '#shared/kernel/ids.ts'
import { useText } from '#client/i18n/text.ts'
import { Count } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { letterTo, listOf } from './person-list.ts'
import type { CheckGroup, CheckLine } from './send-check.ts'
import { sendText } from './send-text.ts'

/** Lines of one person drawn at once: more would not be read. */
const linesMost = 60

interface Props {
  readonly groups: readonly CheckGroup[]
  readonly points: number
  /** Name of the questionnaire, for the letter. */
  readonly form: string
  readonly onFollow: (unit: Unit) => void
}

/** What keeps a send back, by who must act: one's own open, everybody else's folded, each with a way to reach the person. */
export function WaitingPeople({ groups, points, form, onFollow }: Props) {
  const t = useText(sendText)
  const own = groups.find((group) => group.own)
  const others = groups.filter((group) => !group.own)
  return (
    <div className="grid gap-5">
      <ErrorSummary
        title={t('problems', { n: points })}
        lead={own ? t('yours', { n: own.lines.length }) : t('yoursNone')}
        lines={(own?.lines ?? [])
          .slice(0, linesMost)
          .map((line) => ({ message: line.text, note: line.note, onFollow: () => onFollow(line.unit) }))}
      />
      {own && own.lines.length > linesMost && <p className="text-ink-600">{t('more', { n: own.lines.length - linesMost })}</p>}
      {others.length > 0 && (
        <section aria-label={t('othersWait')}>
          <h3 className="text-base">{t('othersWait')}</h3>
          <ul className="mt-1">
            {others.map((group) => (
              <Person key={group.userId} group={group} form={form} onFollow={onFollow} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Person({ group, form, onFollow }: Omit<Props, 'groups' | 'points'> & { readonly group: CheckGroup }) {
  const t = useText(sendText)
  const { name, email, lines } = group
  const copy = (): Promise<void> => copyText(listOf(lines), { copied: t('listCopied'), failed: t('copyFailed') })
  return (
    <li className="border-t border-ink-150 py-2 first:border-t-0">
      <Disclosure
        summary={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            {name} <Count n={lines.length} tone="info" />
          </span>
        }
      >
        <div className="mb-3 flex flex-wrap gap-2">
          {email && (
            <a
              href={letterTo(email, t('letterSubject', { form }), t('letterBody', { name }), lines)}
              className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-md border border-ink-300 px-3 text-sm font-semibold text-ink-900 no-underline hover:bg-ink-50"
            >
              <Icon name="send" size={16} />
              {t('writeTo', { name })}
            </a>
          )}
          <Button size="small" icon="copy" aria-label={t('copyListOf', { name })} onClick={() => void copy()}>
            {t('copyList')}
          </Button>
        </div>
        <ul className="grid gap-1.5">
          {lines.slice(0, linesMost).map((line) => (
            <Line key={line.unit} line={line} onFollow={onFollow} />
          ))}
        </ul>
        {lines.length > linesMost && <p className="mt-1 text-sm text-ink-600">{t('more', { n: lines.length - linesMost })}</p>}
      </Disclosure>
    </li>
  )
}

function Line({ line, onFollow }: { readonly line: CheckLine; readonly onFollow: (unit: Unit) => void }) {
  return (
    <li>
      <button
        type="button"
        lang={line.lang}
        className="text-left text-ink-900 underline hover:text-brand-800"
        onClick={() => onFollow(line.unit)}
      >
        {line.text}
      </button>
      <span className="block text-sm text-ink-600">{line.note}</span>
    </li>
  )
}
