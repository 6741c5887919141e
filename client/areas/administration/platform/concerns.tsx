import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { PlatformStatus } from '#shared/platform/routes.ts'
import { concernsOf } from '#shared/platform/rules.ts'
import type { Concern, ConcernKind } from '#shared/platform/rules.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { platformText } from './text.ts'
import type { PlatformTranslate } from './text.ts'

/** Parts of the page, by what stands in its address; the first is the page without one. */
export const platformParts = ['overview', 'mail', 'jobs', 'storage', 'devices'] as const
export type PlatformPart = (typeof platformParts)[number]
const nameInAddress: Readonly<Record<PlatformPart, string | undefined>> = {
  overview: undefined,
  mail: 'correo',
  jobs: 'tareas',
  storage: 'almacenamiento',
  devices: 'equipos',
}
export const partAddress = (part: PlatformPart): string => pageAddress('platform', { ver: nameInAddress[part] })
export const partIn = (ver: string | null): PlatformPart =>
  platformParts.find((part) => nameInAddress[part] === (ver ?? undefined)) ?? 'overview'

/** Where each is seen; what stands on the first part itself leads nowhere. */
const partOf: Readonly<Partial<Record<ConcernKind, PlatformPart>>> = {
  mailStuck: 'mail',
  failedLetters: 'mail',
  jobs: 'jobs',
  nearQuota: 'storage',
  leftWork: 'devices',
}
const severe: ReadonlySet<ConcernKind> = new Set(['notReady', 'diskShort', 'mailStuck'])

function concernWords(t: PlatformTranslate, { kind, n }: Concern): string {
  switch (kind) {
    case 'notReady':
    case 'jobs':
    case 'failedLetters':
    case 'nearQuota':
    case 'leftWork':
    case 'gone':
      return t(`concern_${kind}`, { n })
    case 'diskShort':
    case 'mailStuck':
    case 'backupNever':
    case 'backupOld':
    case 'mixedVersions':
    case 'drillNever':
    case 'drillOld':
      return t(`concern_${kind}`)
  }
}

/** What somebody has to look at, the worst first, each with what to do and the way there; or that nothing is. */
export function Concerns({ status }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  const concerns = concernsOf(status)
  if (concerns.length === 0)
    return (
      <Notice tone="success" title={t('allWell')} className="mt-6">
        {t('allWellBody')}
      </Notice>
    )
  return (
    <section className="mt-6" aria-labelledby="platform-concerns">
      <h2 id="platform-concerns" className="mb-3 text-xl">
        {t('concerns')}
      </h2>
      <ul className="forced-edge divide-y divide-ink-150 rounded-xl border border-ink-200/80 bg-white shadow-card">
        {concerns.map((concern) => {
          const { kind } = concern
          const words = concernWords(t, concern)
          const part = partOf[kind]
          const isSevere = severe.has(kind)
          return (
            <li key={kind} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3.5 md:px-6">
              <Icon name={isSevere ? 'danger' : 'warning'} className={isSevere ? 'mt-0.5 text-bad-700' : 'mt-0.5 text-warm-700'} />
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold text-ink-950">{words}</p>
                <p className="text-ink-700">{t(`todo_${kind}`)}</p>
              </div>
              {part && (
                <Link
                  to={partAddress(part)}
                  state={{ stays: true }}
                  aria-label={t('seeOf', { what: words })}
                  className="inline-flex min-h-9 items-center font-semibold text-brand-700 hover:underline pointer-coarse:min-h-[44px]"
                >
                  {t('see')}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
