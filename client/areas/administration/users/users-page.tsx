import { useState } from 'react'
import type { UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useSession } from '#client/data/session/session.ts'
import { nameOf } from './user-words.ts'
import { AnonymiseDialog } from './anonymise-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { DevicesDialog } from './devices-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { InstitutionsDialog } from './institutions-dialog.tsx'
import { InviteManyDialog } from './invite-many-dialog.tsx'
import { usersText } from './text.ts'
import { inviteAgain, resetFactor, takeData, toggleAccount } from './user-calls.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import { useUsers } from './use-users.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const windows: WindowNames<'create' | 'many' | 'edit' | 'close' | 'history' | 'devices' | 'institutions' | 'resetFactor' | 'anonymise'> = {
  create: 'nuevo',
  many: 'varios',
  edit: 'editar',
  close: 'desactivar',
  history: 'historial',
  devices: 'equipos',
  institutions: 'instituciones',
  resetFactor: 'segundo-factor',
  anonymise: 'eliminar-nombre',
}

/** One table in two modes: the lab's people, and those of institutions. */
function UsersPage({ mode }: { readonly mode: UserMode }) {
  const t = useText(usersText)
  const errorText = useErrorText()
  const language = useLanguage()
  const online = useOnline()
  const me = useSession().user
  const { list, fresh, load } = useUsers(mode)
  const { open, show, close } = useWindowAddress(windows)
  const [busy, setBusy] = useState(false)
  if (list === null) return <PageSkeleton />

  const chosen = list?.userById[open?.id ?? '']
  const toggle = async (user: UserView): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await toggleAccount(user._id, !user.active)
    await load()
    setBusy(false)
    close()
    const opened = user.joined && user.kind === 'Institutional' ? 'activatedEmpty' : 'activated'
    if (reply.ok) toast('success', t(user.active ? (user.joined ? 'deactivated' : 'withdrawnDone') : opened))
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
    <Button kind="primary" icon="plus" aria-haspopup="dialog" disabled={!online} onClick={() => show('create')}>
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
              <Button icon="mail" aria-haspopup="dialog" disabled={!online} onClick={() => show('many')}>
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
              onEdit: (user) => show('edit', user._id),
              onInstitutions: (user) => show('institutions', user._id),
              onDevices: (user) => show('devices', user._id),
              onHistory: (user) => show('history', user._id),
              onResetFactor: (user) => show('resetFactor', user._id),
              onAnonymise: (user) => show('anonymise', user._id),
              onTakeData: (user) => void take(user),
              onInvite: (user) => void invite(user),
              onToggle: (user) => {
                if (user.active) show('close', user._id)
                else void toggle(user)
              },
            }}
          />
        ) : (
          <EmptyState icon="users" title={t('missing')} actions={<Button onClick={() => void load()}>{t('retry')}</Button>} />
        )}
      </div>
      {open?.act === 'create' && <UserDialog mode={mode} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />}
      {chosen && open?.act === 'edit' && (
        <UserDialog mode={mode} user={chosen} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />
      )}
      {chosen && open?.act === 'close' && <CloseDialog user={chosen} busy={busy} onConfirm={() => void toggle(chosen)} onClose={close} />}
      <AlertDialog
        open={chosen !== undefined && open?.act === 'resetFactor'}
        title={chosen && t('resetFactorTitle', { name: nameOf(chosen) })}
        confirm={t('resetFactorConfirm')}
        kind="danger"
        busy={busy}
        onConfirm={() => {
          if (chosen) void resetOf(chosen)
        }}
        onCancel={close}
      >
        {t('resetFactorBody')}
      </AlertDialog>
      {open?.act === 'many' && <InviteManyDialog institutions={list?.institutions ?? []} onChanged={load} onClose={close} />}
      {chosen && open?.act === 'institutions' && (
        <InstitutionsDialog user={chosen} institutions={list?.institutions ?? []} onChanged={load} onClose={close} />
      )}
      {chosen && open?.act === 'devices' && <DevicesDialog user={chosen} onClose={close} />}
      {chosen && open?.act === 'anonymise' && <AnonymiseDialog mode={mode} user={chosen} onChanged={load} onClose={close} />}
      {chosen && open?.act === 'history' && <HistoryDialog user={chosen} onClose={close} />}
    </Page>
  )
}

export const InternalUsersPage = () => <UsersPage mode="internal" />
export const ExternalUsersPage = () => <UsersPage mode="external" />
