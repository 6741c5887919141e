import { ledgered, patch } from './patch.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { Box } from '../storage/box.ts'
import { usable } from '../storage/keyring.ts'
import type { OutboxRow, PullPatch, Storage, StoredOutcome, Upload } from '../storage/storage.ts'

/** A word that is in all that `fill` writes. */
export const canary = 'canario'

export const aBox = async (bytes = crypto.getRandomValues(new Uint8Array(32))): Promise<Box> => new Box(await usable(bytes, crypto), crypto)

type NewRow = Omit<OutboxRow, 'seq'>
const work = (mid: string, n: string, a: unknown): NewRow => ({
  mid,
  n,
  v: 1,
  s: 'inst:north:f1',
  a,
  b: null,
  t: '2026-03-02T12:00:00.000Z',
  l: null,
  entity: 'q1',
  authorId: 'ana',
  now: '2026-03-02T12:00:00.000Z',
  sizeBytes: 100,
})
const outcome: StoredOutcome = {
  seq: 1,
  mid: 'm0',
  d: 'refused',
  code: 'no_role',
  params: { name: canary },
  n: 'answer.set',
  s: 'inst:north:f1',
  entity: 'q1',
  a: { value: canary },
  t: '',
  storedAt: '',
  dismissed: false,
}
const upload: Upload = {
  id: 'file-1',
  scope: 'inst:north:f1',
  unit: 'q1',
  name: `${canary}.pdf`,
  mime: 'application/pdf',
  sizeBytes: 7,
  sha256: canary,
  sentBytes: 0,
  state: 'waiting',
  attempts: 0,
  lastError: null,
  addedAt: '',
}
const row = (i: string): PullPatch['rows'][number] => ({ s: 'inst:north:f1', p: 's1', t: 'answer', i, r: { value: canary }, v: 1 })

/** Puts something into every table of a device that is open, the word in each: two mutations wait, one was acknowledged. */
export async function fill(storage: Storage): Promise<void> {
  const add = [
    work('m1', 'answer.set', { unit: 'q1', value: canary }),
    work('m2', 'attachment.add', { id: 'file-1', name: canary }),
    work('m3', 'answer.set', { unit: 'q2', value: `${canary} 3` }),
  ]
  await storage.enqueue({ add, replace: [], clearDrafts: [] })
  await storage.takeForFlight(0, { count: 1, bytes: 1_000 }, null)
  await ledgered(storage, 1)
  await storage.applyPull(patch({ rows: [row('q1')], outcomes: [outcome], acked: 1, ackedMid: 'm1' }), null)
  // A pull that starts over, of which the last page is not here.
  await storage.restartPull()
  await storage.applyPull(patch({ rows: [row('q1'), row('q2')], cursor: 'c2', more: true, acked: 1, ackedMid: 'm1' }), null)
  await storage.saveDraft({ key: 'answer:inst:north:f1:q1', value: { value: canary }, savedAt: '1' })
  await storage.saveDraft({ key: 'answer:inst:north:f1:q2', value: { value: `${canary} ${'largo '.repeat(20_000)}` }, savedAt: '1' })
  await storage.addUpload(upload, [new TextEncoder().encode(canary)])
  const definition: Pick<FormDefinition, 'versionId' | 'formId'> & { readonly name: string } = {
    versionId: 'v1',
    formId: 'f1',
    name: canary,
  }
  await storage.saveDefinition(definition as unknown as FormDefinition)
  await storage.saveNote('readings', [{ name: 'home', text: canary }])
  await storage.saveNote('paper:bytes 1', new TextEncoder().encode(canary))
}

/** All that the databases of a browser hold, as one text: bytes as the letters that they are. */
export async function clearTextOn(indexedDB: IDBFactory, only?: string): Promise<string> {
  const texts: string[] = []
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || (only !== undefined && name !== only)) continue
    const database = await answered(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const found = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([answered(found.getAllKeys()), answered(found.getAll())])
      texts.push(written(keys), written(values))
    }
    database.close()
  }
  return texts.join('\n')
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (each instanceof Uint8Array ? new TextDecoder('latin1').decode(each) : each))

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })
