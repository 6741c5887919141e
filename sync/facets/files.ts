import { contentMatches } from '#shared/attachments/content.ts'
import { addAttachment } from '#shared/attachments/mutations.ts'
import { fileInvalidity, namesFile } from '#shared/attachments/rules.ts'
import { failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { addingOf } from '../attachments/lane.ts'
import type { Core } from '../core.ts'
import type { Files } from '../face.ts'

export const filesOf = (core: Core): Files => ({
  async attach(scope, file) {
    const { lane, replica } = core.parts
    const wrong =
      fileInvalidity(file.name, file.bytes.byteLength) ?? (contentMatches(file.name, file.bytes) ? undefined : failure('file_content'))
    if (wrong) return { ok: false, failure: wrong }
    const id = core.ports.randomText(22)
    const staged = await lane.stage({ id, scope, ...file })
    if (!staged.ok) return staged
    const dispatched = await replica.dispatch(addAttachment.name, scope, addingOf(staged.value))
    if (!dispatched.ok) {
      await lane.remove(id)
      return dispatched
    }
    core.post({ kind: 'files' })
    if (core.leading) lane.kick()
    return done({ id, mid: dispatched.value.mid })
  },
  uploads: () => core.parts.lane.list(),
  parkedFiles: () => core.parkedFiles(),
  file: (id) => core.parts.lane.file(id),
  async removeFile(id) {
    const { lane, replica } = core.parts
    await lane.remove(id)
    // Why it did not go was told with it.
    for (const outcome of replica.outcomes.values()) if (namesFile(outcome, id)) await core.storage.dismissOutcome(outcome.mid)
    await replica.reread()
    core.post({ kind: 'files' })
  },
})
