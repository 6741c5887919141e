import { addAttachment } from '#shared/attachments/mutations.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import { deviceMutations } from '#shared/device-mutations.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import { addingOf, Lane } from './attachments/lane.ts'
import type { Core } from './core.ts'
import { Courier } from './outbox/courier.ts'
import { Loop } from './outbox/loop.ts'
import type { Attempt } from './outbox/step.ts'
import { Opening } from './replica/opening.ts'
import { Replica } from './replica/replica.ts'
import type { Loaded } from './storage/storage.ts'
import { Leadership } from './tabs/leadership.ts'
import { TabPresence } from './tabs/presence.ts'

/** What the parts ask of the core and nobody else may. */
export interface Hooks {
  nextMid(): Mid
  isOwnMid(mid: Mid): boolean
  fetchDefinition(versionId: string): Promise<FormDefinition | null>
  keepSeal(seal: CopySeal): Promise<void>
  arrived(): Promise<boolean>
  lead(token: string | null): Promise<void>
  stopLeading(): void
}

/** What runs once the database is open. */
export interface Parts {
  readonly replica: Replica
  /** Null for who is given everything of theirs. */
  readonly opening: Opening | null
  readonly lane: Lane
  readonly courier: Courier
  readonly loop: Loop
  readonly leadership: Leadership
  readonly presence: TabPresence
}

/** Makes the parts of an engine whose database is open, and ties them together. */
export function partsOf(core: Core, loaded: Loaded, hooks: Hooks): Parts {
  const { storage, transport, ports, clock, options } = core
  const replica: Replica = new Replica(
    {
      storage,
      actor: core.actor,
      mutations: options.mutations ?? deviceMutations,
      // Administrators alone need them: nobody else's first visit carries them.
      questionnaireMutations: () =>
        import('#shared/questionnaire-mutations.ts').then(
          (part) => part.questionnaireMutations,
          (error: unknown) => {
            core.report('questionnaires', error)
            return null
          },
        ),
      ownPart: () =>
        import('./replica/live-own.ts').then(
          (part) => part.ownPart,
          (error: unknown) => {
            core.report('own', error)
            return null
          },
        ),
      clock,
      nextMid: hooks.nextMid,
      isOwnMid: hooks.isOwnMid,
      fetchDefinition: hooks.fetchDefinition,
      enqueuing: () => core.enqueuing(),
      enqueued: () => core.enqueued(),
      report: (what, error) => core.report(what, error),
    },
    loaded,
  )
  const log = (attempt: Omit<Attempt, 'at'>): void => core.log(attempt)
  const lane = new Lane({
    storage,
    transport,
    replica,
    clock,
    disk: ports.disk,
    random: ports.random,
    sha256: ports.sha256,
    announce: async (upload) => {
      const announced = await replica.dispatch(addAttachment.name, upload.scope, addingOf(upload))
      return announced.ok ? null : announced.failure
    },
    changed: () => {
      core.topics.tell(['queue'])
      core.refreshStatus()
    },
    moved: () => core.post({ kind: 'files' }),
    log,
    report: (error) => core.report('upload', error),
  })
  const opening = core.actor.kind === 'Institutional' ? null : new Opening(() => replica.position.scopes)
  const courier = new Courier({
    storage,
    transport,
    replica,
    clock,
    app: options.app,
    opening,
    newDeviceId: () => ports.randomText(22),
    files: { waiting: () => lane.waiting.length, pullBegins: () => lane.pullBegins(), pullEnded: () => lane.pullEnded() },
    sealId: async () => (await core.sealNow())?.id ?? null,
    keepSeal: hooks.keepSeal,
    log,
    report: (error) => core.report('push', error),
    told: (what) => {
      core.post(what)
      if (what.kind !== 'reread') return
      core.post({ kind: 'files' })
      // A server that was put back to an older copy may lack files that had arrived.
      lane.open().catch((error: unknown) => core.report('upload', error))
    },
  })
  const presence = new TabPresence({
    tab: ports.randomText(8),
    clock,
    surroundings: ports.surroundings,
    live: options.live !== false,
    leading: () => core.leading,
    stand: (at) => transport.stand(at),
    post: (message) => core.post(message),
    changed: () => core.topics.tell(['presence']),
  })
  const loop = new Loop({
    courier,
    transport,
    clock,
    surroundings: ports.surroundings,
    random: ports.random,
    live: options.live !== false,
    presence,
    held: () => core.keeper.trouble === 'lost',
    concerns: (poke) => opening === null || opening.concerns(Object.keys(poke)),
    changed: (state) => {
      core.post({ kind: 'state', state })
      core.refreshStatus()
    },
    settled: hooks.arrived,
    fenced: hooks.stopLeading,
    log,
    report: (error) => core.report('walk', error),
  })
  const leadership = new Leadership({
    name: storage.name,
    locks: ports.locks,
    channel: ports.channel,
    clock,
    surroundings: ports.surroundings,
    newToken: () => ports.randomText(16),
    lead: hooks.lead,
    lost: hooks.stopLeading,
    report: (error) => core.report('leadership', error),
  })
  return { replica, lane, courier, loop, leadership, opening, presence }
}
