import { useRef, useState } from 'react'
import type { InvitedRow, UserList } from '#shared/accounts/user-routes.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { acceptedTables, readTable } from '#client/data/read-table.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { listOf, peopleIn } from './people-table.ts'
import { usersText } from './text.ts'
import { invitePeople } from './user-calls.ts'

interface Props {
  readonly institutions: UserList['institutions']
  /** Reads the list anew. */
  readonly onChanged: () => Promise<UserList | undefined>
  readonly onClose: () => void
}

const none = { institution: '', list: '' }

/** Invites several people of an institution: every row is looked at before anybody gets a letter, and all do or none. */
export function InviteManyDialog({ institutions, onChanged, onClose }: Props) {
  const t = useText(usersText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const { fields, write, standing, forget } = useKeptFields({ kind: 'invitations', subject: 'many', initial: none, about: t('inviteMany') })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [rows, setRows] = useState<readonly InvitedRow[] | null>(null)
  const wrong = rows?.filter((row) => row.code !== null).length ?? 0
  const ready = rows !== null && wrong === 0
  const change = (next: Partial<typeof none>): void => {
    setRows(null)
    setProblem(null)
    write({ ...fields, ...next })
  }
  const send = async (preview: boolean): Promise<void> => {
    setTried(true)
    if (busy || fields.institution === '' || fields.list.trim() === '') return
    const people = peopleIn(fields.list)
    if (!people.ok) return setProblem(people.failure)
    if (people.value.length === 0) return setProblem(failure('email_empty'))
    setBusy(true)
    const reply = await invitePeople(fields.institution, people.value, preview)
    if (reply.ok && reply.value.invited > 0) await onChanged()
    setBusy(false)
    if (!reply.ok) return setProblem(reply.failure)
    setProblem(null)
    setRows(reply.value.rows)
    if (reply.value.invited === 0) return
    toast('success', t('manySent', { n: reply.value.invited }))
    await forget()
    onClose()
  }
  const file = useRef<HTMLInputElement>(null)
  const take = async (chosen: File): Promise<void> => {
    setReading(true)
    const sheet = await readTable(chosen)
    setReading(false)
    return sheet.ok ? change({ list: listOf(sheet.value) }) : setProblem(sheet.failure)
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  return (
    <Dialog
      open
      size="large"
      onClose={giveUp}
      title={t('inviteMany')}
      // A press beside the window would lose what is written.
      dismissable={!busy && sameFields(fields, none)}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void send(!ready)}>
            {ready ? t('manySend', { n: rows.length }) : t('manyReview')}
          </OnlineButton>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-600">{t('manyLead')}</p>
        {standing !== 'fresh' && (
          <Notice tone={standing === 'restored' ? 'info' : 'warning'} role="status">
            {t(standing === 'restored' ? 'restored' : 'unkept')}
          </Notice>
        )}
        <Select
          label={t('institution')}
          options={institutions.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={fields.institution}
          onChange={(institution) => change({ institution })}
          error={tried && fields.institution === '' ? t('institutionMissing') : null}
        />
        <TextArea
          label={t('manyList')}
          hint={t('manyHint')}
          value={fields.list}
          onChange={(list) => change({ list })}
          rows={6}
          error={tried && fields.list.trim() === '' ? t('manyEmpty') : null}
        />
        <FileInput input={file} label={t('manyFile')} accept={acceptedTables} onChoose={(chosen) => void take(chosen)} />
        <Button icon="upload" className="w-fit" busy={reading} onClick={() => file.current?.click()}>
          {t('manyFile')}
        </Button>
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        {rows && (
          <>
            <Notice tone={wrong > 0 ? 'warning' : 'success'} role="status">
              {wrong > 0 ? t('manyWrong', { n: wrong }) : t('manyReady', { n: rows.length })}
            </Notice>
            <Table
              caption={t('manyCaption')}
              columns={[
                {
                  id: 'person',
                  header: t('fullName'),
                  rowHeader: true,
                  cell: ({ name, surname }) => <span className="wrap-anywhere">{`${name} ${surname}`.trim() || '–'}</span>,
                },
                { id: 'email', header: t('email'), cell: ({ email }) => <span className="wrap-anywhere">{email || '–'}</span> },
                {
                  id: 'state',
                  header: t('manyState'),
                  cell: ({ code, email, userId }) =>
                    code === null ? (
                      t(userId === null ? 'manyOk' : 'manyKnown')
                    ) : (
                      <span className="font-medium text-bad-700">{errorText(failure(code, { email }))}</span>
                    ),
                },
              ]}
              rows={rows.toSorted((left, right) => Number(left.code === null) - Number(right.code === null))}
              rowKey={({ name, surname, email }) => `${name} ${surname} ${email}`}
              stacks
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
