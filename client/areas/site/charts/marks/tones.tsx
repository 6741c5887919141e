import { cx } from '#client/ui/cx.ts'

interface Tone {
  readonly ground: string
  /** Lines of the pattern, in a square of 8 units; a solid tone shows them in forced colours alone. */
  readonly lines: string
  readonly line: string
  /** Around a shape of this tone, dark enough on white. */
  readonly edge: string
  /** What is written upon it. */
  readonly words: string
}

const diagonals = 'M-2 2L2 -2M0 8L8 0M6 10L10 6'
const horizontals = 'M0 2H8M0 6H8'
const dots = 'M2 1V3M6 5V7'
const cross = 'M0 4H8M4 0V8'
const dark = 'stroke-none forced-colors:stroke-[Canvas]'
const onDark = 'fill-white forced-colors:fill-[Canvas]'
const onLight = 'fill-ink-950 forced-colors:fill-[CanvasText]'

/**
 * Fills of series, dark and light in turn: each differs from its neighbours by more than 3:1, each light one has a dark edge and a pattern,
 * and in forced colours all have one (CH3).
 */
const tones: readonly Tone[] = [
  { ground: 'fill-brand-700 forced-colors:fill-[CanvasText]', lines: '', line: dark, edge: 'stroke-brand-800', words: onDark },
  {
    ground: 'fill-warm-100 forced-colors:fill-[Canvas]',
    lines: diagonals,
    line: 'stroke-warm-500 forced-colors:stroke-[CanvasText]',
    edge: 'stroke-warm-700',
    words: onLight,
  },
  { ground: 'fill-good-700 forced-colors:fill-[CanvasText]', lines: diagonals, line: dark, edge: 'stroke-good-900', words: onDark },
  {
    ground: 'fill-brand-100 forced-colors:fill-[Canvas]',
    lines: dots,
    line: 'stroke-brand-600 forced-colors:stroke-[CanvasText]',
    edge: 'stroke-brand-700',
    words: onLight,
  },
  { ground: 'fill-warm-700 forced-colors:fill-[CanvasText]', lines: horizontals, line: dark, edge: 'stroke-warm-900', words: onDark },
  {
    ground: 'fill-good-100 forced-colors:fill-[Canvas]',
    lines: horizontals,
    line: 'stroke-good-500 forced-colors:stroke-[CanvasText]',
    edge: 'stroke-good-700',
    words: onLight,
  },
  { ground: 'fill-ink-700 forced-colors:fill-[CanvasText]', lines: dots, line: dark, edge: 'stroke-ink-900', words: onDark },
  {
    ground: 'fill-ink-100 forced-colors:fill-[Canvas]',
    lines: cross,
    line: 'stroke-ink-400 forced-colors:stroke-[CanvasText]',
    edge: 'stroke-ink-600',
    words: onLight,
  },
]
const first: Tone = { ground: 'fill-brand-700', lines: '', line: dark, edge: 'stroke-brand-800', words: onDark }
const toneAt = (tone: number): Tone => tones[tone % tones.length] ?? first

export const toneCount = tones.length
/** Value of `fill` for a shape of a tone. */
export const toneFill = (tone: number): string => `url(#tone-${tone % tones.length})`
/** Class of what is written upon a tone. */
export const wordsOn = (tone: number): string => toneAt(tone).words
/** Edge of what is stood on: of a shape that is the mark itself, or stands in one. */
const stoodOn =
  'data-current:stroke-ink-950 data-current:stroke-[3.5px] in-data-current:stroke-ink-950 in-data-current:stroke-[3.5px] forced-colors:data-current:stroke-[Highlight] forced-colors:in-data-current:stroke-[Highlight]'
/** Class of a shape's edge. */
export const edgeOf = (tone: number): string => cx(toneAt(tone).edge, 'stroke-[1.25px] forced-colors:stroke-[CanvasText]', stoodOn)

/** Words and lines of a drawing, readable in forced colours too. */
export const ink = 'fill-ink-800 forced-colors:fill-[CanvasText]'
export const strongInk = 'fill-ink-950 font-semibold forced-colors:fill-[CanvasText]'
export const quietInk = 'fill-ink-600 forced-colors:fill-[CanvasText]'
export const rule = 'stroke-ink-200 forced-colors:stroke-[GrayText]'
export const strongRule = 'stroke-ink-500 forced-colors:stroke-[CanvasText]'

/** The fills themselves: once on each page that draws. */
export function Tones() {
  return (
    <svg aria-hidden="true" focusable="false" width="0" height="0" className="absolute" id="tones">
      <defs>
        {tones.map(({ ground, lines, line }, at) => (
          <pattern key={ground} id={`tone-${at}`} patternUnits="userSpaceOnUse" width="8" height="8">
            <rect x="0" y="0" width="8" height="8" className={ground} />
            {lines !== '' && <path d={lines} fill="none" strokeWidth={lines === dots ? 2 : 1.5} className={line} />}
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** A tone beside its name. */
export function Swatch({ tone, className }: { readonly tone: number; readonly className?: string }) {
  return (
    <svg aria-hidden="true" focusable="false" width="22" height="14" className={cx('inline-block shrink-0', className)}>
      <rect x="1" y="1" width="20" height="12" rx="2" fill={toneFill(tone)} className={edgeOf(tone)} />
    </svg>
  )
}

/** What each fill stands for. */
export function Legend({ entries }: { readonly entries: readonly { readonly label: string; readonly tone: number }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-ink-800">
      {entries.map(({ label, tone }) => (
        <li key={label} className="inline-flex items-center gap-2">
          <Swatch tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  )
}
