import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvOf } from '#shared/kernel/sheet.ts'
import { workbookBlob } from './workbook.ts'

test('[DL1] the table that a device makes says the same as a workbook and as CSV, and runs in neither', async () => {
  const sheet = [
    ['N.º', 'Respuesta'],
    ['1.1.1', '=HYPERLINK("http://malo.example")'],
    ['1.1.2', -5],
    ['1.1.3', 'Ñuñoa <b>&'],
  ] as const
  const blob = workbookBlob('Respuestas', sheet)
  expect(blob.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const rows = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(rows).toContain('<c r="B2" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(')
  expect(rows).toContain('<c r="B3"><v>-5</v></c>')
  expect(rows).toContain('Ñuñoa &lt;b&gt;&amp;')
  expect(rows).not.toContain('<f>')
  expect(csvOf(sheet)).toBe(
    '\ufeff"N.º","Respuesta"\r\n"1.1.1","\'=HYPERLINK(""http://malo.example"")"\r\n"1.1.2",-5\r\n"1.1.3","Ñuñoa <b>&"\r\n',
  )
})
