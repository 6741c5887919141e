import type { ValueWords } from '#shared/forms/kinds/kind.ts'
import { dayText } from '#shared/kernel/moment-words.ts'
import type { Language } from '../../http/failures.ts'

/** Who decided, to an institution: never which person. */
export const labName: Readonly<Record<Language, string>> = { es: 'Laboratorio de Gobierno', en: 'Government Laboratory' }

const numbers = {
  es: new Intl.NumberFormat('es-CL', { maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 }),
}

/** Words with which an answer becomes text, and what a row without a name is called. */
export const valueWords: Readonly<Record<Language, ValueWords & { readonly row: string }>> = {
  es: {
    yes: 'Sí',
    no: 'No',
    none: 'Ninguna',
    number: (value) => numbers.es.format(value),
    day: (day) => dayText(day, 'es', 'long'),
    rows: (count) => (count === 0 ? 'Ninguna' : count === 1 ? '1 fila' : `${count} filas`),
    list: (items) => items.join('; '),
    row: 'Fila',
  },
  en: {
    yes: 'Yes',
    no: 'No',
    none: 'None',
    number: (value) => numbers.en.format(value),
    day: (day) => dayText(day, 'en', 'long'),
    rows: (count) => (count === 0 ? 'None' : count === 1 ? '1 row' : `${count} rows`),
    list: (items) => items.join('; '),
    row: 'Row',
  },
}
