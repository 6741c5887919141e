import type { ReactNode } from 'react'
import type { UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import type { DataColumn } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { keepBeside } from '#client/ui/keep-beside.ts'
import { LockedSwitch } from '#client/ui/locked.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuAction, MenuEntry } from '#client/ui/overlays/menu.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import type { es } from './strings.es.ts'
import { usersText } from './text.ts'
import { institutionsOf, nameOf, roleWords } from './user-words.ts'

const filters = ['all', 'active', 'invited', 'inactive', 'waiting'] as const
type Filter = (typeof filters)[number]
const filterKeys = {
  all: 'filterAll',
  active: 'filterActive',
  invited: 'filterInvited',
  inactive: 'filterInactive',
  waiting: 'filterWaiting',
} as const satisfies Record<Filter, string>
const choices = { filters, sortable: ['name', 'place', 'role', 'signIn'] }

function passes({ active, joined, waiting }: UserView, filter: Filter): boolean {
  if (filter === 'all') return true
  if (filter === 'active') return active && joined
  if (filter === 'invited') return active && !joined
  return filter === 'inactive' ? !active : waiting > 0
}

/** What can be done to an account. */
export interface UserActions {
  readonly onEdit: (user: UserView) => void
  readonly onToggle: (user: UserView) => void
  readonly onInvite: (user: UserView) => void
  readonly onHistory: (user: UserView) => void
  readonly onInstitutions: (user: UserView) => void
  readonly onDevices: (user: UserView) => void
  readonly onResetFactor: (user: UserView) => void
  readonly onTakeData: (user: UserView) => void
  readonly onAnonymise: (user: UserView) => void
}

interface Props {
  readonly mode: UserMode
  readonly rows: readonly UserView[]
  readonly actions: UserActions
  readonly online: boolean
  /** Who looks: nobody resets their own second factor. */
  readonly me: string | undefined
  /** What makes the first one. */
  readonly create: ReactNode
}

interface Drawing {
  readonly t: Translate<typeof es>
  readonly format: Format
  readonly actions: UserActions
  readonly online: boolean
  readonly me: string | undefined
  readonly mode: UserMode
}

/** People of the lab, or of institutions. Below 900 px a row is its person, their address and their menu, which has all that the columns do. */
export function UserTable({ mode, rows, actions, online, me, create }: Props) {
  const t = useText(usersText)
  const format = useFormat()
  const address = useTableView(choices)
  const slash = useShortcuts()
  return (
    <DataTable
      caption={t(mode === 'internal' ? 'captionInternal' : 'captionExternal')}
      columns={columnsOf({ t, format, actions, online, me, mode })}
      rows={rows}
      rowKey={({ _id }) => _id}
      textOf={(user) => `${nameOf(user)} ${user.email} ${user.originInstitution ?? ''} ${institutionsOf(user)} ${roleWords(t, user)}`}
      searchLabel={t('search')}
      address={address}
      filters={{ label: t('filter'), names: filters, nameOf: (each) => t(filterKeys[each]), passes }}
      slash={slash}
      empty={(searched) => (
        <EmptyState icon="users" title={t(searched ? 'notFound' : 'none')} actions={!searched && create}>
          {t(searched ? 'notFoundBody' : 'noneBody')}
        </EmptyState>
      )}
    />
  )
}

function columnsOf(drawing: Drawing): readonly DataColumn<UserView>[] {
  const { t, format, mode } = drawing
  return [
    {
      id: 'name',
      header: t('fullName'),
      rowHeader: true,
      sort: nameOf,
      cell: (user) => (
        <>
          <span className="block wrap-anywhere">{nameOf(user)}</span>
          <span className="block text-sm font-normal wrap-anywhere text-ink-600">{user.anonymised ? t('noAddress') : user.email}</span>
          <Standing user={user} drawing={drawing} />
        </>
      ),
      className: 'md:min-w-56',
    },
    {
      id: 'place',
      header: t(mode === 'internal' ? 'origin' : 'institution'),
      sort: (user) => (mode === 'internal' ? user.originInstitution : institutionsOf(user)),
      cell: (user) => (mode === 'internal' ? user.originInstitution : institutionsOf(user)),
      narrow: 'under',
      className: 'md:min-w-36',
    },
    { id: 'role', header: t('role'), sort: (user) => roleWords(t, user), cell: (user) => roleWords(t, user), narrow: 'under' },
    {
      id: 'signIn',
      header: t('lastSignIn'),
      sort: ({ lastSignInAt }) => lastSignInAt,
      cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt === null ? t('never') : format.moment(lastSignInAt)}</span>,
      narrow: 'out',
    },
    { id: 'active', header: t('active'), cell: (user) => <ActiveSwitch user={user} drawing={drawing} />, narrow: 'out' },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      cell: (user) => (
        <span className="-my-2 inline-flex">
          <Menu
            keep={keepBeside}
            label={t('actionsOf', { name: nameOf(user) })}
            trigger={<Icon name="dots" size={28} fixed />}
            triggerClassName="inline-flex size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950"
            entries={entriesOf(user, drawing)}
          />
        </span>
      ),
      className: 'relative w-12',
    },
  ]
}

/** What of an account is not as usual. */
function Standing({ user, drawing: { t, format } }: { readonly user: UserView; readonly drawing: Drawing }) {
  const { active, joined, invitedAt, waiting, anonymised } = user
  const words = anonymised
    ? t('anonymised')
    : active
      ? joined
        ? null
        : invitedAt === null
          ? t('invitedOnce')
          : t('invited', { day: format.day(invitedAt) })
      : t(joined ? 'inactive' : 'withdrawn')
  return (
    <>
      {words !== null && (
        <Badge tone={active ? 'info' : 'neutral'} className="mt-1">
          {words}
        </Badge>
      )}
      {waiting > 0 && (
        <Badge tone="warning" className="mt-1">
          {t('waiting', { n: waiting })}
        </Badge>
      )}
    </>
  )
}

function ActiveSwitch({ user, drawing: { t, actions, online } }: { readonly user: UserView; readonly drawing: Drawing }) {
  const label = t('activeOf', { name: nameOf(user) })
  if (user.anonymised) return <LockedSwitch label={label} checked={false} reason={t('anonymisedLocked')} />
  return online ? (
    <Switch labelHidden label={label} checked={user.active} onChange={() => actions.onToggle(user)} />
  ) : (
    <LockedSwitch label={label} checked={user.active} reason={t('needsNetwork')} />
  )
}

function entriesOf(user: UserView, { t, actions, online, me }: Drawing): readonly MenuEntry[] {
  /** Without a network what the server must do keeps its place, with the lock sign and why. */
  const closable = (entry: MenuAction): MenuAction => (online ? entry : { ...entry, icon: 'lock', hint: t('needsNetwork'), disabled: true })
  const history = closable({ id: 'history', label: t('history'), icon: 'history', onAction: () => actions.onHistory(user) })
  const data = closable({ id: 'data', label: t('takeData'), icon: 'download', onAction: () => actions.onTakeData(user) })
  if (user.anonymised) return [history, data]
  return [
    closable({ id: 'edit', label: t('edit'), icon: 'edit', onAction: () => actions.onEdit(user) }),
    ...(user.active && !user.joined
      ? [closable({ id: 'invite', label: t('invite'), icon: 'mail', onAction: () => actions.onInvite(user) })]
      : []),
    ...(user.kind === 'Institutional'
      ? [closable({ id: 'institutions', label: t('institutions'), icon: 'building', onAction: () => actions.onInstitutions(user) })]
      : []),
    closable({ id: 'devices', label: t('devices'), icon: 'device', onAction: () => actions.onDevices(user) }),
    ...(user.secondFactor && user._id !== me
      ? [closable({ id: 'resetFactor', label: t('resetFactor'), icon: 'unlock', onAction: () => actions.onResetFactor(user) })]
      : []),
    history,
    data,
    'separator',
    closable({
      id: 'toggle',
      label: t(user.active ? (user.joined ? 'deactivate' : 'withdraw') : 'activate'),
      icon: user.active ? 'lock' : 'unlock',
      danger: user.active,
      onAction: () => actions.onToggle(user),
    }),
    ...(user._id === me
      ? []
      : [closable({ id: 'anonymise', label: t('anonymise'), icon: 'trash', danger: true, onAction: () => actions.onAnonymise(user) })]),
  ]
}
