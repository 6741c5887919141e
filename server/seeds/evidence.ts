import { crc32, deflateSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import type { Question } from '#shared/forms/model.ts'
import type { RowId } from '#shared/kernel/ids.ts'
import { workbookMime } from '#shared/kernel/sheet.ts'
import { workbookOf } from '../http/table-file.ts'
import { writtenIdOf } from './author.ts'
import type { CastInstitution } from './cast.ts'
import { initiativeOf } from './initiatives.ts'
import { hashOf } from './random.ts'

/** A small real file that opens in the program of its kind. */
export interface EvidenceFile {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Subject {
  /** Name of the file, without its extension. */
  readonly file: string
  readonly title: string
  readonly kind: 'pdf' | 'png' | 'xlsx'
}

/** What institutions attach to each question that takes a file. */
const subjects: Readonly<Record<string, Subject>> = {
  'th-capacitacion': { file: 'Programa_y_nomina_capacitacion_2024', title: 'Programa y nómina de capacitación', kind: 'pdf' },
  'mi-equipo-descripcion': { file: 'Acta_sesion_equipo_innovacion', title: 'Acta de sesión del equipo de innovación', kind: 'pdf' },
  'mi-equipo': { file: 'Resolucion_equipo_innovacion', title: 'Resolución que nombra al equipo', kind: 'pdf' },
  'mi-datos': { file: 'Captura_catalogo_datos_abiertos', title: 'Catálogo de datos abiertos', kind: 'png' },
  'eg-unidad': { file: 'Resolucion_unidad_innovacion', title: 'Resolución que crea la unidad', kind: 'pdf' },
  'eg-objetivo': { file: 'Definiciones_estrategicas_2024', title: 'Definiciones estratégicas vigentes', kind: 'pdf' },
  'eg-plan': { file: 'Plan_innovacion_2024_2025', title: 'Plan de innovación 2024-2025', kind: 'xlsx' },
  'ap-iniciativas-descripcion': { file: 'Ficha_iniciativa', title: 'Ficha de la iniciativa', kind: 'pdf' },
  'ap-iniciativas-prototipada': { file: 'Foto_prototipo', title: 'Prototipo', kind: 'png' },
  'ap-iniciativas-ajustada': { file: 'Registro_prueba_y_ajustes', title: 'Registro de prueba y ajustes', kind: 'xlsx' },
  'ap-iniciativas-piloteada': { file: 'Informe_piloto', title: 'Informe del piloto', kind: 'pdf' },
  'ap-iniciativas-implementada': { file: 'Acta_puesta_en_marcha', title: 'Acta de puesta en marcha', kind: 'pdf' },
  'ap-iniciativas-evaluada': { file: 'Informe_evaluacion', title: 'Informe de evaluación', kind: 'pdf' },
  'pr-necesidades': {
    file: 'Procedimiento_levantamiento_necesidades',
    title: 'Procedimiento de levantamiento de necesidades',
    kind: 'pdf',
  },
  'pc-disenado-flujo-etapas': { file: 'Diagrama_proceso_innovacion', title: 'Diagrama del proceso de innovación', kind: 'png' },
  'ci-convenios': { file: 'Convenio_colaboracion_2024', title: 'Convenio de colaboración', kind: 'pdf' },
  'er-evidencia': { file: 'Serie_mensual_resultados', title: 'Serie mensual de resultados', kind: 'xlsx' },
}

const mimes = {
  pdf: 'application/pdf',
  png: 'image/png',
  xlsx: workbookMime,
} as const

/**
 * The file that an institution attaches to a question: a PDF page, a PNG or a workbook, by the question.
 * In a row of a block it is about that row's initiative. The same question, institution and row give the same bytes;
 * what can be read in it says that it is fictional.
 */
export function evidenceFor(question: Question, institution: CastInstitution, rowId?: RowId | null): EvidenceFile {
  const known = subjects[writtenIdOf(question.id, Object.keys(subjects)) ?? '']
  const subject: Subject = known ?? { file: 'Respaldo', title: 'Antecedentes de respaldo', kind: 'pdf' }
  return {
    name: `${subject.file}_${rowId ? `${rowId}_` : ''}${institution.abbreviation}.${subject.kind}`,
    mime: mimes[subject.kind],
    bytes: bytesOf(subject, question, institution, rowId ?? null),
  }
}

function bytesOf(subject: Subject, question: Question, institution: CastInstitution, rowId: RowId | null): Uint8Array<ArrayBuffer> {
  const seed = hashOf(`${institution.id} ${question.id} ${rowId ?? ''}`)
  const about = rowId === null ? question.text : initiativeOf(institution.id, rowId).name
  switch (subject.kind) {
    case 'png':
      return pngOf(seed)
    case 'xlsx':
      return workbookOf([
        [subject.title, institution.name],
        [about, ''],
        ['Mes', 'Valor'],
        ...['junio 2024', 'septiembre 2024', 'diciembre 2024', 'marzo 2025', 'mayo 2025'].map((month, at) => [
          month,
          20 + ((seed >>> at) % 60),
        ]),
        ['Documento ficticio, hecho para la demostración.'],
      ])
    case 'pdf':
      return pdfOf(subject.title, [
        institution.name,
        `Código ${institution.code}`,
        '',
        'Período informado: 1 de junio de 2024 al 31 de mayo de 2025.',
        `Antecedente de: ${about}`,
        '',
        'El área responsable deja constancia de lo informado y conserva el original en su expediente.',
        `Folio ${String(seed % 100_000).padStart(5, '0')}`,
        '',
        'Documento ficticio, hecho para la demostración. No corresponde a ninguna institución real.',
      ])
  }
}

const lineCharacters = 84

/** One A4 page with a title and lines of text. The standard fonts need no embedding; é and ñ go in WinAnsi, which is latin1 for them. */
export function pdfOf(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const printed = lines.flatMap((line) => wrapped(line))
  const content = [
    `BT /F2 18 Tf 56 770 Td (${pdfText(title)}) Tj ET`,
    ...printed.map((line, at) => `BT /F1 11 Tf 56 ${732 - at * 18} Td (${pdfText(line)}) Tj ET`),
  ].join('\n')
  const font = (name: string): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-CL) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${pdfText(title)}) >>`,
  ]
  // Latin1: one character is one byte, so that positions in the text are positions in the file.
  let text = '%PDF-1.4\n%âãÏÓ\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Latin1 text with what a PDF string treats as its own escaped; what latin1 lacks becomes its nearest sign. */
function pdfText(text: string): string {
  const latin = text
    .replaceAll('–', '-')
    .replaceAll('…', '...')
    .replaceAll(/[^\u0000-ÿ]/g, '?')
  return latin.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
}

function wrapped(line: string): string[] {
  const lines: string[] = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > lineCharacters) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

const pngSide = { width: 320, height: 200 }

/** A drawing of boxes joined by a line, as a sketch on paper would be; its colours and sizes come from the seed. */
export function pngOf(seed: number): Uint8Array<ArrayBuffer> {
  const { width, height } = pngSide
  const ink = [40 + (seed % 120), 60 + ((seed >>> 8) % 100), 90 + ((seed >>> 16) % 110)] as const
  const raw = new Uint8Array(height * (1 + width * 3)).fill(246)
  for (let y = 0; y < height; y += 1) {
    raw[y * (1 + width * 3)] = 0
    for (let x = 0; x < width; x += 1) {
      if (drawn(x, y, seed)) raw.set(ink, y * (1 + width * 3) + 1 + x * 3)
    }
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Eight bits per channel, truecolour, and the only compression, filter and interlace that PNG has for it.
  header.set([8, 2, 0, 0, 0], 8)
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(raw)),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** Whether the pixel is ink: the border of one of four boxes, a line of "text" inside, or the line that joins them. */
function drawn(x: number, y: number, seed: number): boolean {
  const box = Math.floor(x / 80)
  const left = box * 80 + 12
  const top = 50 + ((seed >>> (box * 4)) % 40)
  const [inX, inY] = [x - left, y - top]
  if (inY === 25 && inX < 0) return true
  if (inX < 0 || inX > 56 || inY < 0 || inY > 60) return false
  const border = inX < 2 || inX > 54 || inY < 2 || inY > 58
  const writing = inY % 12 === 8 && inX > 8 && inX < 30 + ((seed >>> (box + Math.floor(inY / 12))) % 18)
  return border || writing
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined([strToU8(type), data])
  const frame = new Uint8Array(8)
  const view = new DataView(frame.buffer)
  view.setUint32(0, data.length)
  view.setUint32(4, crc32(body))
  return joined([frame.subarray(0, 4), body, frame.subarray(4)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
