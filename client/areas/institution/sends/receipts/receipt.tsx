import { useState } from 'react'
import type { ReactNode } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { codeOf, inGroups } from '#shared/sends/receipt-code.ts'
import { nextOf, spanOf } from '#shared/sends/receipt.ts'
import { isToEvaluation } from '#shared/sends/recall.ts'
import type { Send } from '#shared/sends/model.ts'
import { receiptPdf } from '#shared/sends/routes.ts'
import type { Stage } from '#shared/stages/model.ts'
import { download } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { namesOf } from '#client/areas/institution/sends/destination.ts'
import { RecallSend } from '#client/areas/institution/sends/recall-send.tsx'
import { receiptText } from './receipt-text.ts'

/** What the server certifies about one send: number, time, counts, fingerprint, who received it and when, and what comes next (RT1). */
export function Receipt({ send }: { readonly send: Send }) {
  const t = useText(receiptText)
  const format = useFormat()
  const world = useOpenWorld().world()
  const toEvaluation = isToEvaluation(send)
  const isRecalled = send.recalledAt !== undefined
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('time'), format.certified(send.sentAt)],
    ...(send.askedAt === undefined ? [] : [[t('askedOffline'), t('askedOfflineAt', { at: format.certified(send.askedAt) })] as const]),
    [t('institution'), <span key="i" lang="es">{world.institution.name}</span>], // prettier-ignore
    [
      t('form'),
      <span key="f" lang="es">
        {world.form.name}
      </span>,
    ],
    [t('by'), personName(world, send.authorId) ?? t('deletedUser')],
    [t('answers'), format.number(send.answers)],
    [t('files'), format.number(send.files)],
  ]
  return (
    <article
      className="forced-edge overflow-hidden rounded-xl border border-ink-200 bg-white shadow-card"
      aria-label={`${t('receipt')} ${send.number}`}
    >
      <div className={cx('px-6 py-6', isRecalled ? 'bg-ink-100' : 'bg-good-50')}>
        <p className={cx('flex items-center gap-2 font-semibold', isRecalled ? 'text-ink-700' : 'text-good-700')}>
          <Icon name={isRecalled ? 'undo' : 'check-circle'} size={22} />
          {isRecalled ? t('recalled') : t('done')}
        </p>
        <p className="mt-3 text-sm text-ink-600">{t('number')}</p>
        <p className={cx('tabular text-2xl font-semibold break-words', isRecalled ? 'text-ink-700 line-through' : 'text-ink-950')}>
          {send.number}
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-2.5 px-6 py-5 sm:grid-cols-[11rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-ink-600 sm:pt-0.5">{name}</dt>
            <dd className="-mt-2 font-medium wrap-anywhere text-ink-950 sm:mt-0">{value}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-sm text-ink-600 sm:pt-0.5">{t('digest')}</dt>
          <dd className="-mt-2 sm:mt-0">
            <code className="block font-mono text-sm break-words text-ink-800">{inGroups(send.digest)}</code>
            <span className="text-sm text-ink-600">{t('digestHint')}</span>
          </dd>
        </div>
        {toEvaluation && (
          <div className="contents">
            <dt className="text-sm text-ink-600 sm:pt-0.5">{t('code')}</dt>
            <dd className="-mt-2 sm:mt-0">
              <code className="block font-mono font-semibold text-ink-950">{inGroups(codeOf(send))}</code>
              <span className="text-sm text-ink-600">
                {t('codeHint')}{' '}
                <a
                  href={pageAddress('checkReceipt', { number: send.number, code: codeOf(send) })}
                  target="_blank"
                  rel="noopener"
                  className="font-medium text-brand-700"
                >
                  {t('checkPage')}
                </a>
              </span>
            </dd>
          </div>
        )}
      </dl>
      <div className="border-t border-ink-150 px-6 py-5">
        <h2 className="text-base">{t('way')}</h2>
        <Way send={send} />
        <Actions send={send} />
        <RecallSend send={send} />
      </div>
    </article>
  )
}

interface Step {
  readonly id: string
  readonly icon: IconName
  readonly title: string
  readonly when: string
  readonly isPast: boolean
}

/** Where a send has got to, and what comes next and by when. */
function Way({ send }: { readonly send: Send }) {
  const t = useText(receiptText)
  const steps = useSteps(send)
  return (
    <ol aria-label={t('way')} className="mt-3 grid gap-4">
      {steps.map(({ id, icon, title, when, isPast }) => (
        <li key={id} className="flex gap-3">
          <span
            aria-hidden
            className={cx(
              'forced-edge flex size-8 shrink-0 items-center justify-center rounded-full border',
              isPast ? 'border-good-300 bg-good-50 text-good-700' : 'border-ink-300 bg-white text-ink-600',
            )}
          >
            <Icon name={icon} size={17} />
          </span>
          <div className="min-w-0 pt-0.5">
            <p className="font-medium text-ink-950">{title}</p>
            {when !== '' && <p className="text-sm text-ink-600">{when}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function useSteps(send: Send): Step[] {
  const t = useText(receiptText)
  const format = useFormat()
  const world = useOpenWorld().world()
  const name = (id: UserId): string => personName(world, id) ?? t('deletedUser')
  const nameOf = useStageName()
  const between = (stage: Stage): string => {
    const { from, to } = spanOf(stage)
    return `${nameOf(stage).text}: ${t('between', { from: format.day(from), deadline: format.deadline(to) })}`
  }
  const toEvaluation = isToEvaluation(send)
  const receivers = namesOf(world, send.to ?? [])
  const sentTo = toEvaluation ? t('sentToEvaluation') : t('sentTo', { name: receivers || t('levelInstitution') })
  const { by, revision, input } = nextOf(world.form, send)
  const { sentAt, openedAt, openedBy, recalledAt, recalledBy } = send
  const steps: Step[] = [{ id: 'sent', icon: 'send', title: sentTo, when: format.certified(sentAt), isPast: true }]
  if (recalledAt !== undefined) {
    const title = t('takenBack', { name: name(recalledBy ?? '') })
    steps.push({ id: 'recalled', icon: 'undo', title, when: format.certified(recalledAt), isPast: true })
    return [...steps, { id: 'again', icon: 'edit', title: t('again'), when: '', isPast: false }]
  }
  if (openedAt === undefined) steps.push({ id: 'unopened', icon: 'eye-off', title: t('unopened'), when: '', isPast: false })
  else {
    const title = t('opened', { name: openedBy === undefined ? '' : name(openedBy) })
    steps.push({ id: 'opened', icon: 'eye', title, when: format.certified(openedAt), isPast: true })
  }
  if (!toEvaluation) {
    const when = by ? t('until', { deadline: format.deadline(spanOf(by).to) }) : ''
    steps.push({ id: 'review', icon: 'check-circle', title: t('reviewBy', { name: receivers }), when, isPast: false })
    return steps
  }
  const when = revision ? between(revision) : t('reviewUnplanned')
  steps.push({ id: 'review', icon: 'check-circle', title: t('review'), when, isPast: false })
  if (input) steps.push({ id: 'input', icon: 'edit', title: t('input'), when: between(input), isPast: false })
  return steps
}

function Actions({ send }: { readonly send: Send }) {
  const t = useText(receiptText)
  const errorText = useErrorText()
  const language = useLanguage()
  const open = useOpenWorld()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const { formId, institutionId } = open.world()
  const save = async (): Promise<void> => {
    setBusy(true)
    const got = await download(receiptPdf, { form: formId, institution: institutionId, send: send.id }, `${send.number}.pdf`, { language })
    setBusy(false)
    if (!got.ok) toast('error', errorText(got.failure))
  }
  return (
    <div className="print-hidden mt-5">
      <div className="flex flex-wrap gap-2.5">
        {online && (
          <Button icon="download" busy={busy} aria-label={t('pdfName', { number: send.number })} onClick={() => void save()}>
            {t('pdf')}
          </Button>
        )}
        <Button icon="file" onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      {!online && <p className="mt-2 text-sm text-ink-600">{t('pdfOffline')}</p>}
    </div>
  )
}
