import DOMPurify from 'dompurify'
import { leadsOut, leadsSomewhere, richText } from '#shared/kernel/rich-text.ts'
import { cleanText } from '#shared/kernel/clean-text.ts'

const config = {
  ALLOWED_TAGS: [...richText.tags],
  ALLOWED_ATTR: [...richText.attributes.a, ...richText.attributes.ol],
  // The others are addresses, or looked at as such.
  ADD_URI_SAFE_ATTR: [...richText.attributes.ol],
  ALLOWED_URI_REGEXP: leadsOut,
}

/** A text of the public site may lead to its own pages, whose addresses begin with one slash. */
const siteConfig = { ...config, ALLOWED_URI_REGEXP: leadsSomewhere }

/** HTML with nothing in it but the tags and addresses that an answer may hold. Before it is kept, and before it is shown. */
export const cleanHtml = (html: string): string => DOMPurify.sanitize(cleanText(html), config)
/** The same for a text of the public site. */
export const cleanSiteHtml = (html: string): string => DOMPurify.sanitize(cleanText(html), siteConfig)
