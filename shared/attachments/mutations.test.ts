import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aWorld, anAnswer, anAttachment, anEvaluation, noonIn, theStages } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { instantOf } from '../kernel/instant.ts'
import { systemActor } from '../access/actor.ts'
import { boundsOf } from '../stages/rules.ts'
import { assertProperty } from '../testing/properties.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { contentMatches } from './content.ts'
import { addAttachment, declineAttachment, readyAttachment, removeAttachment } from './mutations.ts'
import { fileExtensions, maxFileBytes } from './model.ts'
import { extensionOf, fileDeeds, fileInvalidity, safeFileName } from './rules.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const assignments = { d1: 'dimension', d2: 'dimension', s21: 'capacity', proof: 'professional' }
const answered = () => anAnswer('proof', { choice: { value: 'si' } })
const withAnswer = (parts: Parameters<typeof aWorld>[0] = {}): World => aWorld({ assignments, answers: [answered()], ...parts })
const withFile = (parts: Parameters<typeof aWorld>[0] = {}): World =>
  withAnswer({ attachments: [anAttachment('file-0001', 'proof')], ...parts })

interface Call {
  readonly by?: ActorName
  readonly id?: string
  readonly name?: string
  readonly sizeBytes?: number
  readonly unit?: string
  readonly replaces?: string | null
  readonly now?: string
  readonly occurredAt?: string
  readonly lease?: string
}
const add = (
  world: World,
  { by = 'professional', id = 'file-0002', name = 'acta.pdf', sizeBytes = 10, unit = 'proof', replaces, ...context }: Call = {},
): Outcome =>
  addAttachment.decide(
    world,
    { id, unit, name, sizeBytes, mime: 'application/pdf', sha256: 'b'.repeat(64), replaces },
    aContext({ actor: actors[by], ...context }),
  )
const remove = (world: World, { by = 'professional', id = 'file-0001', now }: Call = {}): Outcome =>
  removeAttachment.decide(world, { id }, aContext({ actor: actors[by], ...(now ? { now } : {}) }))
const decline = (
  world: World,
  declined: boolean,
  { by = 'professional', unit = 'proof', saw = 'file-0001' }: Call & { readonly saw?: string | null } = {},
): Outcome => declineAttachment.decide(world, { unit, declined, saw }, aContext({ actor: actors[by] }))

describe('which files', () => {
  test('[FI1] twelve extensions are taken, whatever their case, and no other', () => {
    expect(fileExtensions.length).toBe(12)
    for (const extension of fileExtensions) expect(fileInvalidity(`acta.${extension.toUpperCase()}`, 1)).toBeUndefined()
    expect(fileInvalidity('.pdf', 1)).toBeUndefined()
    for (const name of ['acta.exe', 'acta', 'acta.pdf.html', 'pdf', '.pdf.'])
      expect([name, fileInvalidity(name, 1)?.code]).toEqual([name, 'file_format'])
  })

  test('[FI2] a file has from one byte to exactly 15 MB', () => {
    expect([0, 1, maxFileBytes, maxFileBytes + 1].map((size) => fileInvalidity('a.pdf', size)?.code)).toEqual([
      'file_empty',
      undefined,
      undefined,
      'file_too_large',
    ])
    expect(maxFileBytes).toBe(15 * 1024 * 1024)
    expect(said(add(withAnswer(), { sizeBytes: maxFileBytes + 1 }))).toBe('refused:file_too_large')
    expect(said(add(withAnswer(), { name: 'a.exe' }))).toBe('refused:file_format')
  })

  test('[FI3] a name is made safe to show and to offer: no path, no hidden marks, at most 150 characters', () => {
    expect(safeFileName('../../etc/passwd.pdf')).toBe('passwd.pdf')
    expect(safeFileName('C:\\docs\\acta.pdf')).toBe('acta.pdf')
    expect(safeFileName('a\u202Efdp.exe\u0000"<>.pdf')).toBe('afdp.exe.pdf')
    expect(safeFileName('...')).toBe('archivo')
    const long = safeFileName(`${'a'.repeat(400)}.pdf`)
    expect([long.length, extensionOf(long)]).toEqual([150, 'pdf'])
  })

  test('[FI3] a name with nothing before its extension gets one, so that what is accepted stays acceptable', () => {
    expect(['.pdf', '..PDF', '<>.docx', 'a/.png', '.notas.pdf', '. .pdf', '. . acta.pdf'].map(safeFileName)).toEqual([
      'archivo.pdf',
      'archivo.PDF',
      'archivo.docx',
      'archivo.png',
      'notas.pdf',
      'archivo.pdf',
      'acta.pdf',
    ])
    const odd = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '.', '/', '\\', '"', '\u202E', '\u0000', '😀', '.pdf'), maxLength: 200 })
    assertProperty(
      fc.property(odd, (name) => {
        if (fileInvalidity(name, 1)) return
        const safe = safeFileName(name)
        expect([safe, fileInvalidity(safe, 1), safe.isWellFormed()]).toEqual([safe, undefined, true])
        expect(safeFileName(safe)).toBe(safe)
      }),
    )
  })

  test('[FI4] a question that takes no file refuses one', () => {
    expect(said(add(aWorld(), { unit: 'name' }))).toBe('refused:file_not_allowed')
    expect(said(decline(aWorld(), true, { unit: 'name' }))).toBe('refused:file_not_allowed')
  })
})

test('[FI11] content is judged by its first bytes, by the same rule on the device and on the server', () => {
  const bytes = (...head: number[]): Uint8Array => new Uint8Array([...head, ...Array.from({ length: 30 }, () => 1)])
  const text = (content: string): Uint8Array => Uint8Array.from(content, (sign) => sign.charCodeAt(0))
  const fits: [string, Uint8Array, boolean][] = [
    ['a.png', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), true],
    ['a.zip', bytes(0x50, 0x4b, 0x03, 0x04), true],
    ['a.docx', bytes(0x50, 0x4b, 0x03, 0x04), false],
    ['a.docx', text('PK\u0003\u0004 [Conten [Content_Types].xml and more'), true],
    ['a.pdf', text('garbage %PD %PDF-1.7'), true],
    ['a.pdf', bytes(0x4d, 0x5a), false],
    ['a.xml', text('\u00EF\u00BB\u00BF\n <?xml version="1.0"?><a/>'), true],
    ['a.xml', text('\u00FF\u00FE<\0a\0>\0'), true],
    ['a.xml', text('\u00FE\u00FF\0 \0<\0a'), true],
    ['a.xml', text('<a\0'), false],
    ['a.xml', bytes(0x4d, 0x5a), false],
    ['a.exe', bytes(0x4d, 0x5a), false],
  ]
  for (const [name, content, fit] of fits) expect([name, contentMatches(name, content)]).toEqual([name, fit])
})

describe('adding, replacing, removing', () => {
  test('[FI5] an added file applies at once, with its bytes to come, and counts as a change', () => {
    const world = aWorld({ assignments, answers: [{ ...answered(), changeAnswer: false, noAttachment: true }] })
    const outcome = add(world)
    apply(world, outcome.changes)
    expect(world.attachment('proof')).toMatchObject({ id: 'file-0002', state: 'awaiting_blob', applied: true, answerRev: 1 })
    expect(world.answer('proof')).toMatchObject({ noAttachment: false, changeAnswer: true, rev: 1 })
  })

  test('[FI5] the same file named twice is one; another under the same id is refused', () => {
    const world = withAnswer()
    apply(world, add(world).changes)
    expect(said(add(world))).toBe('noop:ok')
    expect(said(add(withFile(), { id: 'file-0001' }))).toBe('refused:metadata_mismatch')
  })

  test('[FI6] replacing takes the former out of force and keeps it, and both are in the file history', () => {
    const world = withFile()
    const outcome = add(world, { replaces: 'file-0001' })
    apply(world, outcome.changes)
    expect(world.attachmentsOf('proof').map((each) => [each.id, each.state])).toEqual([
      ['file-0001', 'removed'],
      ['file-0002', 'awaiting_blob'],
    ])
    expect(outcome.history.map((each) => [each.action, each.text])).toEqual([
      ['Elimina archivo', 'prueba.pdf'],
      ['Adjunta', 'acta.pdf'],
    ])
  })

  test('[FI6] a removed file stays in the history and is not removed twice', () => {
    const world = withFile()
    apply(world, remove(world).changes)
    expect([world.attachment('proof'), world.attachmentsOf('proof').length]).toEqual([undefined, 1])
    expect(said(remove(world))).toBe('noop:ok')
    expect(said(remove(world, { id: 'nada-0001' }))).toBe('refused:attachment_missing')
  })

  test('[FI6] the file history has a line for adding and one for removing, each by whom did it, newest first', () => {
    const world = withFile()
    const later = noonIn('NormalInput')
    apply(world, remove(world, { by: 'dimensionLeader', now: later }).changes)
    apply(world, add(world, { now: instantOf(Date.parse(later) + 1000), replaces: 'file-0001' }).changes)
    expect(fileDeeds(world.attachmentsOf('proof')).map(({ file, action, by }) => [file.id, action, by])).toEqual([
      ['file-0002', 'added', 'professional'],
      ['file-0001', 'removed', 'dimension'],
      ['file-0001', 'added', 'professional'],
    ])
    const replaced = withFile()
    apply(replaced, add(replaced, { now: later, replaces: 'file-0001' }).changes)
    expect(fileDeeds(replaced.attachmentsOf('proof')).map(({ file, action }) => `${file.id} ${action}`)).toEqual([
      'file-0002 added',
      'file-0001 removed',
      'file-0001 added',
    ])
    const unknown = fileDeeds([anAttachment('file-0003', 'proof', { state: 'removed' })])
    expect(unknown.map(({ action, by }) => [action, by])).toEqual([
      ['removed', undefined],
      ['added', 'professional'],
    ])
  })

  test('[FI7] "no adjunto" takes the file out of force; unsaying it asks for one again', () => {
    const world = withFile()
    apply(world, decline(world, true).changes)
    expect([world.attachment('proof'), world.answer('proof')?.noAttachment]).toEqual([undefined, true])
    expect(said(decline(world, true))).toBe('noop:ok')
    apply(world, decline(world, false).changes)
    expect(world.answer('proof')?.noAttachment).toBe(false)
  })

  test('[FI7] it takes away the file that the person saw, and leaves by whom and when', () => {
    const world = withFile({ attachments: [anAttachment('file-0001', 'proof', { authorId: 'capacity' })] })
    const outcome = decline(world, true, { by: 'professional' })
    expect(said(outcome)).toBe('applied:ok')
    expect(outcome.changes.find((change) => change.table === 'attachment')?.row).toMatchObject({
      state: 'removed',
      authorId: 'capacity',
      removedBy: 'professional',
      removedAt: aContext().now,
    })
    expect(removeAttachment.decide(withFile(), { id: 'file-0001' }, aContext({ actor: actors.leader })).changes[0]?.row).toMatchObject({
      removedBy: 'leader',
    })
    const replaced = add(withFile(), { replaces: 'file-0001' }).changes
    expect(replaced[0]?.row).toMatchObject({ id: 'file-0001', removedBy: 'professional' })
  })

  test('[FI10] "no adjunto" said without having seen the responsible’s file is a suggestion with a card, and the file stays', () => {
    for (const saw of [null, 'file-0009']) {
      const world = withFile()
      const outcome = decline(world, true, { by: 'leader', saw })
      expect([said(outcome), outcome.changes]).toEqual(['lost:not_assignee', []])
      expect(outcome.cards).toMatchObject([
        { ownerId: 'leader', side: 'author', mine: { text: 'Marca sin adjunto' }, theirs: { attachmentId: 'file-0001' } },
        { ownerId: 'professional', code: 'suggested', side: 'other', mine: { attachmentId: 'file-0001' } },
      ])
    }
  })

  test('[FI10] the responsible’s own word stands over a file that somebody else put there meanwhile, who is told; one’s own newer word stands', () => {
    const over = decline(withFile({ attachments: [anAttachment('file-0001', 'proof', { authorId: 'capacity' })] }), true, { saw: null })
    expect(said(over)).toBe('applied_over:replaced_other')
    expect(over.cards.map((card) => `${card.ownerId} ${card.code}`)).toEqual([
      'professional replaced_other',
      'capacity replaced_by_responsible',
    ])
    expect(said(decline(withFile(), true, { saw: null }))).toBe('applied_over:own_other_device')
  })

  test('[FI7] it can be said before there is an answer', () => {
    const world = aWorld({ assignments })
    apply(world, decline(world, true).changes)
    expect(world.answer('proof')).toMatchObject({ value: null, rev: 0, noAttachment: true, level: 4 })
  })

  test('[FI8] bytes that arrived and match make the file ready; only the platform says so', () => {
    const world = withAnswer()
    apply(world, add(world).changes)
    const ready = (actor: typeof systemActor, sha256 = 'b'.repeat(64)): string =>
      said(readyAttachment.decide(world, { id: 'file-0002', sha256, sizeBytes: 10 }, aContext({ actor })))
    expect([ready(actors.leader), ready(systemActor, 'c'.repeat(64)), ready(systemActor)]).toEqual([
      'refused:administrators_only',
      'refused:metadata_mismatch',
      'applied:ok',
    ])
    apply(
      world,
      readyAttachment.decide(world, { id: 'file-0002', sha256: 'b'.repeat(64), sizeBytes: 10 }, aContext({ actor: systemActor })).changes,
    )
    expect([world.attachment('proof')?.state, ready(systemActor)]).toEqual(['ready', 'noop:ok'])
  })

  test('[FI9] a file beside a closed question is kept and not applied', () => {
    const world = aWorld({ assignments })
    const inRow = add(world, { unit: 'proof@r1' })
    expect([said(inRow), inRow.changes.map((change) => change.table === 'attachment' && change.row.applied)]).toEqual([
      'lost:dependent_closed',
      [false],
    ])
    expect(said(decline(world, true, { unit: 'proof@r1' }))).toBe('lost:dependent_closed')
  })
})

describe('conflicts of files', () => {
  test('[CF22] a file keeps the revision of the answer beside which it was added', () => {
    const world = aWorld({ assignments, answers: [{ ...answered(), rev: 7 }] })
    const outcome = add(world)
    expect(outcome.changes).toMatchObject([{ table: 'attachment', row: { answerRev: 7 } }])
  })

  test('[CF23] a file that arrives after the send is lost, and still kept for its card', () => {
    const outcome = add(withAnswer({ participant: { locked: true, lockReason: 'sent' } }))
    expect(said(outcome)).toBe('lost:form_sent')
    expect(outcome.cards[0]).toMatchObject({ ownerId: 'professional', mine: { attachmentId: 'file-0002', text: 'acta.pdf' } })
    expect(outcome.changes.find((change) => change.table === 'attachment')).toMatchObject({
      row: { applied: false, state: 'awaiting_blob' },
    })
  })

  test('[CF23] a file against an accepted answer likewise', () => {
    const now = noonIn('CorrectionInput')
    const outcome = add(withAnswer({ phase: 'CorrectionInput', evaluations: [anEvaluation('proof', 'Accepted')] }), { now })
    expect([said(outcome), outcome.changes.map((change) => change.table)]).toEqual([
      'lost:answer_already_accepted',
      ['participant', 'attachment'],
    ])
  })

  test('[CF23] two files for one unit: the responsible’s stands, and the other is kept with who sent it', () => {
    const late = add(withFile(), { by: 'leader' })
    expect(said(late)).toBe('lost:not_assignee')
    expect(late.cards[0]).toMatchObject({ mine: { attachmentId: 'file-0002' }, theirs: { attachmentId: 'file-0001' } })
    expect(late.cards[1]).toMatchObject({ ownerId: 'professional', code: 'suggested', theirs: { attachmentId: 'file-0002' } })
    const over = add(withFile({ attachments: [anAttachment('file-0001', 'proof', { authorId: 'capacity' })] }))
    expect(said(over)).toBe('applied_over:replaced_other')
    expect(over.cards.map((card) => `${card.ownerId} ${card.code}`)).toEqual([
      'professional replaced_other',
      'capacity replaced_by_responsible',
    ])
  })

  test('[CF24] a file about which an unreleased decision speaks is neither removed nor replaced', () => {
    const { endMs } = boundsOf(must(theStages[0], 'first stage'))
    const grace = { now: instantOf(endMs + 3_600_000), occurredAt: instantOf(endMs - 1), lease: instantOf(endMs - 60_000) }
    const world = withFile({ participant: { locked: true, lockReason: 'stageEnd' }, drafts: [anEvaluation('proof', 'Observed')] })
    const removal = removeAttachment.decide(world, { id: 'file-0001' }, aContext({ ...grace }))
    expect([said(removal), removal.cards[0]?.code]).toEqual(['lost:evidence_in_use', 'evidence_in_use'])
    const replacement = add(world, { ...grace, replaces: 'file-0001' })
    expect([said(replacement), replacement.changes.length]).toEqual(['lost:evidence_in_use', 1])
  })

  test('[CF24] once the decision is released, an observed unit’s file can be replaced and removed', () => {
    const now = noonIn('CorrectionInput')
    const observed = anEvaluation('proof', 'Observed')
    const world = withFile({ phase: 'CorrectionInput', drafts: [observed], evaluations: [observed] })
    expect([said(remove(world, { now })), said(add(world, { now, replaces: 'file-0001' }))]).toEqual(['applied:ok', 'applied:ok'])
  })
})
