import { useEffect, useRef, useState } from 'react'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import {
  bodyMax,
  isOfForm,
  notificationTemplates,
  recipientOptions,
  subjectMax,
  type Notification,
  type NotificationTemplate,
  type RecipientOption,
} from '#shared/notifications/model.ts'
import type { NotificationPreview, TellableForms } from '#shared/notifications/routes.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { InstitutionChoice, type Choosable } from './institution-choice.tsx'
import { previewNotification, sendNotification } from './notification-calls.ts'
import { personColumn } from './person-column.tsx'
import { useFirstRows } from './use-first-rows.tsx'
import { notificationsText } from './text.ts'

/** `call`: what this text is sent under, so that it goes once, also when the reply to it was lost and the page was opened anew. */
const none = { option: '1', template: 'NotificationSent', subject: '', body: '', form: '', institutions: '', call: '' }
type Fields = typeof none

const isOption = (text: string): text is RecipientOption => (recipientOptions as readonly string[]).includes(text)
const isTemplate = (text: string): text is NotificationTemplate => (notificationTemplates as readonly string[]).includes(text)

function notificationIn({ option, template, subject, body, form, institutions }: Fields, forms: TellableForms): Notification {
  const wanted = isTemplate(template) ? template : 'NotificationSent'
  const offered = isOfForm(wanted) ? forms[wanted] : []
  return {
    option: isOption(option) ? option : '1',
    template: wanted,
    // The first is the one that is told of unless another is chosen.
    formId: (offered.find(({ _id }) => _id === form) ?? offered[0])?._id ?? null,
    subject,
    body,
    institutionIds: institutions.split(' ').filter(Boolean),
  }
}

interface Props {
  readonly institutions: readonly Choosable[]
  readonly forms: TellableForms
  /** It went, or was given up: the next one begins anew. */
  readonly onDone: () => void
}

/** A notification while it is written: it rests on this device until it is sent or given up. */
export function Compose({ institutions, forms, onDone }: Props) {
  const t = useText(notificationsText)
  const errorText = useErrorText()
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'notification',
    subject: 'new',
    initial: none,
    about: t('NotificationSent'),
    words: ({ subject, body }) => [subject, body].filter(Boolean).join('\n'),
  })
  const [problem, setProblem] = useState<Failure | null>(null)
  const [seen, setSeen] = useState<NotificationPreview | null>(null)
  const [busy, setBusy] = useState(false)
  const wanted = notificationIn(fields, forms)
  const offered = isOfForm(wanted.template) ? forms[wanted.template] : null
  const chosen = new Set(wanted.institutionIds)
  const isFree = wanted.template === 'NotificationSent'
  // What was previewed is what is sent: whatever changes is looked at anew.
  useEffect(() => {
    setSeen(null)
    setProblem(null)
  }, [fields])
  const change = (next: Partial<Fields>): void => write({ ...fields, ...next, call: crypto.randomUUID() })
  const look = async (): Promise<void> => {
    if (busy) return
    if (isFree && (fields.subject.trim() === '' || fields.body.trim() === '')) return setProblem(failure('notification_text_missing'))
    setProblem(null)
    setBusy(true)
    const reply = await previewNotification(wanted)
    setBusy(false)
    if (reply.ok) setSeen(reply.value)
    else setProblem(reply.failure)
  }
  const giveUp = async (): Promise<void> => {
    await forget()
    onDone()
  }
  const send = async (): Promise<void> => {
    if (busy || !seen) return
    setBusy(true)
    const reply = await sendNotification({ ...wanted, audience: seen.audience }, fields.call)
    setBusy(false)
    if (!reply.ok) {
      // Whom it would reach now is looked at before it is sent.
      if (reply.failure.code === 'notification_readers_changed') setSeen(null)
      return setProblem(reply.failure)
    }
    toast('success', t('sentToast'))
    await giveUp()
  }
  return (
    <div className="grid gap-6">
      {standing !== 'fresh' && (
        <Notice
          tone={standing === 'restored' ? 'info' : 'warning'}
          role="status"
          actions={
            <Button size="small" onClick={() => void giveUp()}>
              {t('giveUp')}
            </Button>
          }
        >
          {t(standing)}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <div className="grid gap-5">
            <RadioGroup
              label={t('who')}
              value={wanted.option}
              onChange={(option) => change({ option })}
              choices={recipientOptions.map((value) => ({ value, label: t(`option${value}`) }))}
            />
            <Select
              label={t('template')}
              value={wanted.template}
              placeholder={null}
              onChange={(template) => change(template === 'NotificationSent' ? { template } : { template, subject: '', body: '' })}
              options={notificationTemplates.map((value) => ({ value, label: t(value) }))}
              hint={isFree ? undefined : t('ownWords')}
            />
            {offered?.length === 0 && (
              <Notice tone="warning">{t(`none_${wanted.template === 'SatisfactionPoll' ? 'SatisfactionPoll' : 'FinalReportSent'}`)}</Notice>
            )}
            {offered && offered.length > 0 && (
              <Select
                label={t('form')}
                hint={t(wanted.template === 'SatisfactionPoll' ? 'formHintPoll' : 'formHintReport')}
                value={wanted.formId ?? ''}
                placeholder={null}
                onChange={(form) => change({ form })}
                options={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
              />
            )}
            <TextField
              label={t('subject')}
              value={fields.subject}
              maxLength={subjectMax}
              disabled={!isFree}
              onChange={(subject) => change({ subject })}
            />
            <TextArea
              label={t('body')}
              hint={isFree ? t('bodyHint') : undefined}
              value={fields.body}
              max={bodyMax}
              rows={8}
              disabled={!isFree}
              onChange={(body) => change({ body })}
            />
          </div>
        </Card>
        <Card>
          <InstitutionChoice
            institutions={institutions}
            chosen={chosen}
            onChange={(next) => change({ institutions: [...next].join(' ') })}
          />
        </Card>
      </div>
      {problem && (
        <Notice tone="danger" role="alert">
          {errorText(problem)}
        </Notice>
      )}
      {seen && <Seen key={fields.call} seen={seen} letterAt={(at) => previewNotification(wanted, at)} />}
      <div className="flex flex-wrap gap-3">
        {seen && seen.recipients.length > 0 ? (
          <OnlineButton key="send" kind="primary" icon="send" busy={busy} disabled={chosen.size === 0} onClick={() => void send()}>
            {t('send', { n: seen.recipients.length })}
          </OnlineButton>
        ) : (
          <OnlineButton
            key="look"
            kind="primary"
            busy={busy}
            disabled={chosen.size === 0 || offered?.length === 0}
            onClick={() => void look()}
          >
            {t('preview')}
          </OnlineButton>
        )}
        {!sameFields(fields, { ...none, call: fields.call }) && standing === 'fresh' && (
          <Button onClick={() => void giveUp()}>{t('giveUp')}</Button>
        )}
      </div>
    </div>
  )
}

interface SeenProps {
  readonly seen: NotificationPreview
  /** The preview with the letter of another one of its readers. */
  readonly letterAt: (at: number) => ReturnType<typeof previewNotification>
}

/** Who gets it and why, whom it leaves out, and the letter of each as they will read it. */
function Seen({ seen, letterAt }: SeenProps) {
  const t = useText(notificationsText)
  const errorText = useErrorText()
  const [shown, setShown] = useState({ at: 0, letter: seen.letter })
  const [problem, setProblem] = useState<Failure | null>(null)
  const { recipients, left } = seen
  const title = t('previewTitle', { n: recipients.length })
  const { rows, more } = useFirstRows(recipients, title)
  const box = useRef<HTMLDivElement>(null)
  // Whoever asked reads on here. A key that is pressed twice sends nothing: the button that sends is another one, behind what it sends.
  useEffect(() => box.current?.focus(), [])
  /** Counts what is asked: of two replies the later one's counts. */
  const turn = useRef(0)
  const leaf = async (by: number): Promise<void> => {
    const at = (shown.at + by + recipients.length) % recipients.length
    turn.current += 1
    const mine = turn.current
    setShown({ at, letter: shown.letter })
    const reply = await letterAt(at)
    if (mine !== turn.current) return
    if (!reply.ok) return setProblem(reply.failure)
    // Another audience is looked at anew.
    if (reply.value.audience !== seen.audience) return setProblem(failure('notification_readers_changed'))
    setProblem(null)
    setShown({ at, letter: reply.value.letter })
  }
  const reader = recipients[shown.at]
  const { letter } = shown
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={title} className="scroll-mt-20 rounded-xl">
      <Card title={title}>
        <div className="grid gap-6">
          {left.length > 0 && (
            <Notice tone="warning" title={t('leftTitle', { n: left.length })}>
              <ul className="mt-1 grid list-disc gap-1 pl-5">
                {left.map(({ _id, name, why }) => (
                  <li key={_id}>
                    <span lang="es" className="font-semibold">
                      {name}
                    </span>
                    : {t(`left_${why}`)}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {letter === null || !reader ? (
            <p className="text-ink-600">{t('previewNobody')}</p>
          ) : (
            <>
              <Table
                caption={title}
                stacks
                bounded
                rows={rows}
                rowKey={({ _id }) => _id}
                columns={[
                  personColumn(t('columnPerson')),
                  { id: 'institution', header: t('columnInstitution'), cell: ({ institution }) => <span lang="es">{institution}</span> },
                  { id: 'reason', header: t('columnReason'), cell: ({ reason }) => t(`reason_${reason}`) },
                ]}
              />
              {more}
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="min-w-0 text-ink-800">
                  {t('letterOf', { name: reader.name, at: shown.at + 1, n: recipients.length })}
                </p>
                {recipients.length > 1 && (
                  <div className="flex gap-2">
                    <OnlineButton size="small" icon="arrow-left" onClick={() => void leaf(-1)}>
                      {t('letterBefore')}
                    </OnlineButton>
                    <OnlineButton size="small" icon="arrow-right" onClick={() => void leaf(1)}>
                      {t('letterNext')}
                    </OnlineButton>
                  </div>
                )}
              </div>
              {problem && (
                <Notice tone="danger" role="alert">
                  {errorText(problem)}
                </Notice>
              )}
              <div className="grid gap-6 lg:grid-cols-2">
                {(['es', 'en'] as const).map((language) => (
                  <section key={language} className="min-w-0">
                    <h3 className="text-base">{t(language === 'es' ? 'letterEs' : 'letterEn')}</h3>
                    <div lang={language} className="mt-2 rounded-lg border border-ink-200 bg-ink-50 p-4">
                      <p className="wrap-anywhere font-semibold">{letter[language].subject}</p>
                      <p className="mt-2 wrap-anywhere whitespace-pre-line">{letter[language].text}</p>
                    </div>
                  </section>
                ))}
              </div>
            </>
          )}
        </div>
      </Card>
    </div>
  )
}
