import { crc32, inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fileExtensions, maxFileBytes } from '#shared/attachments/model.ts'
import { formDefinitionOf } from './author.ts'
import { castInstitution } from './cast.ts'
import { workbookOf } from '../http/table-file.ts'
import { evidenceFor, pdfOf, pngOf } from './evidence.ts'
import { questionnaire } from './questionnaire.ts'

const definition = formDefinitionOf(questionnaire, { versionId: 'v1', formId: 'f1', name: 'Medición 2025' })
const asking = definition.questions.filter((question) => question.allowFile)
const norte = castInstitution('norte')
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')

test('every question that takes a file gets one of its own, of an accepted kind and size', () => {
  const files = asking.map((question) => evidenceFor(question, norte))
  expect(files.filter((file) => file.name.startsWith('Respaldo'))).toEqual([])
  expect(new Set(files.map((file) => file.name)).size).toBe(asking.length)
  for (const file of files) {
    expect(
      fileExtensions.some((extension) => file.name.endsWith(`.${extension}`)),
      file.name,
    ).toBe(true)
    expect(file.name).toMatch(/^[A-Za-z0-9_]+\.[a-z]+$/)
    expect(file.bytes.length).toBeGreaterThan(500)
    expect(file.bytes.length).toBeLessThan(maxFileBytes / 100)
  }
  expect(new Set(files.map((file) => file.mime)).size).toBe(3)
})

test('the same question gives the same bytes, and another institution others', () => {
  for (const question of asking) {
    expect(evidenceFor(question, norte)).toEqual(evidenceFor(question, norte))
    expect(evidenceFor(question, castInstitution('sur')).bytes).not.toEqual(evidenceFor(question, norte).bytes)
  }
})

test('each row of a block has a file of its own', () => {
  for (const question of asking.filter((entry) => entry.blockId !== null)) {
    const files = ['r1', 'r2', 'r3'].map((rowId) => evidenceFor(question, norte, rowId))
    expect(new Set(files.map((file) => file.name)).size).toBe(3)
    expect(new Set(files.map((file) => latin1(file.bytes))).size).toBe(3)
  }
})

describe('a PDF', () => {
  const pdf = latin1(pdfOf('Convenio (año 2024) \\ anexo', ['Línea uno', 'palabra '.repeat(40).trim()]))

  test('points from its end to a table that points to each object', () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
    expect(pdf.slice(start, start + 5)).toBe('xref\n')
    const entries = [...pdf.slice(start).matchAll(/^(\d{10}) \d{5} n $/gm)].map((match) => Number(match[1]))
    expect(entries).toHaveLength(7)
    expect(entries.map((offset, at) => pdf.startsWith(`${at + 1} 0 obj\n`, offset))).toEqual(entries.map(() => true))
    expect(pdf.slice(start)).toContain('0 8\n0000000000 65535 f \n')
  })

  test('declares the true length of its page and escapes its own signs', () => {
    const page = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf)
    expect(page?.[2]?.length).toBe(Number(page?.[1]))
    expect(page?.[2]).toContain('(Convenio \\(año 2024\\) \\\\ anexo) Tj')
    expect(page?.[2]?.match(/Tj ET/g)?.length).toBe(6)
  })
})

test('a PNG has whole chunks, correct sums and as many pixels as it declares', () => {
  const bytes = pngOf(12_345)
  const view = new DataView(bytes.buffer)
  expect(bytes.slice(0, 8)).toEqual(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
  const chunks: { type: string; data: Uint8Array }[] = []
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at)
    expect(view.getUint32(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    chunks.push({ type: strFromU8(bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  expect(chunks.map((chunk) => chunk.type)).toEqual(['IHDR', 'IDAT', 'IEND'])
  const pixels = inflateSync(chunks[1]?.data ?? new Uint8Array())
  expect(pixels).toHaveLength(200 * (1 + 320 * 3))
  expect(new Set(pixels).size).toBeGreaterThan(2)
})

test('a workbook is a zip whose relations name parts that it holds', () => {
  const files = unzipSync(workbookOf([['Ñuñoa & otras <comunas>', 7]]))
  expect(Object.keys(files)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain(
    '<c r="A1" t="inlineStr"><is><t xml:space="preserve">Ñuñoa &amp; otras &lt;comunas&gt;</t></is></c><c r="B1"><v>7</v></c>',
  )
})
