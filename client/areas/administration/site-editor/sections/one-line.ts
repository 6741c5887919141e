/** What was typed or pasted into a field of one line: blanks with a break in them are one blank. */
export const oneLine = (typed: string): string => typed.replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank))
