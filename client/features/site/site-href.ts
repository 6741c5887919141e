import type { SiteLanguage } from '#shared/site/model.ts'
import { languageOfPath } from '#shared/site/paths.ts'
import { hrefIn, linkHref } from '#shared/site/rules.ts'

/** Address of a link as somebody wrote it, to the site's own pages in the language of the page (WO2); '' for what is no link. */
export const siteHref = (text: string, language: SiteLanguage): string => hrefIn(linkHref(text), language)

/** What a link is called whose picture says nothing: where it leads, as people write addresses. `home`: what the start of the site is called. */
export function hrefName(href: string, home: string): string {
  if (languageOfPath(href).path === '/') return home
  return href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '')
}
