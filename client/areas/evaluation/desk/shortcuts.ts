export type ShortcutAction = 'next' | 'previous' | 'accept' | 'reject' | 'observe' | 'comment' | 'file' | 'undo' | 'help'

const keys: Readonly<Record<string, ShortcutAction>> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'accept',
  r: 'reject',
  o: 'observe',
  c: 'comment',
  f: 'file',
  z: 'undo',
  '?': 'help',
}
const movements: ReadonlySet<string> = new Set(['arrowdown', 'arrowup'])

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Element that has the focus. */
  readonly target: Pick<Element, 'closest'>
}

/** Where a person writes or chooses: every key there is theirs (WCAG 2.1.4). */
const typing = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="menu"], [role="dialog"]'

/** What a key means on the queue; undefined when nothing. Letters mean nothing while shortcuts are off; arrows always move (KE1, KE2, KE3). */
export function shortcutOf(event: Pressed, enabled: boolean): ShortcutAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(typing) !== null) return undefined
  const key = event.key.toLowerCase()
  return enabled || movements.has(key) ? keys[key] : undefined
}
