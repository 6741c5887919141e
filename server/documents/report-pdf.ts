import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ResultView } from '#shared/results/routes.ts'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { confinedTo, endOf, type ProcessLimits } from '../confined-process.ts'
import { Turns } from '../http/turns.ts'
import type { Guide } from './guide.ts'
import type { ReceiptPaper } from './receipt.ts'
import type { ReportOptions } from './report.ts'
import type { ReportLanguage } from './words.ts'

/** What the process that makes a document is told. */
export type Wanted = WantedReport | { readonly guide: Guide } | { readonly receipt: ReceiptPaper }
interface WantedReport {
  readonly view: ResultView
  readonly language: ReportLanguage
  readonly draft: boolean
}

export interface PdfOptions extends ReportOptions {
  /** Waits as long as it takes where many others do: of work that asks for one report after the other. */
  readonly isPatient?: boolean
  /** Told why there is none, in words for who keeps the server; nothing of what the report would have said. */
  readonly onBroken?: (why: string) => void
}

/** Of a report of a thousand questions some 170 MB and a second. */
const limits: ProcessLimits = { memoryBytes: 400 * 2 ** 20, ms: 30_000 }
const confinement = confinedTo(160)
/** Larger than any report of the largest questionnaire. */
const pdfMost = 100 * 2 ** 20
const waitingMost = 8

const program = fileURLToPath(new URL('./making.ts', import.meta.url))

/** What a process is started with that makes a report by `made`, or does something else as confined. */
export const argumentsFor = (made: string = program): readonly string[] => [...confinement.execArgv, '--max-semi-space-size=8', made]

/** Makes reports, one at a time, each in a process of its own that can read nothing but its program, and is ended when it takes too much. */
export class ReportMaker {
  readonly #turns = new Turns({ running: 1, waiting: waitingMost })
  readonly #limits: ProcessLimits
  readonly #program: string

  constructor(given: { readonly limits?: ProcessLimits; readonly program?: string } = {}) {
    this.#limits = given.limits ?? limits
    this.#program = given.program ?? program
  }

  /** Fails: report_failed, also when as many wait as may. */
  async make(view: ResultView, language: ReportLanguage, options: PdfOptions = {}): Promise<Result<Uint8Array>> {
    const { draft = false, isPatient = false, onBroken } = options
    const made = await this.#turns.run(() => this.#makeApart({ view, language, draft }, onBroken), { isPatient })
    return made.ok ? made.value : fail('report_failed')
  }

  /** A guide instead of a report. Fails: report_failed. */
  async makeGuide(guide: Guide, onBroken: PdfOptions['onBroken']): Promise<Result<Uint8Array>> {
    const made = await this.#turns.run(() => this.#makeApart({ guide }, onBroken), { isPatient: true })
    return made.ok ? made.value : fail('report_failed')
  }

  /** A receipt instead of a report: a page, for which nobody waits behind many. Fails: report_failed. */
  async makeReceipt(receipt: ReceiptPaper, onBroken: PdfOptions['onBroken']): Promise<Result<Uint8Array>> {
    const made = await this.#turns.run(() => this.#makeApart({ receipt }, onBroken), { isPatient: false })
    return made.ok ? made.value : fail('report_failed')
  }

  async #makeApart(wanted: Wanted, onBroken: PdfOptions['onBroken']): Promise<Result<Uint8Array>> {
    const child = spawn(process.execPath, argumentsFor(this.#program), {
      env: confinement.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const pieces: Buffer[] = []
    let length = 0
    child.stdout.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > pdfMost) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-saidMost)
    })
    // A process that was killed does not take the rest of what it is sent.
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(wanted))
    const { isHeavy, code } = await endOf(child, this.#limits)
    const pdf = Buffer.concat(pieces)
    if (!isHeavy && code === 0 && pdf.subarray(0, 5).toString('latin1') === '%PDF-') return done(pdf)
    // Where it broke, and not what it broke on.
    const where = said.split('\n').filter((line) => /^\s+at /.test(line))
    onBroken?.(isHeavy ? 'it took more memory or time than it may' : [`it ended with ${code}`, ...where.slice(0, 4)].join('\n'))
    return fail('report_failed')
  }
}

const saidMost = 20_000

const maker = new ReportMaker()
/** Who has just sent is not to wait behind who prints questionnaires. */
const receiptMaker = new ReportMaker()

/**
 * The report of a result as PDF, tagged for screen readers, in the language of its words. Of what is not published, and with `draft`, each
 * page says that it is a draft. The same view gives the same bytes. Fails: report_failed.
 */
export const reportPdf = (view: ResultView, language: ReportLanguage, options: PdfOptions = {}): Promise<Result<Uint8Array>> =>
  maker.make(view, language, options)

/** What anybody may take away, as PDF, tagged for screen readers. The same guide gives the same bytes. Fails: report_failed. */
export const guidePdf = (guide: Guide, onBroken?: PdfOptions['onBroken']): Promise<Result<Uint8Array>> => maker.makeGuide(guide, onBroken)

/** A receipt as PDF. The same receipt gives the same bytes. Fails: report_failed. */
export const receiptAsPdf = (receipt: ReceiptPaper, onBroken?: PdfOptions['onBroken']): Promise<Result<Uint8Array>> =>
  receiptMaker.makeReceipt(receipt, onBroken)
