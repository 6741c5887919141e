const attempts = 3
const pauseMs = 600

/** A part of the application that did not arrive after several tries: an old build's file, or no network at all. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** Loads a part of the application, with tries enough for a weak link (ux 37). Throws PartMissing after the last. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (cause) {
      if (attempt >= attempts) throw new PartMissing('a part of the application could not be loaded', { cause })
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt))
    }
  }
}
