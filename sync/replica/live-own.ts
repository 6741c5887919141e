import { ownMutations } from '#shared/own-mutations.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { Own } from '#shared/own.ts'
import { Live, type LiveOptions } from './live.ts'

/** What is the person's own, as this device sees it. */
class LiveOwn extends Live<'own'> {
  constructor(options: Omit<LiveOptions<'own'>, 'mutations'>) {
    super([ownScope(options.actor.id)], { ...options, mutations: ownMutations }, () => new Own(options.actor.id))
  }

  holds(): boolean {
    return true
  }

  owns(scope: string): boolean {
    return this.scopes.includes(scope)
  }

  /** Nothing is decided on what has not come. */
  protected isWhole(): boolean {
    return true
  }

  protected aboutOf(): null {
    return null
  }
}

/** What a device needs for it, which no first page waits for. */
export const ownPart = { mutations: ownMutations, open: (options: Omit<LiveOptions<'own'>, 'mutations'>): LiveOwn => new LiveOwn(options) }
export type { LiveOwn }
