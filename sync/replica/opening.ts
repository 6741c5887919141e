import { openMaxScopes } from '#shared/protocol/pull.ts'
import { parseScope } from '#shared/protocol/scope.ts'

/**
 * Institutions in forms, and questionnaires, by their scope, that one of the lab's people opened on this device and that are not here yet. The
 * next pull asks for them, and the server goes on sending what it sent once; a pull that starts over asks for all that is here.
 */
export class Opening {
  readonly #held: () => readonly string[]
  readonly #wanted = new Set<string>()
  /** What the last pull that asked for it did not bring, for as long as nothing moves at the server. */
  readonly #refused = new Set<string>()

  /** held: scopes whose rows the device has. */
  constructor(held: () => readonly string[]) {
    this.#held = held
  }

  /** Of these, the ones that are not here. */
  missing(scopes: readonly string[]): string[] {
    const held = new Set(this.#held())
    return scopes.filter((scope) => !held.has(scope))
  }

  /** Whether news of these scopes is news of something that the device holds, or is given without having opened it. */
  concerns(scopes: readonly string[]): boolean {
    return this.missing(scopes.filter(isOpened)).length < scopes.length
  }

  want(scopes: readonly string[]): void {
    for (const scope of this.missing(scopes)) this.#wanted.add(scope)
  }

  /** What a pull from a cursor asks for. */
  askedWith(cursor: string | null): readonly string[] {
    const open = cursor === null ? this.#held().filter(isAskedFor) : []
    return [...new Set([...this.missing([...this.#wanted]), ...open])].slice(0, openMaxScopes)
  }

  /** Of these, the ones that are worth asking for. */
  askable(scopes: readonly string[]): string[] {
    return this.missing(scopes).filter((scope) => !this.#refused.has(scope))
  }

  /**
   * A pull that asked for these has brought its last page: what did not come is not to be had. Gives that. `moved`: it brought
   * something, so that what was refused before may be given now.
   */
  answered(asked: readonly string[], moved: boolean): readonly string[] {
    for (const scope of asked) this.#wanted.delete(scope)
    const refused = this.missing(asked)
    this.learn(refused, moved)
    return refused
  }

  /** What a pull did not bring, of this tab or of the one that leads. */
  learn(refused: readonly string[], moved: boolean): void {
    if (moved) this.#refused.clear()
    for (const scope of refused) {
      this.#wanted.delete(scope)
      this.#refused.add(scope)
    }
  }
}

/** Whether a scope is one that a device asks for. */
function isAskedFor(scope: string): boolean {
  const kind = parseScope(scope)?.kind
  return kind === 'inst' || kind === 'questionnaire'
}

/** Whether a scope comes to the lab's people only when they open what it is of. */
function isOpened(scope: string): boolean {
  const kind = parseScope(scope)?.kind
  return isAskedFor(scope) || kind === 'eval' || kind === 'org'
}
