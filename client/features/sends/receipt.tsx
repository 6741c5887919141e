import { level } from '#shared/answers/model.ts'
import type { Send } from '#shared/sends/model.ts'
import { saveBlob } from '#client/data/save-blob.ts'
import { personName, useOpenWorld } from '#client/data/use-world.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { namesOf } from './destination.ts'
import { sendsText } from './text.ts'

/** What the server certifies about one send: number, time, counts, fingerprint, and what happens next. */
export function Receipt({ send }: { readonly send: Send }) {
  const t = useText(sendsText)
  const format = useFormat()
  const open = useOpenWorld()
  const world = open.world()
  const toEvaluation = send.toLevel === level.Evaluation
  const facts: readonly (readonly [string, string])[] = [
    [t('receiptTime'), format.moment(send.sentAt)],
    [t('receiptInstitution'), world.institution.name],
    [t('receiptForm'), world.form.name],
    [t('receiptBy'), personName(world, send.authorId) ?? t('deletedUser')],
    [t('receiptTo'), toEvaluation ? t('levelEvaluation') : namesOf(world, send.to ?? []) || t('levelInstitution')],
    [t('receiptAnswers'), format.number(send.answers)],
    [t('receiptFiles'), format.number(send.files)],
  ]
  const save = (): void => {
    const lines = [
      t('receipt'),
      `${t('receiptNumber')}: ${send.number}`,
      ...facts.map(([name, value]) => `${name}: ${value}`),
      `${t('receiptDigest')}: ${send.digest}`,
    ]
    saveBlob(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }), `${send.number}.txt`)
  }
  return (
    <article
      className="forced-edge overflow-hidden rounded-xl border border-ink-200 bg-white shadow-card"
      aria-label={`${t('receipt')} ${send.number}`}
    >
      <div className="bg-good-50 px-6 py-6">
        <p className="flex items-center gap-2 font-semibold text-good-700">
          <Icon name="check-circle" size={22} />
          {t('receiptDone')}
        </p>
        <p className="mt-3 text-sm text-ink-600">{t('receiptNumber')}</p>
        <p className="tabular text-2xl font-semibold break-words text-ink-950">{send.number}</p>
      </div>
      <dl className="grid gap-x-6 gap-y-2.5 px-6 py-5 sm:grid-cols-[11rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-ink-600 sm:pt-0.5">{name}</dt>
            <dd className="-mt-2 font-medium text-ink-950 sm:mt-0">{value}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-sm text-ink-600 sm:pt-0.5">{t('receiptDigest')}</dt>
          <dd className="-mt-2 sm:mt-0">
            <code className="block font-mono text-sm break-all text-ink-800">{send.digest}</code>
            <span className="text-sm text-ink-600">{t('receiptDigestHint')}</span>
          </dd>
        </div>
      </dl>
      <div className="border-t border-ink-150 px-6 py-5">
        <h2 className="text-base">{t('next')}</h2>
        <p className="mt-1 max-w-prose text-ink-700">
          {toEvaluation ? t('nextEvaluation') : t('nextReview', { name: namesOf(world, send.to ?? []) })}
        </p>
        <div className="print-hidden mt-4 flex flex-wrap gap-2.5">
          <Button icon="download" onClick={save}>
            {t('download')}
          </Button>
          <Button icon="file" onClick={() => print()}>
            {t('print')}
          </Button>
        </div>
      </div>
    </article>
  )
}
