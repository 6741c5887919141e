/**
 * Versions of the device's database, oldest first. Append-only: no version changes once released, and none may
 * delete outbox, sent, draft, blob or upload rows (IN12).
 *
 * meta: device, position, leader, notes · segment: what the server has confirmed · outbox: what it has not ·
 * sent: what it has, in packs, to replay to a restored server · outcome: results other than plain `applied` ·
 * blob: parts of files · upload: files under way · form: definitions.
 * 2: staged: pages of a pull that starts over, put aside until its last one is here.
 * 3: what is sealed names its place; a program of before, which would take it for an answer, finds a version that it cannot open.
 */
export const versions: readonly { readonly version: number; readonly stores: Readonly<Record<string, string>> }[] = [
  {
    version: 1,
    stores: {
      meta: 'k',
      segment: '[s+t+n+c]',
      outbox: 'seq',
      sent: '[deviceId+from]',
      outcome: 'mid',
      draft: 'key',
      blob: '[id+part]',
      upload: 'id',
      form: 'versionId',
    },
  },
  { version: 2, stores: { staged: 'n' } },
  { version: 3, stores: {} },
]
