import type { Language } from '#client/i18n/language.ts'

/** What a public call tells, by nobody and of the server alone; null where there is no network, or it would not tell. */
export async function publicData(path: string, language: Language): Promise<unknown> {
  try {
    const reply = await fetch(path, { credentials: 'omit', headers: { 'Accept-Language': language } })
    const { success, data }: { success?: boolean; data?: unknown } = await reply.json()
    return success === true ? (data ?? null) : null
  } catch {
    // No network, or a page of its own in the place of a reply.
    return null
  }
}
