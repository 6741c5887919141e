import { expect, test } from 'vitest'
import { beginPage, cutDisk, endPage } from './dom.ts'

test('what a page holds, and what it waits for, is free once it is gone', async () => {
  const host = { navigate: () => undefined, download: () => undefined }
  const held = async (): Promise<readonly (string | undefined)[]> => (await navigator.locks.query()).held?.map(({ name }) => name) ?? []
  const forever = (): Promise<never> => new Promise(() => undefined)
  beginPage(host)
  const granted = Promise.withResolvers<void>()
  void navigator.locks.request('first', () => {
    granted.resolve()
    return forever()
  })
  const second = navigator.locks.request('first', forever)
  await granted.promise
  endPage()
  await second
  expect(await held()).not.toContain('first')
  beginPage(host)
  expect(await navigator.locks.request('first', { ifAvailable: true }, (lock) => lock?.name)).toBe('first')
  endPage()
})

test('an element that browsers know is none of an unknown kind', () => {
  const tagOf = (name: string): string => Object.prototype.toString.call(document.createElement(name))
  expect(tagOf('search')).toBe('[object HTMLElement]')
  expect(tagOf('nothing')).toBe('[object HTMLUnknownElement]')
})

test('a page that is killed reaches the disk no more, and the next one finds what was there', async () => {
  const host = { navigate: () => undefined, download: () => undefined }
  const opened = (): Promise<IDBDatabase> =>
    new Promise((resolve) => {
      const request = indexedDB.open('killed')
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'))
      request.addEventListener('success', () => resolve(request.result))
    })
  beginPage(host)
  const { open } = indexedDB
  const first = await opened()
  cutDisk()
  endPage()
  expect(() => first.transaction('rows', 'readwrite')).toThrow(/InvalidState|connection|clos/i)
  expect(() => open('killed')).toThrow('the page is gone')
  beginPage(host)
  const second = await opened()
  expect([...second.objectStoreNames]).toEqual(['rows'])
  second.close()
  endPage()
})
