import type { ErrorCode } from '#shared/errors.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { confinedTo, endOf, type ProcessLimits } from '../../confined-process.ts'
import { Turns } from '../../http/turns.ts'

/** A picture as it is kept: its own form, and of a photograph one for each width. */
export interface Picture {
  readonly kind: 'svg' | 'webp'
  readonly width: number | null
  readonly height: number | null
  readonly forms: Readonly<Record<string, Uint8Array>>
}
/** What the process that draws tells its parent. */
export type Drawn = Picture | { readonly refused: ErrorCode }

const program = fileURLToPath(new URL('./files-drawing.ts', import.meta.url))
const { execArgv, env } = confinedTo(200)
// The library that draws is no JavaScript.
const confined = { execArgv: [...execArgv, '--allow-addons', '--disable-warning=SecurityWarning'], env }
/** Of forty million points some 330 MB and six seconds. */
const usual: ProcessLimits = { memoryBytes: 700 * 2 ** 20, ms: 30_000 }

/** Draws pictures that somebody sent anew, one at a time, each in a process of its own that is ended when it takes too much (WF2, WF3). */
export class Pictures {
  readonly #turns = new Turns({ running: 1, waiting: 20 })
  readonly #limits: ProcessLimits

  constructor(limits: ProcessLimits = usual) {
    this.#limits = limits
  }

  /** Fails: site_image_unreadable, file_content, site_svg_unsafe; unavailable when too many wait. */
  async draw(bytes: Uint8Array, as: 'svg' | 'photo'): Promise<Result<Picture>> {
    const drawn = await this.#turns.run(() => this.#apart(bytes, as))
    return drawn.ok ? drawn.value : drawn
  }

  async #apart(bytes: Uint8Array, as: 'svg' | 'photo'): Promise<Result<Picture>> {
    const child = fork(program, [as], { ...confined, serialization: 'advanced', stdio: ['pipe', 'ignore', 'ignore', 'ipc'] })
    let drawn: Drawn | undefined
    // Only `files-drawing.ts` is at the other end.
    child.on('message', (told: Drawn) => (drawn = told))
    // A process that was killed does not take the rest of what it is sent.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
    await endOf(child, this.#limits)
    if (drawn === undefined || 'refused' in drawn) return fail(drawn?.refused ?? 'site_image_unreadable')
    return done(drawn)
  }
}
