import { useState } from 'react'
import type { UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { useOnline } from '#client/data/online.ts'
import { useSession } from '#client/data/session.ts'
import { nameOf } from '#client/features/users/user-words.ts'
import { AnonymiseDialog } from '#client/features/users/anonymise-dialog.tsx'
import { CloseDialog } from '#client/features/users/close-dialog.tsx'
import { DevicesDialog } from '#client/features/users/devices-dialog.tsx'
import { HistoryDialog } from '#client/features/users/history-dialog.tsx'
import { InstitutionsDialog } from '#client/features/users/institutions-dialog.tsx'
import { InviteManyDialog } from '#client/features/users/invite-many-dialog.tsx'
import { usersText } from '#client/features/users/text.ts'
import { inviteAgain, resetFactor, takeData, toggleAccount } from '#client/features/users/user-calls.ts'
import { UserDialog } from '#client/features/users/user-dialog.tsx'
import { UserTable } from '#client/features/users/user-table.tsx'
import { useUsers } from '#client/features/users/use-users.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.tsx'

/** The window over the table. */
type Open =
  | { readonly kind: 'create' | 'many' }
  | { readonly kind: 'edit' | 'close' | 'history' | 'devices' | 'institutions' | 'resetFactor' | 'anonymise'; readonly user: UserView }

/** One table in two modes: the lab's people, and those of institutions. */
function UsersPage({ mode }: { readonly mode: UserMode }) {
  const t = useText(usersText)
  const errorText = useErrorText()
  const language = useLanguage()
  const online = useOnline()
  const me = useSession().user
  const { list, fresh, load } = useUsers(mode)
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  if (list === null) return <PageSkeleton />

  const close = (): void => setOpen(null)
  const toggle = async (user: UserView): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await toggleAccount(user._id, !user.active)
    await load()
    setBusy(false)
    close()
    if (reply.ok) toast('success', t(user.active ? (user.joined ? 'deactivated' : 'withdrawnDone') : 'activated'))
    else toast('error', errorText(reply.failure))
  }
  const invite = async (user: UserView): Promise<void> => {
    const reply = await inviteAgain(user._id)
    await load()
    if (reply.ok) toast('success', t('inviteSent'))
    else toast('error', errorText(reply.failure))
  }
  const take = async (user: UserView): Promise<void> => {
    const reply = await takeData(user._id, language)
    if (reply.ok) toast('success', t('dataBegun'))
    else toast('error', errorText(reply.failure))
  }
  const resetOf = async (user: UserView): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await resetFactor(user._id)
    await load()
    setBusy(false)
    close()
    if (reply.ok) toast('success', t('factorReset'))
    else toast('error', errorText(reply.failure))
  }
  const create = (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" disabled={!online} onClick={() => setOpen({ kind: 'create' })}>
      {t('create')}
    </Button>
  )
  return (
    <Page width="wide">
      <PageHeading
        lead={t(mode === 'internal' ? 'leadInternal' : 'leadExternal')}
        actions={
          <>
            {mode === 'external' && (
              <Button icon="mail" aria-haspopup="dialog" disabled={!online} onClick={() => setOpen({ kind: 'many' })}>
                {t('inviteMany')}
              </Button>
            )}
            {create}
          </>
        }
      />
      {!fresh && list && (
        <Notice
          tone="warning"
          icon="cloud-off"
          title={t('offlineTitle')}
          className="mt-6"
          actions={<Button onClick={() => void load()}>{t('retry')}</Button>}
        >
          {t('offlineBody')}
        </Notice>
      )}
      <div className="mt-6">
        {list ? (
          <UserTable
            mode={mode}
            rows={list.userIds.flatMap((id) => list.userById[id] ?? [])}
            online={online}
            me={me?._id}
            create={create}
            actions={{
              onEdit: (user) => setOpen({ kind: 'edit', user }),
              onInstitutions: (user) => setOpen({ kind: 'institutions', user }),
              onDevices: (user) => setOpen({ kind: 'devices', user }),
              onHistory: (user) => setOpen({ kind: 'history', user }),
              onResetFactor: (user) => setOpen({ kind: 'resetFactor', user }),
              onAnonymise: (user) => setOpen({ kind: 'anonymise', user }),
              onTakeData: (user) => void take(user),
              onInvite: (user) => void invite(user),
              onToggle: (user) => {
                if (user.active) setOpen({ kind: 'close', user })
                else void toggle(user)
              },
            }}
          />
        ) : (
          <EmptyState icon="users" title={t('missing')} actions={<Button onClick={() => void load()}>{t('retry')}</Button>} />
        )}
      </div>
      {open?.kind === 'create' && <UserDialog mode={mode} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />}
      {open?.kind === 'edit' && (
        <UserDialog mode={mode} user={open.user} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />
      )}
      {open?.kind === 'close' && <CloseDialog user={open.user} busy={busy} onConfirm={() => void toggle(open.user)} onClose={close} />}
      <AlertDialog
        open={open?.kind === 'resetFactor'}
        title={open?.kind === 'resetFactor' && t('resetFactorTitle', { name: nameOf(open.user) })}
        confirm={t('resetFactorConfirm')}
        kind="danger"
        busy={busy}
        onConfirm={() => {
          if (open?.kind === 'resetFactor') void resetOf(open.user)
        }}
        onCancel={close}
      >
        {t('resetFactorBody')}
      </AlertDialog>
      {open?.kind === 'many' && <InviteManyDialog institutions={list?.institutions ?? []} onChanged={load} onClose={close} />}
      {open?.kind === 'institutions' && (
        <InstitutionsDialog user={open.user} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />
      )}
      {open?.kind === 'devices' && <DevicesDialog user={open.user} onClose={close} />}
      {open?.kind === 'anonymise' && <AnonymiseDialog user={open.user} onChanged={load} onClose={close} />}
      {open?.kind === 'history' && <HistoryDialog user={open.user} onClose={close} />}
    </Page>
  )
}

export const InternalUsersPage = () => <UsersPage mode="internal" />
export const ExternalUsersPage = () => <UsersPage mode="external" />
