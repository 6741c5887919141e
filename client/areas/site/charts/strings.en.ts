import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  howToRead: ({ n }: { n: number }) =>
    n === 1
      ? 'Chart with one figure. Read it with the right arrow. The table below says the same.'
      : `Chart with ${n} figures. Step through them with the arrow keys, Home and End; leave with Escape. The table below says the same.`,
  drawing: 'chart',
  markSaid: '{{series}}, {{label}}: {{value}}. Figure {{at}} of {{n}}.',
  markSaidAlone: '{{label}}: {{value}}. Figure {{at}} of {{n}}.',
  nothing: 'There is nothing to show for what you chose.',
  table: 'Show the data as a table',
  noFigure: 'no figure',
  source: 'Source: {{source}}',
  licence: 'Licence',
  take: 'Download and share',
  takePicture: 'Picture',
  takePng: 'PNG',
  takeSvg: 'SVG',
  takeData: 'Data',
  csvShown: 'CSV, only what is shown',
  csvAll: 'CSV, everything',
  json: 'JSON with metadata',
  share: 'Share',
  copyLink: 'Copy link',
  copyEmbed: 'Copy code to embed',
  code: 'Read the data from a program',
  copyCode: 'Copy {{name}} code',
  linkCopied: 'Link copied',
  embedCopied: 'Code copied',
  notCopied: 'The browser did not allow copying. The link is in the address bar.',
  codeNotCopied: 'The browser did not allow copying. Select the code and copy it by hand.',
  pictureMade: 'Picture downloaded',
  pictureFailed: 'The browser could not make the picture. Try SVG.',
}
