import type { ValueWords } from '#shared/forms/kinds/kind.ts'
import type { Language } from '../../http/failures.ts'

/** Who decided, to an institution: never which person. */
export const labName: Readonly<Record<Language, string>> = { es: 'Laboratorio de Gobierno', en: 'Government Laboratory' }

const numbers = {
  es: new Intl.NumberFormat('es-CL', { maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 }),
}
const days = {
  es: new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
const dayText = (language: Language, day: string): string => days[language].format(new Date(`${day}T12:00:00Z`))

/** Words with which an answer becomes text, and what a row without a name is called. */
export const valueWords: Readonly<Record<Language, ValueWords & { readonly row: string }>> = {
  es: {
    yes: 'Sí',
    no: 'No',
    none: 'Ninguna',
    number: (value) => numbers.es.format(value),
    day: (day) => dayText('es', day),
    rows: (count) => (count === 0 ? 'Ninguna' : count === 1 ? '1 fila' : `${count} filas`),
    list: (items) => items.join('; '),
    row: 'Fila',
  },
  en: {
    yes: 'Yes',
    no: 'No',
    none: 'None',
    number: (value) => numbers.en.format(value),
    day: (day) => dayText('en', day),
    rows: (count) => (count === 0 ? 'None' : count === 1 ? '1 row' : `${count} rows`),
    list: (items) => items.join('; '),
    row: 'Row',
  },
}
