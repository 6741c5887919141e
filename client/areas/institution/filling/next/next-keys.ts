/** Where letters are written, or the arrows and letters mean something else: a box and a round button are not among them. */
const writing =
  'input:not([type="radio"]):not([type="checkbox"]):not([type="button"]), textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"]'
const windows = '[role="dialog"], [role="alertdialog"], [role="menu"]'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether a key leads on to what waits next: P, unless somebody writes or switched single keys off; and Ctrl+Enter out of an answer that
 * is being written, or from where nothing is. In a comment, and in a window, both are what they are there (FL3).
 */
export function leadsOn(pressed: Pressed, target: Pick<Element, 'closest'>, single: boolean): boolean {
  if (pressed.altKey || pressed.shiftKey || target.closest(windows) !== null) return false
  const isWriting = target.closest(writing) !== null
  if (pressed.ctrlKey || pressed.metaKey) return pressed.key === 'Enter' && (!isWriting || target.closest('[data-task="answer"]') !== null)
  return single && !isWriting && pressed.key.toLowerCase() === 'p'
}
