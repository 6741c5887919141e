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

/** The sentences of one feature, under its name. */
export interface Text<D> {
  readonly namespace: string
  readonly es: D
}

type ParamsOf<E> = E extends (params: infer P) => string ? [params: P] : [params?: TextParams]
/** Sentence of a key in the language of the interface. */
export type Translate<D> = <K extends keyof D & string>(key: K, ...params: ParamsOf<D[K]>) => string

const dictionaries = rosetta<Record<string, Dictionary>>()

/** Registers a feature's sentences. Spanish is the source and comes with what shows it. */
export function defineText<const D extends Dictionary>(namespace: string, es: D): Text<D> {
  dictionaries.set('es', { [namespace]: es })
  return { namespace, es }
}

/** Registers English, by feature. It comes as one part when it is chosen: whoever reads Spanish does without its weight. */
export const defineEnglish = (features: Readonly<Record<string, Dictionary>>): void => dictionaries.set('en', features)

export function translate<D>(text: Text<D>, inLanguage: Language): Translate<D> {
  return (key, ...params) => dictionaries.t([text.namespace, key], params[0] ?? {}, inLanguage)
}

export function useText<D>(text: Text<D>): Translate<D> {
  const inLanguage = useLanguage()
  return useMemo(() => translate(text, inLanguage), [text, inLanguage])
}
