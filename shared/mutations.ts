import type { Mutation } from './contract/mutation.ts'

/** The catalogue: every change that a person, or the platform, may make. */
const catalogue: readonly Mutation<string, never>[] = []

export const mutations: ReadonlyMap<string, Mutation> = new Map(catalogue.map((entry) => [entry.name, entry as unknown as Mutation]))
