import type { FocusEvent } from 'react'
import { useSyncExternalStore } from 'react'
import type { Unit } from '#shared/kernel/ids.ts'

/** Question in which the person is: what the help speaks about. Kept apart from the page, which is not drawn again for it. */
export class FocusedUnit {
  #unit: Unit | null = null
  readonly #listeners = new Set<() => void>()

  readonly follow = (event: FocusEvent): void => {
    const unit = event.target.closest<HTMLElement>('[data-unit]')?.dataset['unit'] ?? null
    if (unit !== null) this.set(unit)
  }

  set(unit: Unit | null): void {
    if (unit === this.#unit) return
    this.#unit = unit
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): Unit | null => this.#unit
}

export const useFocusedUnit = (focused: FocusedUnit): Unit | null => useSyncExternalStore(focused.subscribe, focused.current)
