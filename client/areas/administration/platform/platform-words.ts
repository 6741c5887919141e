import type { UserKind } from '#shared/access/actor.ts'
import { pageAddress } from '#shared/addresses.ts'
import { isKnownTemplate } from '#shared/platform/rules.ts'
import type { PlatformTranslate } from './text.ts'

/** What a kind of letter is called; one of another version by its own name. */
export const templateWords = (t: PlatformTranslate, template: string): string =>
  isKnownTemplate(template) ? t(`template_${template}`) : t('template_other', { template })

const reasons = ['stopping', 'database', 'listening', 'schema', 'database_file', 'files', 'clock'] as const

/** Why a process takes no work. */
export function reasonWords(t: PlatformTranslate, reason: string): string {
  const known = reasons.find((each) => each === reason)
  return known ? t(`reason_${known}`) : t('reason_other', { reason })
}

const stores = ['disk', 'database', 's3'] as const

/** Where uploaded files are. */
export function storeWords(t: PlatformTranslate, kind: string): string {
  const known = stores.find((each) => each === kind)
  return known ? t(`files_${known}`) : t('files_other', { kind })
}

/** With what somebody came, as far as their browser says. */
export function programWords(
  t: PlatformTranslate,
  { browser, system }: { readonly browser: string | null; readonly system: string | null },
): string {
  return browser !== null && system !== null ? t('programOn', { browser, system }) : (browser ?? system ?? t('programUnknown'))
}

/** Where an administrator finds somebody, and what can be done to their account. */
export const userAddress = (kind: UserKind, email: string): string =>
  pageAddress(kind === 'Institutional' ? 'externalUsers' : 'internalUsers', { q: email })
