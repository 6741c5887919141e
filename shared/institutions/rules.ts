import type { Institution } from './model.ts'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether somebody typed an institution's name: accents, case and blanks are no matter. */
export const isFamiliarName = (typed: string, { name }: Pick<Institution, 'name'>): boolean =>
  typed.trim() !== '' && plain(typed) === plain(name)
