import { expect, test } from 'vitest'
import { pageNames, pathOf } from '#shared/addresses.ts'
import { importsOf, loadedBy, productFiles, read, sourceFiles, type SourceFile } from './house.ts'

const areas = ['account', 'administration', 'evaluation', 'institution', 'public']
const areaOf = (path: string): string | undefined => /^client\/areas\/([\w-]+)\//.exec(path)?.[1]
const inClient = productFiles.filter(({ path }) => path.startsWith('client/'))

/** What each address begins with, up to its first parameter: `/dashboard`, `/login`, … */
const beginnings = [...new Set(pageNames.map((name) => `/${pathOf(name).split('/')[1]}`))]

test('an address is written in the table of addresses and nowhere else in the client, the server or the worker', () => {
  const spelled = new RegExp(`['"\`}](?:${beginnings.join('|')})(?![\\w.-])`)
  const seen = productFiles
    .filter(({ path }) => /^(?:client|server|sync|shared)\//.test(path) && path !== 'shared/addresses.ts')
    .flatMap(({ path, text }) => text.split('\n').flatMap((line) => (spelled.test(line) ? [`${path}: ${line.trim()}`] : [])))
  expect(seen).toEqual([])
})

test('an area holds rooms and the table of the routes of their pages', () => {
  const isPlaced = (path: string): boolean => {
    // The public site has no pages of its own but documents, which a test of its own looks through.
    if (path.startsWith('client/areas/site/')) return true
    const [area = '', name = '', ...deeper] = path.split('/').slice(2)
    const isBeginning = name === 'routes.ts' || (area === 'public' && ['main.tsx', 'english.ts'].includes(name))
    return areas.includes(area) && (deeper.length > 0 || isBeginning)
  }
  expect(inClient.map(({ path }) => path).filter((path) => path.startsWith('client/areas/') && !isPlaced(path))).toEqual([])
  for (const area of areas)
    expect(
      inClient.some(({ path }) => path === `client/areas/${area}/routes.ts`),
      area,
    ).toBe(true)
})

test('an area knows no other area, and every page of it is code of its own', () => {
  const ofAreas = inClient.filter(({ path }) => areaOf(path) !== undefined)
  const seen = ofAreas.flatMap((file) =>
    importsOf(file).flatMap((found) => {
      const area = 'file' in found ? areaOf(found.file) : undefined
      return 'file' in found && area !== undefined && area !== areaOf(file.path) ? [`${file.path} → ${found.file}`] : []
    }),
  )
  expect(seen).toEqual([])
  // A page that another file imports at once would come with that file.
  const atOnce = sourceFiles.flatMap((file) =>
    loadedBy(file).flatMap((each) => (each.late || !('file' in each.what) ? [] : [each.what.file])),
  )
  expect(atOnce.filter((path) => /^client\/areas\/(?!site\/).*-page\.tsx$/.test(path))).toEqual([])
})

/** What the pages of strangers do without: the engine and its database, who is signed in, the router, the parts for those who work. */
const notForStrangers = [
  /^sync\//,
  /^client\/data\/(?:session\/session|world\/engine|server\/call|\w+\/use-\w[\w-]*)\.tsx?$/,
  /^client\/app\/(?:area|shell|routes|pages)\.tsx?$/,
]
const packagesNotForStrangers = /^(?:react-aria|@react-aria|react-stately|@react-stately|react-router|dexie|@tiptap|dompurify)/

/** Every file and package that a page may come to load, at once or late, with the way to it. */
function reached(entry: string): ReadonlyMap<string, string> {
  const files = new Map(sourceFiles.map((file) => [file.path, file]))
  const ways = new Map([[entry, entry]])
  const queue: SourceFile[] = [files.get(entry)].filter((file) => file !== undefined)
  for (let file = queue.shift(); file !== undefined; file = queue.shift())
    for (const { what } of loadedBy(file)) {
      const name = 'file' in what ? what.file : what.package
      if (ways.has(name)) continue
      ways.set(name, `${ways.get(file.path)} → ${name}`)
      const next = files.get(name)
      if (next) queue.push(next)
    }
  return ways
}

test('a page of the public site reaches neither the engine, nor who is signed in, nor a router, nor react-aria, nor another area', () => {
  for (const entry of ['entry.ts', 'render-document.tsx', 'islands/open-data.tsx', 'islands/results.tsx']) {
    const ways = reached(`client/areas/site/${entry}`)
    const wrong = [...ways].flatMap(([name, way]) =>
      notForStrangers.some((pattern) => pattern.test(name)) || packagesNotForStrangers.test(name) || /^client\/areas\/(?!site\/)/.test(name)
        ? [way]
        : [],
    )
    expect(wrong, entry).toEqual([])
  }
  expect([...reached('client/areas/site/render-document.tsx').keys()]).toContain('client/features/site/sections/carousel.tsx')
})

test('what is drawn on the server writes no style into a document: the content policy refuses it', () => {
  const drawn = [...reached('client/areas/site/render-document.tsx').keys()]
  const seen = inClient.filter(({ path, text }) => drawn.includes(path) && /\sstyle=\{/.test(text)).map(({ path }) => path)
  expect(seen).toEqual([])
})

test('the pages of strangers reach neither the engine, nor who is signed in, nor a router, nor react-aria', () => {
  expect(read('client/public.html')).toContain('src="/areas/public/main.tsx"')
  const ways = reached('client/areas/public/main.tsx')
  expect([...ways.keys()]).toEqual(
    expect.arrayContaining(['client/areas/public/passwords/new-password-page.tsx', 'react-dom', 'shared/accounts/letter-routes.ts']),
  )
  const wrong = [...ways].flatMap(([name, way]) =>
    notForStrangers.some((pattern) => pattern.test(name)) || packagesNotForStrangers.test(name) ? [way] : [],
  )
  expect(wrong).toEqual([])
  // The application itself reaches all of them: the test sees what it looks for.
  const own = [...reached('client/main.tsx').keys()]
  for (const pattern of [...notForStrangers, /^react-aria/, /^react-router/, /^dexie/])
    expect(
      own.some((name) => pattern.test(name)),
      String(pattern),
    ).toBe(true)
})
