import { must } from '#shared/kernel/assert.ts'
import { expect, test } from 'vitest'
import { bookOn } from '../testing/book.ts'
import { halfWritten } from './model.ts'
import type { Draft, DraftStore } from './model.ts'
import type { Became } from './slot.ts'

const scope = 'inst:norte:f1'

interface PageOptions {
  readonly locks?: boolean
  readonly become?: (key: string, draft: Draft) => Promise<Became>
}

const later = (): Promise<Became> => Promise.resolve('later')

/** A device's drafts, whose clock is set by hand; a write is on the disk when `land` is called, or at once. */
function aDevice() {
  const disk = new Map<string, { key: string; value: unknown; savedAt: string }>()
  const alive = new Set<string>()
  const listeners = new Set<() => void>()
  const at = { now: Date.parse('2026-03-02T10:00:00.000Z') }
  const slow = { on: false, full: false, waiting: [] as (() => void)[] }
  const landed = (): Promise<void> => {
    if (slow.full) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
    return slow.on ? new Promise((resolve) => slow.waiting.push(resolve)) : Promise.resolve()
  }
  const store: DraftStore = {
    drafts: () => Promise.resolve([...disk.values()]),
    async saveDraft(key, value) {
      await landed()
      disk.set(key, { key, value, savedAt: new Date(at.now).toISOString() })
    },
    async clearDraft(key) {
      disk.delete(key)
    },
    async moveDraft(from, to) {
      const row = disk.get(from)
      if (!row) return undefined
      disk.delete(from)
      disk.set(to, { ...row, key: to })
      return row
    },
    subscribe(_, listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  /** A page that opens, with timers that run when told to. */
  const page = async (me: string, { locks = true, become = later }: PageOptions = {}) => {
    alive.add(me)
    const timers: { run: () => void; at: number }[] = []
    const book = await bookOn(scope, store, {
      me,
      alive: () => (locks ? new Set(alive) : null),
      now: () => at.now,
      become: (key, draft) => become(key, draft),
      later: (run, delayMs) => {
        const timer = { run, at: at.now + delayMs }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    })
    const pass = async (ms: number): Promise<void> => {
      at.now += ms
      for (const timer of timers.filter((each) => each.at <= at.now)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
      await settle()
    }
    return { book, pass, close: () => alive.delete(me), slot: book.slot('answer', 'q1') }
  }
  const land = async (): Promise<void> => {
    for (const resolve of slow.waiting.splice(0)) resolve()
    await settle()
  }
  const texts = (): string[] => halfWritten([...disk.values()]).map((row) => String(row.draft.value))
  return { at, disk, land, page, slow, store, texts, tell: () => listeners.forEach((listener) => listener()) }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const text = (value: string) => ({ value, base: null })

test('[HW1] who types without a pause has it on the disk 300 ms after the first key, and again 300 ms after the next one', async () => {
  const { page, texts } = aDevice()
  const { slot, pass } = await page('a')
  let typed = ''
  for (const letter of 'innovar') {
    typed += letter
    slot.write(text(typed))
    await pass(100)
  }
  expect(texts()).toEqual(['innova'])
  expect(slot.draft?.value).toBe('innovar')
  await pass(300)
  expect(texts()).toEqual(['innovar'])
})

test('[HW1] saved is said of the very text whose write has come to its end, and of no newer one', async () => {
  const { page, slow, land, texts } = aDevice()
  const { slot, pass } = await page('a')
  slow.on = true
  expect(slot.kept).toBe('none')
  slot.write(text('uno'))
  expect(slot.kept).toBe('unsaved')
  await pass(300)
  expect(slot.kept).toBe('unsaved')
  slot.write(text('uno y'))
  await land()
  expect(texts()).toEqual(['uno'])
  expect(slot.kept).toBe('unsaved')
  await pass(300)
  await land()
  expect(slot.kept).toBe('saved')
})

test('what is ticked beside a text is kept with it, alone or not, and is there when the page opens again', async () => {
  const { page } = aDevice()
  const first = await page('a')
  first.slot.write({ ...text(''), ticked: true })
  await first.pass(300)
  first.slot.write({ ...text('Se mantiene'), ticked: true })
  first.slot.write(text('Se mantiene'))
  first.slot.write({ ...text('Se mantiene'), ticked: true })
  await first.pass(300)
  first.close()
  expect((await page('b')).slot.draft).toMatchObject({ value: 'Se mantiene', ticked: true })
})

test('a disk that takes nothing is told, and tried again without another key', async () => {
  const { page, slow, texts } = aDevice()
  const { slot, pass } = await page('a')
  slow.full = true
  slot.write(text('uno'))
  await pass(300)
  expect(slot.kept).toBe('failed')
  slow.full = false
  await pass(2000)
  expect(slot.kept).toBe('saved')
  expect(texts()).toEqual(['uno'])
})

test('[HW5] two tabs that write the same answer keep a text each, and each is offered the other’s', async () => {
  const { page, texts, tell } = aDevice()
  const a = await page('a')
  const b = await page('b')
  a.slot.write(text('de la primera'))
  b.slot.write(text('de la segunda'))
  await Promise.all([a.slot.keep(), b.slot.keep()])
  expect(texts().toSorted()).toEqual(['de la primera', 'de la segunda'])
  tell()
  await settle()
  expect(a.slot.others).toMatchObject([{ draft: { value: 'de la segunda' }, living: true }])
  expect(b.slot.others).toMatchObject([{ draft: { value: 'de la primera' }, living: true }])
  await a.slot.clear()
  expect(texts()).toEqual(['de la segunda'])
})

test('[HW5] taking the other text keeps one’s own, which is offered in its turn', async () => {
  const { page, texts, tell } = aDevice()
  const a = await page('a')
  const b = await page('b')
  a.slot.write(text('mía'))
  b.slot.write(text('otra'))
  await Promise.all([a.slot.keep(), b.slot.keep()])
  tell()
  await settle()
  const [other] = a.slot.others
  if (!other) throw new Error('nothing is offered')
  await a.slot.take(other)
  expect(a.slot.draft?.value).toBe('otra')
  expect(a.slot.others).toMatchObject([{ draft: { value: 'mía' }, living: false }])
  expect(texts().toSorted()).toEqual(['mía', 'otra', 'otra'])
})

test('[HW5] what a dead page left comes into the field of the next, of one of two that open; what a living one writes does not', async () => {
  const device = aDevice()
  const a = await device.page('a')
  a.slot.write(text('a medio'))
  await a.slot.keep()
  const beside = await device.page('b')
  expect(beside.slot.draft).toBeUndefined()
  expect(beside.slot.others).toMatchObject([{ draft: { value: 'a medio' }, living: true }])
  a.close()
  beside.close()
  const [first, second] = await Promise.all([device.page('c'), device.page('d')])
  const holders = [first, second].filter(({ slot }) => slot.draft?.value === 'a medio')
  expect(holders).toHaveLength(1)
  expect(device.texts()).toEqual(['a medio'])
  expect(holders[0]?.slot.kept).toBe('saved')
})

test('a row of a former version, without a writer, is taken over as a dead page’s; where tabs cannot be told apart, a rested one is', async () => {
  const device = aDevice()
  await device.store.saveDraft(`answer:${scope}:q1`, { value: 'de antes', base: 'm-1' })
  await device.store.saveDraft(`answer:${scope}:q2#x`, { value: 'fresco', base: null })
  await device.store.saveDraft('seen:inst:norte:f1:q1', [{ rev: 1, value: 'x' }])
  device.at.now += 1000
  const { book } = await device.page('a', { locks: false })
  expect(book.slot('answer', 'q1').draft).toBeUndefined()
  device.at.now += 15_000
  const { book: later } = await device.page('b', { locks: false })
  expect(later.slot('answer', 'q1').draft).toEqual({ value: 'de antes', base: 'm-1' })
  expect(later.slot('answer', 'q2').draft).toEqual({ value: 'fresco', base: null })
})

const whole = (value: string): Draft => ({ ...text(value), edit: { name: 'answer.set', args: { unit: 'q1', value } } })

/** Takes what becomes a change, and says what it was asked for. */
function taking(disk: Map<string, unknown>, became: Became = 'given') {
  const asked: unknown[] = []
  const become = (key: string, draft: Draft): Promise<Became> => {
    asked.push(draft.value)
    if (became === 'given') disk.delete(key)
    return Promise.resolve(became)
  }
  return { asked, become }
}

test('[HW2] what is a change becomes one two seconds after the last key, and when nobody writes on the page any more', async () => {
  const { page, disk } = aDevice()
  const { asked, become } = taking(disk)
  const { slot, pass } = await page('a', { become })
  slot.write(whole('uno'))
  await pass(1900)
  slot.write(whole('uno y'))
  await pass(1900)
  expect(asked).toEqual([])
  await pass(100)
  expect([asked, slot.draft, disk.size]).toEqual([['uno y'], undefined, 0])
  slot.write(text('no es una respuesta'))
  await pass(5000)
  slot.write(whole('dos'))
  await slot.settle()
  expect([asked, disk.size]).toEqual([['uno y', 'dos'], 0])
})

test('[HW2] what could not become a change just now is tried again by itself until it does, whoever makes the change of it', async () => {
  const { page, disk } = aDevice()
  const full = taking(disk, 'later')
  const room = taking(disk)
  let hasRoom = false
  const { slot, pass } = await page('a', { become: (key, draft) => (hasRoom ? room : full).become(key, draft) })
  slot.write(whole('uno'))
  await pass(2000)
  await pass(14_900)
  expect(full.asked).toEqual(['uno'])
  await pass(100)
  expect([full.asked, slot.draft]).toEqual([['uno', 'uno'], whole('uno')])
  hasRoom = true
  await pass(15_000)
  expect([room.asked, slot.draft, disk.size]).toEqual([['uno'], undefined, 0])
  hasRoom = false
  slot.settleBy(async () => {
    await slot.give(async (key) => {
      const became = await (hasRoom ? room : full).become(key, must(slot.draft, 'a draft'))
      return { given: became === 'given', enqueued: true, later: became === 'later' }
    })
  })
  slot.write(whole('dos'))
  await slot.settle()
  hasRoom = true
  await pass(15_000)
  expect([room.asked, slot.draft, disk.size]).toEqual([['uno', 'dos'], undefined, 0])
})

test('[HW2] what a page that is gone left becomes a change where it is opened; what the person has to decide waits in its field', async () => {
  const device = aDevice()
  const before = await device.page('a')
  before.book.slot('answer', 'q1').write(whole('rota'))
  before.book.slot('comment', 'q2').write(text('a medias'))
  await before.book.keepAll()
  before.close()
  const { asked, become } = taking(device.disk, 'asks')
  const after = await device.page('b', { become })
  await settle()
  expect([asked, after.slot.draft]).toEqual([['rota'], text('rota')])
  after.close()
  const again = taking(device.disk)
  const { slot } = await device.page('c', { become: again.become })
  await settle()
  expect([again.asked, slot.draft]).toEqual([[], text('rota')])
})

test('[HW5] of two texts about the same neither becomes a change by itself', async () => {
  const device = aDevice()
  const first = await device.page('a')
  first.slot.write(whole('de una'))
  await first.slot.keep()
  const second = await device.page('b')
  second.slot.write(whole('de otra'))
  await second.slot.keep()
  first.close()
  second.close()
  const { asked, become } = taking(device.disk)
  const { slot } = await device.page('c', { become })
  await settle()
  expect([asked, slot.others.length]).toEqual([[], 1])
})

test('what becomes a mutation goes with its row; what was typed on meanwhile is written after it and not lost with it', async () => {
  const { page, disk, texts } = aDevice()
  const { slot, pass } = await page('a')
  slot.write(text('uno'))
  await slot.keep()
  const committed = Promise.withResolvers<void>()
  const giving = slot.give(async (key) => {
    await committed.promise
    return { given: disk.delete(key), enqueued: true }
  })
  await settle()
  slot.write(text('uno y dos'))
  await pass(400)
  await slot.keep()
  expect([texts(), slot.kept]).toEqual([['uno'], 'unsaved'])
  committed.resolve()
  await giving
  await settle()
  expect(texts()).toEqual(['uno y dos'])
  expect(slot.kept).toBe('saved')
  await slot.give(async (key) => ({ given: disk.delete(key), enqueued: true }))
  expect([texts(), slot.draft, slot.kept]).toEqual([[], undefined, 'none'])
})

test('[HW7] what could not be given stays, on the disk too', async () => {
  const { page, texts } = aDevice()
  const { slot } = await page('a')
  slot.write(text('tarde'))
  await slot.give(() => Promise.resolve({ given: false, enqueued: false }))
  await settle()
  expect([texts(), slot.kept]).toEqual([['tarde'], 'saved'])
})

test('[HW7] a change that is refused waits for the person, on the disk too, and what they write of it next is one again; what cannot be decided now stays one', async () => {
  const { page } = aDevice()
  const { slot } = await page('a')
  slot.write(whole('negada'))
  await slot.give(() => Promise.resolve({ given: false, enqueued: false, later: true }))
  expect(slot.draft).toEqual(whole('negada'))
  await slot.give(() => Promise.resolve({ given: false, enqueued: false }))
  await settle()
  expect([slot.draft, slot.kept]).toEqual([text('negada'), 'saved'])
  slot.write(whole('negada'))
  expect(slot.draft).toEqual(whole('negada'))
})

test('a tab that writes a thousand things has the others read what it holds a few times, not a thousand', async () => {
  const device = aDevice()
  let reads = 0
  const { drafts } = device.store
  device.store.drafts = () => {
    reads += 1
    return drafts()
  }
  const { slot } = await device.page('a')
  const before = reads
  await device.store.saveDraft(`answer:${scope}:q1#b`, text('otra'))
  for (let time = 0; time < 1000; time += 1) device.tell()
  await settle()
  expect(reads - before).toBeLessThanOrEqual(2)
  expect(slot.others).toMatchObject([{ draft: { value: 'otra' } }])
})

test('[HW1] what is half written of a form is kept like what is of an institution', async () => {
  const row = { key: 'stages:questionnaire:f1:plan#tab', value: { value: { seen: [] }, base: null, text: 'Ingreso' }, savedAt: '' }
  expect(halfWritten([row])).toMatchObject([{ kind: 'stages', scope: 'questionnaire:f1', subject: 'plan', writer: 'tab' }])
})
