import { linkedParts } from '#shared/notices/links.ts'
import type { Language } from '../http/failures.ts'
import { markup, type Markup } from '../http/markup.ts'
import type { LetterText } from './letters.ts'

const paragraphOf = (text: string): Markup =>
  markup`<p>${text.split('\n').map((line, at) => markup`${at === 0 ? '' : markup`<br>`}${linkedParts(line).map(partOf)}`)}</p>
`
const partOf = ({ text, href }: ReturnType<typeof linkedParts>[number]): Markup =>
  href === null ? markup`${text}` : markup`<a href="${href}" rel="noopener noreferrer nofollow">${text}</a>`

/** What somebody wrote freely as a letter with its links, and nothing else of what a page can do (NO6). */
export const linkedHtml = ({ subject, text }: LetterText, language: Language): string =>
  markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${text.split(/\n{2,}/).map(paragraphOf)}</body>
</html>
`.text
