import type { SiteLanguage } from '#shared/site/model.ts'
import { hrefIn, linkHref } from '#shared/site/rules.ts'

/** Address of a link as somebody wrote it, to the site's own pages in the language of the page (WO2); '' for what is no link. */
export const siteHref = (text: string, language: SiteLanguage): string => hrefIn(linkHref(text), language)
