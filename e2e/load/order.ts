import type { Person } from '../bench/ground.ts'
import type { DevicePlan } from './plan.ts'

/** A device, who has it, and the server that it reaches. */
export interface DeviceOrder {
  readonly deviceId: string
  readonly url: string
  readonly person: Person
  readonly institutionId: string
  readonly formId: string
  readonly plan: DevicePlan
  /** Whether it is the real engine. */
  readonly isEngine: boolean
}

/** What a process of devices is to play. */
export interface DayOrder {
  readonly kind: 'day'
  readonly devices: readonly DeviceOrder[]
  readonly speed: number
  readonly fileBytes: number
  /** Where it writes what its devices were promised, a line for each. */
  readonly promises: string
}

/** Devices that push answers one batch after the other, for as long as a step lasts. */
export interface SaturateOrder {
  readonly kind: 'saturate'
  readonly devices: readonly DeviceOrder[]
  readonly promises: string
}

export interface SaturateStep {
  /** Mutations of each push. */
  readonly batch: number
  /** Devices that push at once. */
  readonly clients: number
}

/** Streams to open, and pushes of which some of them hear. */
export interface ListenOrder {
  readonly kind: 'listen'
  readonly devices: readonly DeviceOrder[]
  readonly promises: string
}

/** A stream told of a scope; moments are epoch milliseconds with fractions. */
export interface Heard {
  readonly scope: string
  readonly at: number
}

/** A push of the mode `listeners`, which is the only one of its scope. */
export interface Pushed extends Heard {
  readonly tookMs: number
}

export type Order = DayOrder | SaturateOrder | ListenOrder
