import pino from 'pino'
import type { Log } from './server.ts'

/** The log of a running server: lines of JSON that never hold up the work, whatever becomes of where they go. */
export interface ServerLog extends Log {
  /** Lines that were let go since the start, because where they go took no more. */
  dropped(): number
  /** Writes what waits, within a time, and ends. */
  close(): Promise<void>
}

/** Lines are written together from this size on, and at the latest after a second. */
const togetherBytes = 4096
const flushMs = 1_000
/** What waits beyond this is dropped: a full disk must not fill the memory. */
const maxWaitingBytes = 1 << 20
const closeMs = 1_000

/** Writes to a file descriptor, standard output unless said otherwise. */
export function openLog(enabled: boolean, descriptor = 1): ServerLog {
  if (!enabled) return { info: () => undefined, error: () => undefined, dropped: () => 0, close: async () => undefined }
  let dropped = 0
  // At the end of the process pino would write what waits without end while the disk is full: this comes first.
  const abandon = (): void => destination.destroy()
  process.prependListener('exit', abandon)
  const destination = pino.destination({ dest: descriptor, sync: false, minLength: togetherBytes, maxLength: maxWaitingBytes })
  // Where the log goes is full or gone. Nobody can be told there; what is dropped is counted.
  destination.on('error', () => undefined)
  destination.on('drop', () => {
    dropped += 1
  })
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const timer = setInterval(() => destination.flush(), flushMs)
  timer.unref()
  return {
    info: (data, message) => log.info(data, message),
    error: (data, message) => log.error(data, message),
    dropped: () => dropped,
    close: async () => {
      clearInterval(timer)
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, closeMs)
        destination.flush(() => {
          clearTimeout(late)
          resolve()
        })
      })
      process.off('exit', abandon)
      abandon()
    },
  }
}
