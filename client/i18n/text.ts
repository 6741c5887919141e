import { useMemo } from 'react'
import rosetta from 'rosetta'
import { useLanguage } from './language.ts'
import type { Language } from './language.ts'

export type TextParams = Readonly<Record<string, string | number>>

/** A sentence with `{{name}}` places, or a function where number or order changes it. */
type Entry = string | { bivarianceHack(params: TextParams): string }['bivarianceHack']
export type Dictionary = Readonly<Record<string, Entry>>

/** The same keys in another language; functions keep their parameters. */
export type Translated<D> = { readonly [K in keyof D]: D[K] extends string ? string : D[K] }

/** Both languages of one feature, under its name. */
export interface Text<D> {
  readonly namespace: string
  readonly es: D
}

type ParamsOf<E> = E extends (params: infer P) => string ? [params: P] : [params?: TextParams]
/** Sentence of a key in the language of the interface. */
export type Translate<D> = <K extends keyof D & string>(key: K, ...params: ParamsOf<D[K]>) => string

const dictionaries = rosetta<Record<string, Dictionary>>()

/** Registers a feature's sentences. Spanish is the source; English has the same keys or does not compile. */
export function defineText<const D extends Dictionary>(namespace: string, es: D, en: Translated<D>): Text<D> {
  dictionaries.set('es', { [namespace]: es })
  dictionaries.set('en', { [namespace]: en })
  return { namespace, es }
}

export function translate<D>(text: Text<D>, inLanguage: Language): Translate<D> {
  return (key, ...params) => dictionaries.t([text.namespace, key], params[0] ?? {}, inLanguage)
}

export function useText<D>(text: Text<D>): Translate<D> {
  const inLanguage = useLanguage()
  return useMemo(() => translate(text, inLanguage), [text, inLanguage])
}
