import { withoutStretches } from '#shared/kernel/cut.ts'
import sanitizeHtml from 'sanitize-html'

/** Elements of a picture that only draw. What runs, moves, links, embeds or fetches is none of them. */
const tags = `svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath title desc style image
linearGradient radialGradient stop clipPath mask pattern marker filter
feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
feSpotLight feTile feTurbulence`.split(/\s+/)

const attributes: ReadonlySet<string> = new Set(
  `id class style viewBox preserveAspectRatio version x y z x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength
transform gradientTransform gradientUnits patternTransform patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits
markerUnits markerWidth markerHeight refX refY orient spreadMethod offset filterUnits primitiveUnits textLength lengthAdjust startOffset
rotate method spacing fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask filter marker-start marker-mid
marker-end stop-color stop-opacity flood-color flood-opacity lighting-color color-interpolation color-interpolation-filters paint-order
mix-blend-mode isolation vector-effect shape-rendering text-rendering image-rendering font-family font-size font-style font-weight
font-stretch font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
writing-mode direction xml:space in in2 result stdDeviation mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude
exponent radius order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
specularExponent scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency
numOctaves seed stitchTiles role lang aria-label aria-hidden focusable`.split(/\s+/),
)
/** What is read as words and not as a value. */
const asWords: ReadonlySet<string> = new Set(['id', 'class', 'aria-label', 'role', 'lang', 'font-family'])

const functions: ReadonlySet<string> = new Set(
  'url rgb rgba hsl hsla calc matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY'.split(' '),
)

/** Whether a value, or a whole style sheet, names nothing but what stands in the same picture. */
function staysInside(text: string): boolean {
  // An escape could spell anything, a rule that begins with @ could fetch, and no style has a tag in it.
  if (/[\\@<]/.test(text)) return false
  const bare = withoutStretches(text, '/*', '*/')
  if ([...bare.matchAll(/(?<![\w-])([\w-]+)\s*\(/g)].some(([, name]) => !functions.has(name ?? ''))) return false
  return !/url\s*\((?!\s*["']?#[\w:.-]+["']?\s*\))/i.test(bare)
}

const inPicture = /^#[\w:.-]+$/
const embedded = /^data:image\/(?:png|jpeg|webp);base64,[\s\w+/=]*$/

/** Attributes of an element that are kept. */
function keptOf(tag: string, all: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(all)) {
    if (name === 'href' || name === 'xlink:href') {
      if (inPicture.test(value) || (tag === 'image' && embedded.test(value))) found['href'] = value
    } else if (attributes.has(name) && (asWords.has(name) || staysInside(value))) found[name] = value
  }
  return tag === 'svg' ? { xmlns: 'http://www.w3.org/2000/svg', ...found } : found
}

const options: sanitizeHtml.IOptions = {
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  allowedTags: tags,
  // That a style sheet is allowed is said aloud: it is looked at below.
  allowVulnerableTags: true,
  allowedAttributes: false,
  allowedSchemes: ['data'],
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  // Deeper than anything that was drawn.
  nestingLimit: 200,
  nonTextTags: [
    'script',
    'textarea',
    'option',
    'noscript',
    'foreignObject',
    'metadata',
    'a',
    'iframe',
    'object',
    'embed',
    'audio',
    'video',
  ],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keptOf(tagName, attribs) }) },
  exclusiveFilter: ({ tag, text }) => tag === 'style' && !staysInside(text),
  // Left to itself it gives the text of a style sheet out as it came, with what an entity spelled in it.
  textFilter: (text, tagName) => (tagName === 'style' ? text.replace(/[<>&]/g, '') : text),
}

/** Encodings of a picture that are read; nothing else is guessed at. */
const encodings = /^(?:utf-8|utf-16(?:le|be)?|iso-8859-1|windows-1252|us-ascii)$/i

/** Its text; undefined where that cannot be told. */
function textOf(bytes: Uint8Array): string | undefined {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const said = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8'
  if (marked === undefined && (!encodings.test(said) || /^utf-16/i.test(said))) return undefined
  try {
    return new TextDecoder(marked ?? said, { fatal: true }).decode(bytes)
  } catch {
    // Not what it says that it is.
    return undefined
  }
}

/** Whether a text is, behind its declaration and comments, an SVG. One comment after the other: a pattern would try them in every way. */
function begins(text: string): boolean {
  const rest = text
    .trimStart()
    .replace(/^<\?xml[^>]*\?>/, '')
    .trimStart()
  let end = 0
  while (rest.startsWith('<!--', end)) {
    const closed = rest.indexOf('-->', end + 4)
    if (closed < 0) return false
    end = closed + 3
    while (/\s/.test(rest[end] ?? '')) end += 1
  }
  return /^<svg[\s>/]/.test(rest.slice(end, end + 5))
}

/**
 * An SVG left with what draws (WF3). unreadable: it is none, or no text · unsafe: it declares something of its own, which a viewer reads
 * before the picture. Idempotent.
 */
export function inertSvg(bytes: Uint8Array): string | 'unreadable' | 'unsafe' {
  const text = textOf(bytes)
  if (text === undefined) return 'unreadable'
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) return 'unsafe'
  // Who repairs what it reads would close what was cut short.
  if (!begins(text) || !text.includes('</svg')) return 'unreadable'
  const clean = sanitizeHtml(text, options).trim()
  return clean.startsWith('<svg') && clean.endsWith('</svg>') ? clean : 'unreadable'
}

/** Size that an SVG says of itself, pixels; null where it takes the one of its place. */
export function sizeOfSvg(text: string): { readonly width: number; readonly height: number } | null {
  const root = /^<svg[^>]*>/.exec(text)?.[0] ?? ''
  const length = (name: string): number => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1])
  const box = /\sviewBox="([^"]*)"/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = [length('width') || (box?.[2] ?? 0), length('height') || (box?.[3] ?? 0)].map(Math.round)
  return width !== undefined && height !== undefined && width > 0 && height > 0 && Math.max(width, height) <= 100_000
    ? { width, height }
    : null
}
