/** What a rule of a style sheet stands in: selectors and conditions, outermost first. */
type Path = readonly string[]

/**
 * Of a style sheet that may nest, the rules that show or hide, as they are in a window of a width (in CSS pixels): flat, without
 * layers and conditions, for a document that knows of neither. What cannot be said of a window, as print and forced colours, is left out.
 */
export function shownStyles(css: string, width: number): string {
  return declarationsIn(css)
    .filter(({ text }) => /^(?:display|visibility)\s*:/.test(text))
    .flatMap(({ path, text }) => {
      const conditions = path.filter((part) => part.startsWith('@') && !part.startsWith('@layer'))
      if (!conditions.every((condition) => holds(condition, width))) return []
      const selectors = path.filter((part) => !part.startsWith('@'))
      return [`${selectors.reduce((outer, inner) => inner.replaceAll('&', outer))} { ${text} }`]
    })
    .join('\n')
}

function declarationsIn(css: string): readonly { readonly path: Path; readonly text: string }[] {
  const found: { path: Path; text: string }[] = []
  const path: string[] = []
  for (const [, text = '', end] of css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/((?:[^;{}"'\\]|\\[^]|"[^"]*"|'[^']*')*)([;{}])/g)) {
    const part = text.trim()
    if (end === '{') path.push(part)
    else if (part !== '') found.push({ path: [...path], text: part })
    if (end === '}') path.pop()
  }
  return found
}

const remPx = 16

/** Whether a condition holds; only those of width are known to. */
function holds(condition: string, width: number): boolean {
  const parts = [...condition.matchAll(/\(\s*(?:width\s*(>=|<|<=|>)\s*|(min|max)-width\s*:\s*)([\d.]+)(px|rem)\s*\)/g)]
  if (!condition.startsWith('@media') || parts.length === 0 || condition.replace('@media', '').replaceAll(/\([^)]*\)|and|\s/g, '') !== '')
    return false
  return parts.every(([, sign, bound, size, unit]) => {
    const px = Number(size) * (unit === 'rem' ? remPx : 1)
    if (sign === '<') return width < px
    if (sign === '>') return width > px
    return sign === '>=' || bound === 'min' ? width >= px : width <= px
  })
}
