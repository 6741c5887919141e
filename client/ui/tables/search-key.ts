interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Where a person writes or chooses, or has a window open: every key there is theirs. */
const taken = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="menu"], [role="dialog"], [role="alertdialog"]'

/** Whether a key leads to the search of a table (TA4). `target`: what has the focus. */
export const isSearchKey = (pressed: Pressed, target: Pick<Element, 'closest'>): boolean =>
  pressed.key === '/' && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey && target.closest(taken) === null
