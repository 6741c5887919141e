import type { Failure } from '#shared/kernel/failure.ts'
import { fullName } from '#shared/accounts/model.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { directoryText } from './text.ts'

interface Props {
  readonly problem: Failure
  /** What the field is called. */
  readonly field: string
  readonly mine: string
  readonly theirs: string
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** A field that somebody else changed meanwhile: who and when, both values, and the choice (OR3). */
export function ClashNotice({ problem, field, mine, theirs, onMine, onTheirs }: Props) {
  const t = useText(directoryText)
  const format = useFormat()
  const people = useTable('person')
  const person = people?.find(({ id }) => id === problem.params?.['by'])
  const at = problem.params?.['at']
  return (
    <Notice
      tone="warning"
      role="alert"
      title={
        person && typeof at === 'string' && at !== ''
          ? t('clashTitleBy', { name: fullName(person), field, at: format.moment(at) })
          : t('clashTitle', { field })
      }
      actions={
        <>
          <Button size="small" onClick={onMine}>
            {t('keepMine')}
          </Button>
          <Button size="small" onClick={onTheirs}>
            {t('keepTheirs')}
          </Button>
        </>
      }
    >
      <dl className="grid gap-2 sm:grid-cols-2">
        {(
          [
            ['clashMine', mine],
            ['clashTheirs', theirs],
          ] as const
        ).map(([key, value]) => (
          <div key={key}>
            <dt className="text-sm font-semibold">{t(key)}</dt>
            <dd lang="es" className="max-h-32 overflow-y-auto wrap-anywhere whitespace-pre-line">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
