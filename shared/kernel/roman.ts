const figures = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

/** A whole number from 1 in small Roman figures. */
export function toRoman(number: number): string {
  let [rest, said] = [number, '']
  for (const [figure, worth] of figures) for (; rest >= worth; rest -= worth) said += figure
  return said
}

/** The number that small Roman figures write; undefined where the text is none. */
export function fromRoman(text: string): number | undefined {
  let [rest, sum] = [text, 0]
  for (const [figure, worth] of figures) for (; rest.startsWith(figure); rest = rest.slice(figure.length)) sum += worth
  return rest === '' && sum > 0 && sum < 5000 && toRoman(sum) === text ? sum : undefined
}
