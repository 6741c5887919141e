import type { Mutation } from './contract/mutation.ts'
import { askHelp } from './help/mutations.ts'
import { readNotices } from './notices/mutations.ts'

type OnOwn = Mutation<string, unknown, 'own'>

const all: readonly OnOwn[] = [readNotices, askHelp]

/** What a person's devices change of what is their own, by name. */
export const ownMutations: ReadonlyMap<string, OnOwn> = new Map(all.map((one) => [one.name, one]))
