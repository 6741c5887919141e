import type { Instant } from '#shared/kernel/instant.ts'
import type { ServerProcess } from '#shared/platform/routes.ts'
import { isGone } from '#shared/platform/rules.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge, Status } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from './facts.tsx'
import { reasonWords } from './platform-words.ts'
import { platformText } from './text.ts'

/** Every process of the database, with how it is (HP1). */
export function Processes({ processes, at }: { readonly processes: readonly ServerProcess[]; readonly at: Instant }) {
  const t = useText(platformText)
  return (
    <section aria-labelledby="platform-processes">
      <h2 id="platform-processes" className="mb-3 text-xl">
        {t('processes')}
      </h2>
      {processes.length === 0 ? (
        <p className="text-ink-600">{t('processesNone')}</p>
      ) : (
        <ul className="grid items-start gap-5 lg:grid-cols-2">
          {processes.map((process) => (
            <li key={process._id}>
              <ProcessCard process={process} at={at} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ProcessCard({ process, at }: { readonly process: ServerProcess; readonly at: Instant }) {
  const t = useText(platformText)
  const format = useFormat()
  const { _id, version, schema, host, startedAt, seenAt, answering, figures } = process
  const { memoryBytes, loopMs, streams, diskFreeBytes } = figures
  const told = (value: number | null, words: (value: number) => string): string => (value === null ? t('unknown') : words(value))
  return (
    <Card
      as="article"
      level={3}
      title={t('process', { id: _id })}
      actions={answering && <Badge tone="info">{t('processAnswering')}</Badge>}
    >
      <div className="grid gap-4">
        <div>
          <ProcessState process={process} at={at} />
          <p className="mt-1 text-sm wrap-anywhere text-ink-600">
            {t('processSince', { time: format.moment(startedAt) })} · {t('processOn', { host })}
          </p>
        </div>
        <Facts
          facts={[
            { id: 'version', label: t('version'), value: t('schemaOf', { version, schema }) },
            { id: 'sign', label: t('lastSign'), value: format.moment(seenAt) },
            { id: 'memory', label: t('memory'), value: told(memoryBytes, format.bytes) },
            { id: 'loop', label: t('loop'), value: told(loopMs, (n) => t('milliseconds', { n: format.number(n) })) },
            { id: 'streams', label: t('streams'), value: told(streams, format.number) },
            { id: 'disk', label: t('diskFree'), value: told(diskFreeBytes, format.bytes) },
          ]}
        />
      </div>
    </Card>
  )
}

function ProcessState({ process: { seenAt, figures }, at }: { readonly process: ServerProcess; readonly at: Instant }) {
  const t = useText(platformText)
  const format = useFormat()
  if (isGone({ seenAt }, at))
    return (
      <Status tone="warning" icon="warning">
        {t('processGone', { time: format.time(seenAt) })}
      </Status>
    )
  if (figures.reason !== null)
    return (
      <Status tone="danger" icon="danger">
        {reasonWords(t, figures.reason)}
      </Status>
    )
  return (
    <Status tone="success" icon="check-circle">
      {t('processGood')}
    </Status>
  )
}
