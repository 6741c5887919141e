import { Core, type EngineOptions } from './core.ts'
import type { Engine } from './face.ts'
import { deviceOf } from './facets/device.ts'
import { draftsOf } from './facets/drafts.ts'
import { filesOf } from './facets/files.ts'
import { statusOf } from './facets/status.ts'
import { togetherOf } from './facets/together.ts'
import { workOf } from './facets/work.ts'

/** The engine of one person on one tab. Everything that it reaches comes through its options. */
export function createSync(options: EngineOptions): Engine {
  const core = new Core(options)
  return {
    actor: core.actor,
    start: () => core.start(),
    stop: () => core.stop(),
    supersede: () => core.supersede(),
    ...workOf(core),
    ...filesOf(core),
    ...draftsOf(core),
    ...deviceOf(core),
    ...statusOf(core),
    ...togetherOf(core),
    get present() {
      return core.parts.presence.present
    },
    get putBack() {
      return core.putBackNews
    },
    get status() {
      return core.status
    },
    get leading() {
      return core.leading
    },
  }
}
