import { must } from '#shared/kernel/assert.ts'
import { saveBlob } from '#client/data/server/save-blob.ts'
import { wrapped } from '#client/ui/geometry.ts'

/** What a picture says beside its drawing, so that it can stand alone. */
export interface Caption {
  readonly title: string
  readonly subtitle: string
  readonly source: string
  readonly legend: readonly { readonly label: string; readonly tone: number }[]
}

/** What style sheets say of a shape, and a file of its own has to say itself. */
const written = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
]
const svgNames = 'http://www.w3.org/2000/svg'
const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
const margin = 24

/** A copy that needs no style sheet: what was computed stands in its attributes, and what only a page needs is gone. */
function standalone(source: Element): Element {
  const copy = source.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('a drawing is an element')
  const pairs: readonly (readonly [Element | undefined, Element])[] = [
    [source, copy],
    ...[...copy.querySelectorAll('*')].map((each, at) => [source.querySelectorAll('*')[at], each] as const),
  ]
  for (const [from, to] of pairs) {
    if (!from) continue
    const computed = getComputedStyle(from)
    for (const name of written) {
      const value = computed.getPropertyValue(name)
      // A fill by a pattern stays as it was written: computed it may name the page's address.
      if (value !== '' && !to.getAttribute(name)?.startsWith('url(')) to.setAttribute(name, value)
    }
    for (const name of ['class', 'data-mark', 'data-drawing', 'aria-hidden', 'focusable', 'tabindex', 'role']) to.removeAttribute(name)
  }
  return copy
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, ...children: (Node | string)[]): Element {
  const made = document.createElementNS(svgNames, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}

interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** The drawing of a figure as a file of its own, with title, legend and source, in colours that were computed. */
export function pictureOf(figure: Element, { title, subtitle, source, legend }: Caption): Picture {
  const drawing = must(figure.querySelector('svg[data-drawing]'), 'a figure has a drawing')
  const [, , drawnWidth = 800, drawnHeight = 400] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const width = drawnWidth + 2 * margin
  const parts: Element[] = []
  let y = margin
  const say = (text: string, size: number, fill: string, weight: string): void => {
    for (const line of wrapped(text, Math.floor(drawnWidth / (size * 0.54)))) {
      y += size * 1.3
      parts.push(element('text', { x: margin, y, 'font-size': size, 'font-weight': weight, fill }, line))
    }
  }
  say(title, 20, '#0a132d', '700')
  say(subtitle, 14, '#46526e', '400')
  if (legend.length > 0) y += 14
  let x = margin
  for (const { label, tone } of legend) {
    const wide = 34 + label.length * 7.2 + 18
    if (x + wide > width - margin && x > margin) [x, y] = [margin, y + 22]
    parts.push(
      element('rect', { x, y, width: 22, height: 13, rx: 2, fill: `url(#tone-${tone})`, stroke: '#46526e' }),
      element('text', { x: x + 30, y: y + 11.5, 'font-size': 13.5, fill: '#323d59' }, label),
    )
    x += wide
  }
  if (legend.length > 0) y += 18
  y += 14
  const drawn = element('g', { transform: `translate(${margin} ${y})` }, ...standalone(drawing).childNodes)
  y += drawnHeight
  say(source, 12, '#46526e', '400')
  const height = Math.ceil(y + margin)
  const tones = document.querySelector('#tones defs')
  const root = element(
    'svg',
    { xmlns: svgNames, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': font },
    element('title', {}, title),
    ...(tones ? [standalone(tones)] : []),
    element('rect', { width, height, fill: '#ffffff' }),
    ...parts,
    drawn,
  )
  return { svg: new XMLSerializer().serializeToString(root), width, height }
}

export const saveSvg = ({ svg }: Picture, name: string): void => saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)

/** The same as points, twice as fine as it is shown. Fails where a browser draws no SVG on a canvas. */
export async function savePng({ svg, width, height }: Picture, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * 2
    canvas.height = height * 2
    must(canvas.getContext('2d'), 'a canvas has a context').drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    saveBlob(must(png, 'the canvas gave no picture'), `${name}.png`)
  } finally {
    URL.revokeObjectURL(address)
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** The picture itself with a link to where it comes from: it asks no server of ours, and shows wherever HTML does. */
export function embedOf({ svg }: Picture, caption: Caption, href: string): string {
  const fluid = svg.replace(/ width="\d+" height="\d+"/, ' role="img" width="100%"')
  return `<figure>${fluid}<figcaption><a href="${escaped(href)}">${escaped(caption.title)}</a></figcaption></figure>`
}
