import { addAttachment } from '#shared/attachments/mutations.ts'
import { fileInvalidity, namesFile } from '#shared/attachments/rules.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { addingOf } from '../attachments/lane.ts'
import type { Core } from '../core.ts'
import type { ChosenFile, Files } from '../face.ts'

/** The name under which a file is taken. What looks into it comes with the first file: no visit that attaches none carries it. */
async function nameOf({ name, bytes }: Pick<ChosenFile, 'name' | 'bytes'>): Promise<Result<string>> {
  let looked
  try {
    looked = await import('#shared/attachments/other-content.ts')
  } catch {
    // It could not be brought. The file is kept all the same: the server looks at it by the same rule.
    return done(name)
  }
  return looked.nameByContent(name, bytes)
}

export const filesOf = (core: Core): Files => ({
  async attach(scope, file) {
    const { lane, replica } = core.parts
    const wrong = fileInvalidity(file.name, file.bytes.byteLength)
    if (wrong) return { ok: false, failure: wrong }
    const name = await nameOf(file)
    if (!name.ok) return name
    const id = core.ports.randomText(22)
    const staged = await lane.stage({ id, scope, ...file, name: name.value })
    if (!staged.ok) return staged
    const dispatched = await replica.dispatch(addAttachment.name, scope, addingOf(staged.value))
    if (!dispatched.ok) {
      await lane.remove(id)
      return dispatched
    }
    core.post({ kind: 'files' })
    if (core.leading) lane.kick()
    return done({ id, mid: dispatched.value.mid, name: name.value })
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
