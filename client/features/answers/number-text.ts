/**
 * Number that a person in Chile wrote: comma for decimals, points between thousands; a point that cannot be one of those is
 * taken for a decimal one. Null when it is not a number, or not one yet.
 */
export function numberFrom(text: string): number | null {
  const trimmed = text.trim().replace(/\s/g, '')
  if (!/\d/.test(trimmed)) return null
  const plain = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(trimmed) ? trimmed.replaceAll('.', '') : trimmed
  if (!/^-?\d*(?:[.,]\d+)?$/.test(plain)) return null
  const value = Number(plain.replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

/** A number as the field shows it: decimals after a comma, no marks between thousands, so that it can be edited. */
export const textOfNumber = (value: number): string => {
  const text = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 }).format(value)
  return text.replace('.', ',')
}
