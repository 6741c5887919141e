import { audienceOf, definitionFor } from '#shared/forms/audience.ts'
import type { Actor } from '#shared/access/actor.ts'
import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { isQuotaError, type Storage } from '../storage/storage.ts'

export interface DefinitionsOptions {
  readonly storage: Pick<Storage, 'definition' | 'definitionOf' | 'forgetDefinitions' | 'saveDefinition'>
  readonly actor: Actor
  /** Brings a definition that the device does not have; null when it cannot now. */
  fetchDefinition(versionId: string): Promise<FormDefinition | null>
  readonly report: (what: string, error: unknown) => void
}

/** The questions of forms, each version read once: from memory, disk or network, in that order. */
export class Definitions {
  readonly #options: DefinitionsOptions
  readonly #indexes = new Map<string, Promise<FormIndex | null>>()

  constructor(options: DefinitionsOptions) {
    this.#options = options
  }

  /** Every version that this tab has read. */
  async held(): Promise<FormDefinition[]> {
    const indexes = await Promise.all(this.#indexes.values())
    return indexes.flatMap((index) => index?.definition ?? [])
  }

  /** The look-ups of a form's version, from memory, disk or network, in that order; null when none has it now. */
  index(versionId: string): Promise<FormIndex | null> {
    const known = this.#indexes.get(versionId)
    if (known) return known
    const loading = this.#loadIndex(versionId).then(
      (index) => {
        if (!index) this.#indexes.delete(versionId)
        return index
      },
      (error: unknown) => {
        this.#indexes.delete(versionId)
        throw error
      },
    )
    this.#indexes.set(versionId, loading)
    return loading
  }

  /** The look-ups of a form's version or, while that is not to be had, of one that is kept of the same form; null when there is none. */
  async indexOfForm(formId: string, versionId: string): Promise<FormIndex | null> {
    const index = await this.index(versionId)
    if (index) return index
    const kept = await this.#options.storage.definitionOf(formId)
    return kept ? this.index(kept.versionId) : null
  }

  /** Versions that nothing on the device works with any more. */
  async forget(versionIds: readonly string[]): Promise<void> {
    for (const versionId of versionIds) this.#indexes.delete(versionId)
    if (versionIds.length > 0) await this.#options.storage.forgetDefinitions(versionIds)
  }

  async #loadIndex(versionId: string): Promise<FormIndex | null> {
    const { storage, actor } = this.#options
    const audience = audienceOf(actor.kind)
    const stored = await storage.definition(versionId)
    const read = stored && definitionFor(audience, stored)
    // What a device of an earlier release, or the same person's when they were of another kind, kept too much of.
    if (read !== stored && read) await this.#keep(read)
    if (read && (read.audience ?? 'lab') === audience) return formIndexOf(read)
    const fetched = await this.#options.fetchDefinition(versionId)
    // Who became the lab's reads on with what they have until the whole is here.
    if (!fetched) return read ? formIndexOf(read) : null
    const kept = definitionFor(audience, fetched)
    await this.#keep(kept)
    return formIndexOf(kept)
  }

  /** Without room for them the questions serve as long as the page lasts. */
  async #keep(definition: FormDefinition): Promise<void> {
    try {
      await this.#options.storage.saveDefinition(definition)
    } catch (error) {
      if (!isQuotaError(error)) throw error
      this.#options.report('definition', error)
    }
  }
}
