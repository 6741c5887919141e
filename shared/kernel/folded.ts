import { decomposed } from './marks.ts'

/** Text as it is compared in a search: without accents, in lower case. */
export const folded = (text: string): string => decomposed(text).replace(/\p{M}/gu, '').toLowerCase()
