/** Acts of an institution: whoever of the lab does one, does it in the institution's place. */
const inPlace: ReadonlySet<string> = new Set(['answer', 'attachment', 'comment', 'conflict', 'assignment', 'delegate', 'answers'])

/** Whether a mutation of an administrator in an institution's form is done on behalf of the institution (AU3). */
export const isOnBehalf = (mutation: string): boolean => inPlace.has(mutation.split('.')[0] ?? '')
