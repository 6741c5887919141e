import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import type { DraftKind } from '#sync/drafts/model.ts'
import type { TestApp } from '#server/testing/app.ts'
import type { Persona } from '#server/testing/personas.ts'
import { es } from '#client/features/drafts/strings.es.ts'
import { gone, inDialog, syncState } from './find.ts'
import { ledgerOf } from './ledger.ts'
import { writeInto } from './question.ts'
import { renderScreen, type TestScreen } from './render-screen.tsx'

/** A place in which something is typed, for tests of what becomes of it. */
interface Place {
  readonly who: Persona
  readonly world?: () => Promise<TestApp>
  readonly address: string
  /** What leads from the address to the field, for who comes by no link of the list. */
  readonly open?: (user: UserEvent, page: TestScreen) => Promise<unknown>
  readonly field: () => Promise<HTMLElement>
  /** A long text, which takes no keys without a layout. */
  readonly rich?: true
  /** What such a text begins with. */
  readonly stem?: string
  /** It is a window of the start page: somebody begins again in their settings. */
  readonly isAtHome?: true
}

/** Where each kind of what is typed is typed, and waits for its person. */
export interface TypingPlace extends Place {
  readonly kind: DraftKind
  /** What its link says, where another text would do. */
  readonly about?: string
  /** Endings are shown in another place of its kind: of this one, that the link leads to it. */
  readonly again?: true
  /** What the person presses after the link of the list: where the page does not write by itself. */
  readonly resume?: (user: UserEvent) => Promise<unknown>
  /** The person gives it up where they write. */
  readonly giveUp: (user: UserEvent) => Promise<unknown>
}

/** Where what is typed is a change as it is, and becomes it without anybody's doing. */
export interface SendingPlace extends Place {
  /** Name of the mutation. */
  readonly change: string
}

type Ending = 'reload' | 'closed' | 'back' | 'killed'
/** How a page ends, in the order in which each is tried. A reload is a closed tab of which less goes. */
const endings: readonly Ending[] = ['closed', 'back', 'killed']
const letters = 'xyzw'

/** Whether somebody begins again at the start page of their institution; else it is in their settings. */
const beginsAtHome = ({ who, isAtHome }: Place): boolean => who.institution !== null && isAtHome !== true

const elsewhereOf = (place: Place): string => pageAddress(beginsAtHome(place) ? 'home' : 'settings')

/** Ends the page that is open, and stands at another one after. */
async function end({ load, killed }: TestScreen, ending: Ending, elsewhere: string): Promise<void> {
  switch (ending) {
    case 'reload':
      return load(elsewhere)
    case 'back':
      return history.back()
    case 'closed':
      sessionStorage.clear()
      return load(elsewhere)
    case 'killed':
      return killed(elsewhere)
  }
}

/** What the disk of the device holds of what is half written. */
export async function onDisk(): Promise<string> {
  const found: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name))
    if (db.objectStoreNames.contains('draft')) found.push(await resultOf(db.transaction('draft').objectStore('draft').getAll()))
    db.close()
  }
  return JSON.stringify(found)
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the disk refused')))
  })

const shownBy = (field: HTMLElement): string => ('value' in field ? String(field.value) : (field.textContent ?? ''))

async function opened(place: Place): Promise<TestScreen> {
  const page = await renderScreen(place.address, { who: place.who, ...(place.world ? { world: await place.world() } : {}) })
  await place.open?.(page.user, page)
  return page
}

/** One more letter; gives what the field shows then. */
async function typeOne({ field, rich, stem = '' }: Place, user: UserEvent, n: number): Promise<string> {
  const found = await field()
  if (rich) await writeInto(user, found, `${stem}${letters.slice(0, n + 1)}`)
  else await user.type(found, letters.charAt(n))
  return shownBy(found)
}

/**
 * Types, ends the page in each way, and asks at another page: it is counted, on the start page of an institution, too, it is listed under its
 * kind with its words and a link, and the link leads to the field with all that was written. Then the person gives it up, and nothing is said any more.
 */
export async function outlivesEveryEnding(place: TypingPlace): Promise<void> {
  const page = await opened(place)
  const { user } = page
  for (const [n, ending] of (place.again ? (['killed'] as const) : endings).entries()) {
    const written = await typeOne(place, user, n)
    await waitFor(async () => expect(await onDisk(), ending).toContain(written))
    await end(page, ending, elsewhereOf(place))
    if (beginsAtHome(place)) await screen.findByRole('link', { name: 'Ver 1 texto a medio escribir' })
    else await screen.findByRole('heading', { level: 1, name: 'Configuración de usuario' })
    await user.click(await syncState('A medio escribir (1)'))
    const panel = await inDialog('Sincronización')
    const item = must((await panel.findByText(new RegExp(`^${es[`kind_${place.kind}`]} · `))).closest('li'), 'it is in no list')
    expect(item, ending).toHaveTextContent(written)
    await user.click(await within(item).findByRole('link', place.about === undefined ? {} : { name: place.about }))
    await gone(() => screen.queryByRole('dialog', { name: 'Sincronización' }))
    await place.resume?.(user)
    await waitFor(async () => expect(shownBy(await place.field()), ending).toBe(written))
  }
  await place.giveUp(user)
  await syncState('Al día')
}

/** Types, ends the page in each way, and asks at another page: each time what was written has become one change, and waits for nobody. */
export async function isSentOnce(place: SendingPlace): Promise<void> {
  const page = await opened(place)
  const { user, world, load } = page
  const { id } = await world.db.q.selectFrom('user').select('id').where('email', '=', place.who.email).executeTakeFirstOrThrow()
  const changes = async () => (await ledgerOf(world, id)).filter(({ name }) => name === place.change)
  for (const [n, ending] of (['reload', ...endings] as const).entries()) {
    const written = await typeOne(place, user, n)
    await waitFor(async () => expect((await onDisk()) + JSON.stringify(await changes()), ending).toContain(written))
    await end(page, ending, elsewhereOf(place))
    await waitFor(async () => expect((await changes()).at(n)?.args, ending).toContain(written))
    await syncState('Al día')
    expect((await changes()).map(({ d }) => d)).toEqual(Array(n + 1).fill('applied'))
    // The way back leads from the place to where its person has just been.
    history.pushState(null, '', place.address)
    await load(place.address)
    await place.open?.(user, page)
    await waitFor(async () => expect(shownBy(await place.field()), ending).toBe(written))
  }
}
