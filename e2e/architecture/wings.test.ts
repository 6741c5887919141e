import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, productFiles, projectPaths } from './house.ts'

/** Left never imports what stands right of it; equals do not know each other. */
const order: readonly (readonly string[])[] = [
  ['i18n', 'styles'],
  ['ui'],
  ['data'],
  ['page'],
  [
    'features/accounts',
    'features/attachments',
    'features/downloads',
    'features/drafts',
    'features/faq',
    'features/figures',
    'features/impersonation',
    'features/notices',
    'features/presence',
    'features/rehearsals',
    'features/site',
    'features/stages',
    'features/texts',
  ],
  ['features/answers', 'features/overviews', 'features/results', 'features/visits'],
  ['features/comments', 'features/finder', 'features/form-history', 'features/replica'],
  ['features/sync'],
  ['areas'],
  ['app'],
]

/** Files of a folder that a reader still takes in at a glance. */
const filesMost = 28

/** Without the lists of English, which name the dictionaries of all rooms and use none. */
const client = productFiles.filter(({ path }) => /^client\/(?!build\/)/.test(path) && !path.endsWith('/english.ts'))

/** The room of a file: features/answers, areas/evaluation/desk, areas/evaluation for its table of routes, ui. Empty: beginnings of the client. */
function roomOf(path: string): string {
  const [, wing = '', first, second, ...deeper] = path.split('/')
  if (first === undefined) return ''
  if (wing === 'features') return `${wing}/${first}`
  if (wing === 'areas') return deeper.length > 0 ? `${wing}/${first}/${second}` : `${wing}/${first}`
  return wing
}

/** Rooms that each room imports, with one import that shows it. */
const arrows = new Map<string, Map<string, string>>()
for (const file of client)
  for (const found of importsOf(file)) {
    if (!('file' in found) || !found.file.startsWith('client/')) continue
    const [from, to] = [roomOf(file.path), roomOf(found.file)]
    if (from === '' || from === to) continue
    arrows.set(from, (arrows.get(from) ?? new Map()).set(to, `${file.path} → ${found.file}`))
  }

const isArea = (room: string): boolean => room.startsWith('areas/')
const rankOf = (room: string): number => order.findIndex((equals) => equals.includes(isArea(room) ? 'areas' : room))

test('a room of the client imports only what stands left of it, be it a value or a type', () => {
  const wrong = [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, shown]) => {
      // Rooms of one area may use each other, as long as they form no circle; the areas’ tables of routes ask for the pages.
      const isWithinArea = isArea(from) && isArea(to)
      return isWithinArea || rankOf(to) < rankOf(from) ? [] : [shown]
    }),
  )
  expect(wrong).toEqual([])
})

test('the order of the client’s rooms names every room, and no other', () => {
  const rooms = new Set(client.map(({ path }) => roomOf(path)).map((room) => (isArea(room) ? 'areas' : room)))
  rooms.delete('')
  expect(
    order
      .flat()
      .filter((room) => room !== 'styles')
      .toSorted(),
  ).toEqual([...rooms].toSorted())
})

test('rooms of an area form no circle', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (room: string, way: readonly string[]): void => {
    if (way.includes(room)) circles.push([...way.slice(way.indexOf(room)), room].join(' → '))
    if (way.includes(room) || done.has(room)) return
    for (const to of arrows.get(room)?.keys() ?? []) if (isArea(to)) walk(to, [...way, room])
    done.add(room)
  }
  for (const room of arrows.keys()) if (isArea(room)) walk(room, [])
  expect(circles).toEqual([])
})

test('a room of the features serves more than one area: what one area alone uses lives in it', () => {
  const features = order.flat().filter((room) => room.startsWith('features/'))
  const alone = features.flatMap((room) => {
    const users = new Set([...arrows].flatMap(([from, targets]) => (targets.has(room) ? [from.split('/').slice(0, 2).join('/')] : [])))
    return users.size === 1 ? [`${room}: move it to ${[...users].join('')}`] : []
  })
  expect(alone).toEqual([])
})

test('a folder of the client holds as many files as one takes in at a glance', () => {
  const files = new Map<string, number>()
  for (const path of projectPaths()) if (path.startsWith('client/')) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1)
  expect([...files].filter(([, count]) => count > filesMost).map(([folder, count]) => `${folder}: ${count}`)).toEqual([])
})
