import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { userKinds } from '#shared/access/actor.ts'
import { pageAddress } from '#shared/addresses.ts'
import type { PlatformStatus } from '#shared/platform/routes.ts'
import { isGone } from '#shared/platform/rules.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { Concerns } from './concerns.tsx'
import { Facts } from './facts.tsx'
import { programWords, storeWords, userAddress } from './platform-words.ts'
import { Processes } from './processes.tsx'
import { platformText } from './text.ts'

interface Props {
  readonly status: PlatformStatus
  /** How far the audit is as it was written: another feature's. */
  readonly chain: ReactNode
}

/** What an administrator reads first: what needs somebody, and how the server is. */
export function Overview({ status, chain }: Props) {
  return (
    <>
      <Concerns status={status} />
      <div className="mt-10 grid gap-10">
        <Processes processes={status.processes} at={status.at} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <Surroundings status={status} />
            <Audit>{chain}</Audit>
          </div>
          <div className="grid gap-5">
            <Versions status={status} />
            <Sessions sessions={status.sessions} />
          </div>
        </div>
      </div>
    </>
  )
}

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Database, files, mail, clock and copies. */
function Surroundings({ status: { at, database, processes, backup, storage } }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  const format = useFormat()
  const here = processes.filter((process) => !isGone(process, at))
  const own = here.find(({ answering }) => answering) ?? here[0]
  const jumped = here.find(({ figures }) => figures.jumpMs !== null)?.figures.jumpMs ?? null
  const mail = own?.figures.mail ?? null
  const files = own?.figures.files ?? null
  return (
    <Card title={t('server')}>
      <Facts
        facts={[
          { id: 'database', label: t('database'), value: `${databaseNames[database.kind]} ${database.version}` },
          { id: 'size', label: t('databaseSize'), value: format.bytes(database.bytes) },
          {
            id: 'files',
            label: t('fileStore'),
            value: (
              <>
                {files === null ? t('unknown') : storeWords(t, files)}
                <span className="block text-sm text-ink-600">
                  {t('filesHeld', { n: format.number(storage.files), bytes: format.bytes(storage.bytes) })}
                </span>
              </>
            ),
          },
          { id: 'mail', label: t('mail'), value: mail === null ? t('unknown') : t(`mail_${mail}`) },
          {
            id: 'clock',
            label: t('clock'),
            value: (
              <>
                {format.moment(at)}
                <span className="block text-sm text-ink-600">
                  {jumped === null ? t('clockGood') : t('clockJumped', { seconds: format.number(Math.round(jumped / 1_000)) })}
                </span>
              </>
            ),
          },
          { id: 'backup', label: t('backup'), value: backup.backupAt === null ? t('neverBackup') : format.moment(backup.backupAt) },
          { id: 'drill', label: t('drill'), value: backup.drillAt === null ? t('neverDrill') : format.moment(backup.drillAt) },
        ]}
      />
    </Card>
  )
}

function Versions({ status: { program } }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  return (
    <Card title={t('versions')}>
      <Facts
        facts={[
          { id: 'program', label: t('versionProgram'), value: program.version },
          { id: 'schema', label: t('versionSchema'), value: program.schema },
          { id: 'wire', label: t('versionWire'), value: t('versionWireOf', { wire: program.wire, catalogue: program.catalogue }) },
        ]}
      />
    </Card>
  )
}

/** How many are signed in, and who was the last to. */
function Sessions({ sessions: { byKind, newest } }: { readonly sessions: PlatformStatus['sessions'] }) {
  const t = useText(platformText)
  const format = useFormat()
  return (
    <Card title={t('sessions')}>
      <p className="mb-2 text-ink-600">{t('sessionsNow')}</p>
      <Facts facts={userKinds.map((kind) => ({ id: kind, label: t(`kind_${kind}`), value: format.number(byKind[kind]) }))} />
      <h3 className="mt-5 mb-1 text-base">{t('newest')}</h3>
      {newest.length === 0 ? (
        <p className="text-ink-600">{t('newestNone')}</p>
      ) : (
        <ul className="divide-y divide-ink-150">
          {newest.map((each) => (
            <li key={`${each.user} ${each.at}`} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
              <Link to={userAddress(each.kind, each.email)} className="min-w-0 font-medium wrap-anywhere text-brand-700 hover:underline">
                {each.name}
              </Link>
              <span className="tabular text-sm text-ink-600">
                {programWords(t, each)} · {format.moment(each.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm text-ink-600">{t('endSessions')}</p>
    </Card>
  )
}

function Audit({ children }: { readonly children: ReactNode }) {
  const t = useText(platformText)
  return (
    <Card
      title={t('chain')}
      actions={
        <Link to={pageAddress('audit')} className="inline-flex min-h-9 items-center font-semibold text-brand-700 hover:underline">
          {t('openAudit')}
        </Link>
      }
    >
      <div className="-mt-3">{children}</div>
    </Card>
  )
}
