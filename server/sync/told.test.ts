import { expect, test } from 'vitest'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import type { Moved } from './pokes.ts'

onEachDatabase((start) => {
  /** Everybody of whom a commit told that what they see may have changed, in the order of the commits. */
  function listen(server: TestApp): { next(): Promise<readonly string[]> } {
    const heard: Moved[] = []
    let wake = (): void => undefined
    const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve))
    server.app.server.pokes.subscribe({
      moved: (moved) => {
        heard.push(moved)
        wake()
      },
      ended: () => undefined,
      regained: () => undefined,
      stopped: () => undefined,
    })
    return {
      next: async () => {
        const people: string[] = []
        for (;;) {
          // People come before the versions of the same commit, or with them.
          const moved = heard.shift()
          if (moved) people.push(...moved.people)
          if (moved && Object.keys(moved.versions).length > 0) return people.toSorted()
          if (!moved) await woken()
        }
      },
    }
  }

  test('[IN8] who is given an element, the delegation or the lead is told that what they see may have changed', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const heard = listen(server)
    const pushed = async (...args: Parameters<typeof wire>): Promise<readonly string[]> => {
      expect((await server.push(ana, 'dev-1', [wire(...args)])).data.results).toEqual([])
      return heard.next()
    }
    const assigned = { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } }
    expect(await pushed(1, 'assignment.set', assigned)).toContain('berta')
    expect(await pushed(2, 'delegate.set', { who: { userId: 'carlos' } })).toContain('carlos')
    expect(await pushed(3, 'leader.set', { who: { userId: 'dina' } })).toContain('dina')
  })

  test('[IN8] who loses an element or the delegation is told, too', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const given = { elements: [{ element: 'd1', level: 'Dimension' }], who: { userId: 'berta' } }
    const batch = [wire(1, 'assignment.set', given), wire(2, 'delegate.set', { who: { userId: 'carlos' } })]
    const heard = listen(server)
    expect((await server.push(ana, 'dev-1', batch)).data.results).toEqual([])
    await heard.next()
    const taken = { elements: [{ element: 'd1', level: 'Dimension', seen: 1 }], who: null }
    expect((await server.push(ana, 'dev-1', [wire(3, 'assignment.set', taken)])).data.results).toEqual([])
    expect(await heard.next()).toContain('berta')
    expect((await server.push(ana, 'dev-1', [wire(4, 'delegate.set', { who: null })])).data.results).toEqual([])
    expect(await heard.next()).toContain('carlos')
  })

  test('[IN4] a lost mutation that comes again under another device of its author is answered with what became of it, never as done', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'de ana' })])
    const berta = await server.token('berta')
    const late = wire(1, 'answer.set', { unit: 'q1', value: 'de berta' }, { mid: 'of-berta-1' })
    const first = (await server.push(berta, 'dev-b', [late])).data.results
    expect(first).toMatchObject([{ seq: 1, mid: 'of-berta-1', d: 'lost' }])
    const second = (
      await server.push(berta, 'dev-c', [
        { ...wire(1, 'survey.send', {}), mid: 'of-berta-2' },
        { ...late, seq: 2 },
      ])
    ).data.results
    expect(second[1]).toEqual({ ...first[0], seq: 2 })
    const outcomes = (await server.pull(berta, 'dev-c', null, { ackedThrough: 1 })).data.outcomes
    expect(outcomes).toEqual([{ ...first[0], seq: 2 }])
  })

  test('whoever may see more hears of it before the versions that they may now see, however many people and scopes a commit moves', async () => {
    const server = await start()
    const heard = listen(server)
    const people = Array.from({ length: 101 }, (_, at) => `person-${at}`).toSorted()
    for (let round = 0; round < 20; round += 1) {
      server.app.server.pokes.moved({ versions: { 'inst:norte:tiny': round }, people })
      expect(await heard.next()).toEqual(people)
    }
  })
})
