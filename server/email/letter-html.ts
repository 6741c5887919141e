import type { Language } from '../http/failures.ts'
import { markup, type Markup } from '../http/markup.ts'

/** A part of what a letter says; `leads`: it is an address that leads where the letter does, ends letters of its kind, or stood in what was written freely. */
export interface LetterPart {
  readonly text: string
  readonly leads?: 'link' | 'optOut' | 'free'
}

const words: Readonly<Record<Language, { readonly product: string; readonly open: string; readonly otherwise: string }>> = {
  es: {
    product: 'Índice de Innovación Pública',
    open: 'Abrir',
    otherwise: 'Si el botón no funciona, copie esta dirección en su navegador:',
  },
  en: { product: 'Public Innovation Index', open: 'Open', otherwise: 'If the button does not work, copy this address into your browser:' },
}

// Programs that show letters read no style sheet: each element carries its own.
const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.55;color:#1c2733;overflow-wrap:anywhere'
const button =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#0f4c81;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none'

const linkTo = (href: string, style: string, text: string): Markup =>
  markup`<a href="${href}" rel="noopener noreferrer nofollow" style="${style}">${text}</a>`

const linked = ({ text, leads }: LetterPart): Markup => (leads === undefined ? markup`${text}` : linkTo(text, 'color:#0f4c81', text))

/** Where a letter leads stands alone in its paragraph, and is a button. */
function buttonOf(href: string, language: Language): Markup {
  const { open, otherwise } = words[language]
  return markup`<p style="margin:24px 0 8px">${linkTo(href, button, open)}</p>
<p style="margin:0 0 20px;font-size:13px;line-height:1.5;color:#52606d;overflow-wrap:anywhere">${otherwise}<br>${linkTo(href, 'color:#52606d', href)}</p>
`
}

/** Parts by paragraph, and in each by line. */
function paragraphsOf(parts: readonly LetterPart[]): LetterPart[][][] {
  const paragraphs: LetterPart[][][] = [[[]]]
  for (const part of parts) {
    for (const [at, piece] of part.text.split(/(\n{2,}|\n)/).entries()) {
      if (at % 2 === 1) {
        if (piece.length > 1) paragraphs.push([[]])
        else paragraphs.at(-1)?.push([])
      } else if (piece !== '')
        paragraphs
          .at(-1)
          ?.at(-1)
          ?.push({ ...part, text: piece })
    }
  }
  return paragraphs.filter((lines) => lines.some((line) => line.length > 0))
}

const isItem = (line: readonly LetterPart[]): boolean => line[0]?.leads === undefined && line[0]?.text.startsWith('- ') === true

function blockOf(lines: readonly (readonly LetterPart[])[], language: Language): Markup {
  const [first] = lines
  const [only] = first ?? []
  if (lines.length === 1 && first?.length === 1 && only?.leads === 'link') return buttonOf(only.text, language)
  if (lines.every(isItem)) {
    const items = lines.map(([head, ...rest]) => markup`<li style="margin:0 0 4px">${head?.text.slice(2) ?? ''}${rest.map(linked)}</li>`)
    return markup`<ul style="${paragraph};padding-left:24px">${items}</ul>
`
  }
  return markup`<p style="${paragraph}">${lines.map((line, at) => markup`${at === 0 ? '' : markup`<br>`}${line.map(linked)}`)}</p>
`
}

/** A letter for whoever reads letters with their links: the words of its text, and nothing else of what a page can do (NO6, LE5). */
export const letterHtml = (
  { subject, parts }: { readonly subject: string; readonly parts: readonly LetterPart[] },
  language: Language,
): string =>
  markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#eef2f6;${font}">
<div style="max-width:600px;margin:0 auto;padding:24px 12px">
<div style="background:#ffffff;border:1px solid #d5dde6;border-radius:12px;padding:28px 28px 16px">
<p style="margin:0 0 6px;font-size:13px;color:#52606d">${words[language].product}</p>
<h1 style="margin:0 0 20px;font-size:21px;line-height:1.3;color:#0b1f33;overflow-wrap:anywhere">${subject}</h1>
${paragraphsOf(parts).map((lines) => blockOf(lines, language))}</div>
</div>
</body>
</html>
`.text
