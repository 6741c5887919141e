import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { epochMs } from '#shared/kernel/instant.ts'
import type { PlatformStatus, WaitingDevice, WaitingDevices } from '#shared/platform/routes.ts'
import { isLeftLong } from '#shared/platform/rules.ts'
import { useShortcuts } from '#client/data/shortcut-switch.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DataTable } from '#client/ui/tables/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { useTableView } from '#client/ui/tables/use-table-view.ts'
import { Kept } from './kept.tsx'
import { programWords, userAddress } from './platform-words.ts'
import { platformText } from './text.ts'
import { useDevices, useRefresh } from './use-platform.ts'

const filters = ['all', 'long'] as const
type Filter = (typeof filters)[number]
const choices = { filters, sortable: ['person', 'place', 'waiting', 'seen'] }

/** Devices on which something waits (HP7), and which application all devices have. */
export function Devices({ status }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  const reading = useDevices()
  useRefresh(reading.again)
  return (
    <>
      <section aria-labelledby="platform-devices">
        <h2 id="platform-devices" className="text-xl">
          {t('devices')}
        </h2>
        <div className="mt-1 mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="max-w-prose text-ink-600">
            <p>{t('devicesLead')}</p>
            <p className="mt-1">{t('devicesWhat')}</p>
          </div>
          <LinkButton to={pageAddress('recoverWork')} icon="upload">
            {t('recoverWork')}
          </LinkButton>
        </div>
        <Kept of={reading}>{(page) => <Waiting page={page} current={status.program.version} />}</Kept>
      </section>
      <Apps status={status} />
    </>
  )
}

function Waiting({ page: { at, devices, total }, current }: { readonly page: WaitingDevices; readonly current: string }) {
  const t = useText(platformText)
  const format = useFormat()
  const address = useTableView(choices)
  const slash = useShortcuts()
  const place = ({ kind, institution }: WaitingDevice): string => (kind === 'Institutional' ? institution : t('ofLab'))
  return (
    <>
      {total > devices.length && <p className="mb-3 text-ink-600">{t('devicesMore', { n: format.number(total) })}</p>}
      <DataTable<WaitingDevice, Filter>
        caption={t('devicesCaption')}
        rows={devices}
        rowKey={({ _id }) => _id}
        textOf={(row) => `${row.name} ${row.email} ${place(row)} ${programWords(t, row)} ${row.app}`}
        searchLabel={t('devicesSearch')}
        address={address}
        filters={{
          label: t('devicesFilter'),
          names: filters,
          nameOf: (each) => t(`devices_${each}`),
          passes: (row, filter) => filter === 'all' || isLeftLong(row, at),
        }}
        slash={slash}
        columns={[
          {
            id: 'person',
            header: t('columnPerson'),
            rowHeader: true,
            sort: ({ name }) => name,
            cell: (row) => (
              <>
                <Link to={userAddress(row.kind, row.email)} className="block wrap-anywhere text-brand-700 hover:underline">
                  {row.name}
                </Link>
                <span className="block text-sm font-normal wrap-anywhere text-ink-600">{row.email}</span>
              </>
            ),
          },
          { id: 'place', header: t('columnInstitution'), sort: place, cell: place, narrow: 'under' },
          {
            id: 'device',
            header: t('columnDevice'),
            cell: (row) => (
              <>
                <span className="block">{programWords(t, row)}</span>
                <span className="flex flex-wrap items-center gap-1.5 text-sm text-ink-600">
                  {row.app === '' ? t('appUnknown') : t('appOf', { app: row.app })}
                  {row.app !== current && row.app !== '' && <Badge tone="neutral">{t('appOld')}</Badge>}
                  {!row.signedIn && <Badge tone="neutral">{t('sessionOver')}</Badge>}
                </span>
              </>
            ),
            narrow: 'under',
          },
          {
            id: 'waiting',
            header: t('columnWaiting'),
            align: 'end',
            sort: ({ waiting }) => waiting,
            cell: ({ waiting }) => format.number(waiting),
          },
          {
            id: 'seen',
            header: t('columnSeen'),
            sort: ({ lastSeenAt }) => lastSeenAt,
            cell: (row) => (
              <>
                <span className="block">{format.ago(row.lastSeenAt, epochMs(at))}</span>
                <span className="tabular block text-sm text-ink-600 max-md:hidden">{format.moment(row.lastSeenAt)}</span>
                {isLeftLong(row, at) && (
                  <Badge tone="warning" className="mt-1">
                    {t('leftLong')}
                  </Badge>
                )}
              </>
            ),
          },
        ]}
        empty={(searched) => (
          <EmptyState icon="cloud-check" title={t(searched ? 'devicesNotFound' : 'devicesNone')}>
            {!searched && t('devicesNoneBody')}
          </EmptyState>
        )}
      />
    </>
  )
}

/** Who still has an earlier application. */
function Apps({ status: { devices, program } }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  const format = useFormat()
  return (
    <section className="mt-10" aria-labelledby="platform-apps">
      <h2 id="platform-apps" className="text-xl">
        {t('apps')}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-600">{t('appsHint')}</p>
      <div className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card max-sm:px-4">
        <Table
          caption={t('apps')}
          rows={devices.apps}
          rowKey={({ app }) => app}
          stacks
          empty={t('appsNone')}
          columns={[
            {
              id: 'app',
              header: t('appVersion'),
              rowHeader: true,
              cell: ({ app }) => (
                <span className="flex flex-wrap items-center gap-2">
                  {app === '' ? t('appUnknown') : app}
                  {app !== '' && (
                    <Badge tone={app === program.version ? 'success' : 'neutral'}>
                      {t(app === program.version ? 'appCurrent' : 'appOld')}
                    </Badge>
                  )}
                </span>
              ),
            },
            { id: 'devices', header: t('appDevices'), align: 'end', cell: (row) => format.number(row.devices) },
            { id: 'recent', header: t('appRecent'), align: 'end', cell: (row) => format.number(row.recent) },
            { id: 'waiting', header: t('appWaiting'), align: 'end', cell: (row) => format.number(row.waiting) },
            { id: 'last', header: t('appLast'), cell: (row) => <span className="tabular">{format.moment(row.lastSeenAt)}</span> },
          ]}
        />
      </div>
    </section>
  )
}
