/** A browser's database as it stands: what was asked of the browser, and what it keeps. */
export interface DeviceContent {
  readonly name: string
  readonly version: number
  readonly stores: readonly StoreContent[]
}

interface StoreContent {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly rows: readonly unknown[]
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('a browser database refuses')))
  })

/** Reads a browser's database whole. */
export async function contentOf(factory: IDBFactory, name: string): Promise<DeviceContent> {
  const db = await asked(factory.open(name))
  const stores: StoreContent[] = []
  for (const store of [...db.objectStoreNames].toSorted()) {
    const opened = db.transaction(store).objectStore(store)
    const { keyPath } = opened
    stores.push({ name: store, keyPath, rows: await asked(opened.getAll()) })
  }
  const { version } = db
  db.close()
  return { name, version, stores }
}

/** Makes the database of a browser that has none, as it was in the version that made it. */
export async function putBack(factory: IDBFactory, { name, version, stores }: DeviceContent): Promise<void> {
  const request = factory.open(name, version)
  request.addEventListener('upgradeneeded', () => {
    for (const { name: store, keyPath } of stores) request.result.createObjectStore(store, { keyPath })
  })
  const db = await asked(request)
  for (const { name: store, rows } of stores) {
    const transaction = db.transaction(store, 'readwrite')
    for (const row of rows) transaction.objectStore(store).put(row)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  }
  db.close()
}

/** A device as text, with the small memory that its browser has beside the database. */
export const textOfDevice = (content: DeviceContent, marks: ReadonlyMap<string, string>): string =>
  `${JSON.stringify({ ...content, marks: [...marks] }, (_, value: unknown) => (value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value), 1)}\n`

export function deviceIn(text: string): { readonly content: DeviceContent; readonly marks: readonly (readonly [string, string])[] } {
  const { marks, ...content } = JSON.parse(text, (_, value: unknown) => {
    const isBytes = typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string'
    return isBytes ? new Uint8Array(Buffer.from(String(value.base64), 'base64')) : value
  })
  return { content, marks }
}
