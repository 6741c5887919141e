import { expect, test } from 'vitest'
import { mayPreview } from './may-preview.ts'
import { pixelsMost, previewOf } from './preview.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
const long = (value: number): number[] => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const short = (value: number): number[] => [(value >>> 8) & 255, value & 255]

const png = (width: number, height: number) =>
  bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a], long(13), 'IHDR', long(width), long(height), [8, 6, 0, 0, 0])
const jpeg = (width: number, height: number) =>
  bytesOf(
    [0xff, 0xd8],
    [0xff, 0xe0],
    short(6),
    'JFIF',
    [0xff, 0xff, 0xc2],
    short(11),
    [8],
    short(height),
    short(width),
    [1, 1, 0x11, 0, 0, 0],
  )

test('[EQ2] a picture and a PDF are shown by what their bytes are', () => {
  expect(previewOf(png(640, 480))).toEqual({ type: 'image/png', pixels: 307_200 })
  expect(previewOf(jpeg(1000, 500))).toEqual({ type: 'image/jpeg', pixels: 500_000 })
  expect(previewOf(bytesOf('%PDF-1.7\n'))).toEqual({ type: 'application/pdf' })
})

test('[EQ2] what is no picture and no PDF is not shown, whatever it is called', () => {
  const hostile = [
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
    'PK\u0003\u0004',
    'GIF89a',
    '',
  ]
  for (const each of hostile) expect(previewOf(bytesOf(each)), each).toBeNull()
  expect(previewOf(bytesOf('<html>%PDF-1.7'))).toBeNull()
  expect(['foto.PNG', 'plan.pdf', 'foto.jpeg'].every((each) => mayPreview(each, true))).toBe(true)
  expect(['foto.png', 'plan.pdf'].filter((each) => mayPreview(each, false))).toEqual(['foto.png'])
  expect(['pagina.html', 'dibujo.svg', 'datos.xml', 'plan.pdf.zip', 'pdf'].some((each) => mayPreview(each, true))).toBe(false)
})

test('[EQ2] a picture that would fill the memory, has no size or breaks off is not shown', () => {
  expect(previewOf(png(pixelsMost, 2))).toBeNull()
  expect(previewOf(jpeg(65_535, 65_535))).toBeNull()
  expect(previewOf(png(0, 480))).toBeNull()
  expect(previewOf(png(640, 480).slice(0, 20))).toBeNull()
  expect(previewOf(jpeg(640, 480).slice(0, 12))).toBeNull()
  expect(previewOf(bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBeNull()
})
