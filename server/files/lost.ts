/**
 * Files cannot be kept or had now: their store cannot be reached, refuses us, or has other bytes under a name than were kept there.
 * Nothing of what was asked for may be taken as done; the same work is to be asked for again. What it says holds no key and no name of anybody.
 */
export class FilesLost extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
  }
}

/** Of one file alone: what is kept of it is not what was. */
export class FileDamaged extends FilesLost {}
