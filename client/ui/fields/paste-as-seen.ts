/** Signs that no reader sees: where a word may be parted, marks of files, and, where nothing is written from the right, directions. */
const unseen = /[\u00ad\u200b\u2060\ufeff]/g
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufefc]/
/** Breaks of line and of page as other programs write them. */
const breaks = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g
/** Blanks that look like one and are none to whoever compares, sorts or reads a number. */
const blanks = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
/** One cell of a sheet that holds breaks of line or quotation marks, as a spreadsheet hands it out. */
const quotedCell = /^"((?:[^"]|"")*)"\n$/

/**
 * A text of the clipboard as its reader saw it (FL10). A cell of a sheet comes without the quotation marks and the break that its program put
 * around it; in a field of one line a break is a blank.
 */
export function asSeen(given: string, { oneLine, cells }: { readonly oneLine: boolean; readonly cells: boolean }): string {
  const plain = given.replace(breaks, '\n').replace(unseen, '').replace(blanks, ' ')
  const straight = fromTheRight.test(plain) ? plain : plain.replace(directions, '')
  const [, cell] = (cells && quotedCell.exec(straight)) || []
  const text = cell === undefined ? straight : cell.replaceAll('""', '"')
  // Cells of a sheet are not run together: "12" over "345" is no 12 345.
  if (oneLine) return text.includes('\n') ? linesOf(text).join(cells ? '\t' : ' ') : text
  return cells && /^[^\n]*\n$/.test(text) ? text.slice(0, -1) : text
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type PlainField = HTMLInputElement | HTMLTextAreaElement

/** Types of input that hold a text of people; a password is what its manager says. */
const written = new Set(['text', 'search', 'email', 'tel', 'url'])
const isPlainField = (target: EventTarget | null): target is PlainField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && written.has(target.type))

/** How many more characters a field takes in place of what is chosen in it. */
function roomIn({ maxLength, value, selectionStart, selectionEnd }: PlainField): number {
  if (maxLength < 0) return Number.POSITIVE_INFINITY
  // Where nobody can ask what is chosen, as in an address of mail, all of it counts as chosen.
  const stays = selectionStart === null || selectionEnd === null ? 0 : value.length - (selectionEnd - selectionStart)
  return Math.max(0, maxLength - stays)
}

function insert(field: PlainField, text: string): void {
  // The one way in which a browser can take it back; a document without it is a test's.
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return
  const { selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

/** Puts into a field of plain text what its person saw, where that is not what the clipboard says; `cut` is told how many characters fitted. */
export function pasteAsSeen(event: ClipboardEvent, cut: (n: number) => void): void {
  const { target: field, clipboardData } = event
  if (event.defaultPrevented || !clipboardData || !isPlainField(field) || field.readOnly || field.disabled) return
  const given = clipboardData.getData('text/plain')
  const isFigure = /^(?:numeric|decimal)$/.test(field.inputMode)
  const cells = isFigure || /<t[dr]\b/i.test(clipboardData.getData('text/html'))
  const text = asSeen(given, { oneLine: field instanceof HTMLInputElement, cells })
  const room = roomIn(field)
  const isCut = text.length > room
  if (text === given && !isCut) return
  event.preventDefault()
  insert(field, text.slice(0, room).toWellFormed())
  if (isCut) cut(room)
}
