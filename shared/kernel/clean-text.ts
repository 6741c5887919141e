import { withFewMarks } from './marks.ts'

/** Ends of line and of page as other programs write them. A word processor puts U+000B inside a paragraph. */
const breaks = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g
/** What no text of people holds: controls, which databases and other programs refuse or hide, and characters that are none. */
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/**
 * A text that a person typed or pasted, as it is kept on both sides: breaks are line feeds, and nothing invisible is in it, nor a letter with more
 * marks than any script has. Idempotent.
 */
export const cleanText = (text: string): string => withFewMarks(text.replace(breaks, '\n').replace(controls, '')).toWellFormed()
