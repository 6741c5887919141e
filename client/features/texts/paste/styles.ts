/** Declarations of CSS by their names in lower case, as they are written: a browser's own reading drops those of Office. */
export type Declarations = ReadonlyMap<string, string>

const none: Declarations = new Map()

export function declarationsOf(css: string): Declarations {
  if (!css.includes(':')) return none
  const found = new Map<string, string>()
  for (const part of css.split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      found.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      )
  }
  return found
}

/** Rules of a page's own style elements for one class each, as sheets and word processors write them. */
export function classRules(page: Document): ReadonlyMap<string, Declarations> {
  const rules = new Map<string, Declarations>()
  for (const style of page.querySelectorAll('style')) {
    for (const rule of (style.textContent ?? '').split('}')) {
      const brace = rule.lastIndexOf('{')
      if (brace < 0) continue
      const declarations = declarationsOf(rule.slice(brace + 1))
      // A comment or an at-rule before it ends where the last line of selectors begins.
      for (const selector of rule.slice(0, brace).split(',')) {
        const name = /^(?:[a-z\d]+)?\.([\w-]+)$/i.exec(selector.trim().split(/\s/).at(-1) ?? '')?.[1]
        if (name !== undefined) rules.set(name, new Map([...(rules.get(name) ?? none), ...declarations]))
      }
    }
  }
  return rules
}
