/** The process that makes one document: what is wanted on its standard input, the PDF on its standard output. */
import type { Wanted } from './report-pdf.ts'
import { makeGuide } from './guide.ts'
import { makeReceipt } from './receipt.ts'
import { makeReport } from './report.ts'

const parts: Uint8Array[] = []
for await (const part of process.stdin) parts.push(part)
// Written by the parent, from its own type.
const wanted = JSON.parse(Buffer.concat(parts).toString('utf8')) as Wanted
const pdf =
  'guide' in wanted
    ? await makeGuide(wanted.guide)
    : 'receipt' in wanted
      ? await makeReceipt(wanted.receipt)
      : await makeReport(wanted.view, wanted.language, { draft: wanted.draft })
await new Promise<void>((resolve, reject) => {
  process.stdout.write(pdf, (error) => (error ? reject(error) : resolve()))
})
