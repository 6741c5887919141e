/** Stands in for the process that makes a report: the first bytes of one, once it was told everything. */
import { text } from 'node:stream/consumers'

await text(process.stdin)
process.stdout.write('%PDF-1.7')
