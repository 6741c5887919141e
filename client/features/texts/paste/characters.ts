/** Signs that formulas raise or lower, in the order in which their small twins are written below. */
const signs = '0123456789+-−=()'
const small = (twins: string): Readonly<Record<string, string>> => {
  const all = Array.from(twins)
  return Object.fromEntries(Array.from(signs, (sign, at) => [sign, all[at] ?? '']))
}

/** Small figures that exist as characters of their own, and that the reports' typeface has. */
const raised = { ...small('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'), n: 'ⁿ', i: 'ⁱ' }
const lowered = small('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')
const marks: Readonly<Record<string, string>> = { TM: '™', SM: '℠', R: '®', o: 'º', a: 'ª' }

export type Script = 'super' | 'sub'

/**
 * A raised or lowered text in characters that say the same in any font. What has none is written as formulas are on one line, `x^(ab)`,
 * but for endings of ordinal numbers, notes and links, which read the same beside their word.
 */
export function scriptText(text: string, script: Script, before: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return text
  const twins: Readonly<Record<string, string>> = script === 'super' ? raised : lowered
  const mapped = [...trimmed].map((character) => twins[character] ?? '')
  if (!mapped.includes('')) return text.replace(trimmed, () => mapped.join(''))
  if (script === 'super') {
    const mark = marks[trimmed]
    if (mark !== undefined) return text.replace(trimmed, () => mark)
    if (/^\p{L}{1,3}$/u.test(trimmed) && /[\p{N}NnMD]\.?$/u.test(before)) return text
  }
  if (!/[\p{L}\p{N})\]]$/u.test(before) || /^[[(*†‡]/.test(trimmed)) return text
  const sign = script === 'super' ? '^' : '_'
  return text.replace(trimmed, () => (/^[\p{L}\p{N}]$/u.test(trimmed) ? `${sign}${trimmed}` : `${sign}(${trimmed})`))
}

/** Fonts whose letters are drawings. */
export type PictureFont = 'symbol' | 'wingdings' | 'webdings'

export function pictureFontOf(families: string): PictureFont | null {
  const first = /^[\s"']*([^,"']*)/.exec(families)?.[1]?.trim().toLowerCase() ?? ''
  if (first === 'symbol' || first === 'standard symbols ps' || first === 'opensymbol') return 'symbol'
  if (/^wingdings( [23])?$/.test(first)) return first === 'wingdings' ? 'wingdings' : 'webdings'
  return first === 'webdings' || first === 'zapfdingbats' || first === 'mt extra' ? 'webdings' : null
}

const pairs = (from: string, to: string): readonly (readonly [string, string])[] => {
  const drawn = [...to]
  return [...from].map((letter, at) => [letter, drawn[at] ?? ''])
}

/** What each letter of the font Symbol draws. */
const symbol = new Map([
  ...pairs('abgdezhqiklmnxoprstufcyw', 'αβγδεζηθικλμνξοπρστυφχψω'),
  ...pairs('ABGDEZHQIKLMNXOPRSTUFCYW', 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'),
  ...pairs('JVjv"$\'@^`', 'ϑςϕϖ∀∃∋≅⊥‾'),
  ...pairs('¡¢£¤¥¦\u00a7¨©ª«¬­®¯', 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓'),
  ...pairs('°±²³´µ¶·¸¹º»¼', '°±″≥×∝∂•÷≠≡≈…'),
  ...pairs('ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ', 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉'),
  ...pairs('ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß', '∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓'),
  ...pairs('àáâãäå', '◊〈®©™∑'),
  ...pairs('ñò', '〉∫'),
  ...pairs('*-.,/:;<=>?()[]{}|+_~0123456789%&!#', '∗−.,/:;<=>?()[]{}|+_∼0123456789%&!#'),
])

/** What each letter of the font Wingdings draws, of those that texts use: marks, boxes, bullets, arrows, hands. */
const wingdings = new Map([
  ...pairs('üûþýoqrx¨¡', '✓✗☑☒☐❑❒⌧☐○'),
  ...pairs('lmn\u00a7wtu·v', '●❍■▪◆◆◆•❖'),
  ...pairs('àáâßãäåæ', '→↑↓←↖↗↙↘'),
  ...pairs('èéêçëìíî', '➔⬆⬇⬅↖↗↙↘'),
  ...pairs('ðñòïó', '⇨⇧⇩⇦⬄'),
  ...pairs('ØÜÐ', '➢➲➭'),
  ...pairs('JKL', '☺😐☹'),
  ...pairs('FGHECD', '☞☝☟☜👍👎'),
  ...pairs('()*+,:<>?!"#', '☎✆✉📫📪💻💾✇✍✏✂✁'),
  ...pairs('ª«¶', '✦★☆'),
])

/** What letters of a picture font draw; undefined where one of them draws nothing that is known. */
export function drawnBy(font: PictureFont, text: string): string | undefined {
  const known = font === 'symbol' ? symbol : font === 'wingdings' ? wingdings : undefined
  let drawn = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    // Word writes their letters in a private range, too.
    const letter = code >= 0xf0_20 && code <= 0xf0_ff ? String.fromCodePoint(code - 0xf0_00) : character
    if (/\s/.test(letter)) drawn += letter
    else if (known?.has(letter) === true) drawn += known.get(letter) ?? ''
    // These fonts have no shape for it, so that another one draws what it is.
    else if ((letter.codePointAt(0) ?? 0) > 0x1_7f && !/\p{Co}/u.test(letter)) drawn += letter
    else return undefined
  }
  return drawn
}
