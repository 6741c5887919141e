import { grouped } from '../kernel/grouped.ts'

/** Longest text that is looked at: a rut with dots, a hyphen and blanks around it is shorter. */
const longest = 40

/** The check digit of a number by modulus 11, each digit weighted 2 to 7 from the right and over again: 0 to 9 or K. */
function checkDigitOf(digits: string): string {
  let sum = 0
  let weight = 2
  for (const digit of [...digits].toReversed()) {
    sum += Number(digit) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

/**
 * A national id (rut) in the one form in which it is kept, compared and shown, 12.345.678-5, from what somebody typed: dots, blanks and
 * the hyphen may be there or not, and k may be small. Undefined when it is none, or when its check digit is not that of its number (SO2).
 */
export function rutOf(text: string): string | undefined {
  if (text.length > longest) return undefined
  const [, digits = '', check = ''] = /^0*([1-9]\d{0,7})-?([\dk])$/i.exec(text.replaceAll(/[\s.]/g, '').replaceAll(/[‐-―−]/g, '-')) ?? []
  if (digits === '' || checkDigitOf(digits) !== check.toUpperCase()) return undefined
  return `${grouped(digits, '.')}-${check.toUpperCase()}`
}
