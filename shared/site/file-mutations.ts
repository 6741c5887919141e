import * as v from 'valibot'
import { safeFileName } from '../attachments/rules.ts'
import { applied, noop, refused, siteMutation } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { must } from '../kernel/assert.ts'
import { siteScope } from '../protocol/scope.ts'
import { entry } from '../questionnaires/gate.ts'
import type { SiteChange } from '../site.ts'
import { siteFileIdOf, siteFileInvalidity, siteFilesMost } from './file-rules.ts'
import { siteFileTypes, type SiteFile } from './model.ts'

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))

const notAllowed = ({ actor }: Context): Outcome | undefined =>
  actor.kind === 'Administrator' && actor.id !== 'system' ? undefined : refused('administrators_only')
const change = (row: SiteFile): SiteChange => ({ scope: siteScope, part: '', table: 'siteFile', id: row.id, row })

/**
 * Takes a file in, of which the server has looked at the content and keeps every form. The same bytes are the same file: one that is
 * there stays as it is, and one that was removed comes back. Source: SPEC WF1-WF4.
 */
export const addSiteFile = siteMutation({
  name: 'siteFile.add',
  version: 1,
  input: v.object({
    type: v.picklist(siteFileTypes),
    name: v.pipe(v.string(), v.maxLength(400)),
    kind: v.pipe(v.string(), v.regex(/^[a-z]{2,5}$/)),
    sha256: hash,
    bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    width: v.nullable(pixels),
    height: v.nullable(pixels),
    widths: v.pipe(v.array(pixels), v.maxLength(8)),
    phoneBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    made: v.record(v.pipe(v.string(), v.regex(/^(?:own|\d{2,5})$/)), hash),
  }),
  entityOf: ({ type, sha256 }) => `siteFile:${siteFileIdOf(type, sha256)}`,
  decide(site, { name, ...fields }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    if (site.scope !== siteScope) return refused('not_found')
    const wrong = siteFileInvalidity(fields.type, name, fields.bytes)
    if (wrong) return refused(wrong.code, wrong.params)
    const id = siteFileIdOf(fields.type, fields.sha256)
    const known = site.get('siteFile', id)
    if (known && !known.removed) return noop({ fileId: id })
    if (!known && site.list('siteFile').filter(({ removed }) => !removed).length >= siteFilesMost)
      return refused('site_files_many', { most: siteFilesMost })
    const row: SiteFile = { id, ...fields, name: safeFileName(name), by: context.actor.id, at: context.now, removed: false }
    return applied({
      site: [change(row)],
      history: [entry(context, 'Agrega archivo al sitio', id, row.name)],
      reply: { fileId: id, ...(known && { broughtBack: true }) },
    })
  },
})

/**
 * Takes a file away: nobody is served it from then on. While a published page shows it, it stays; drafts and former versions that name it
 * are told that it is missing. Source: SPEC WF5. Fails: site_file_shown with the pages.
 */
export const removeSiteFile = siteMutation({
  name: 'siteFile.remove',
  version: 1,
  input: v.object({ fileId: v.pipe(v.string(), v.maxLength(64)) }),
  entityOf: ({ fileId }) => `siteFile:${fileId}`,
  decide(site, { fileId }, context) {
    const refusal = notAllowed(context)
    if (refusal) return refusal
    const row = site.scope === siteScope ? site.get('siteFile', fileId) : undefined
    if (!row) return refused('not_found')
    if (row.removed) return noop()
    const shown = must(site.facts.shown, 'no facts about what pages show').get(fileId) ?? []
    if (shown.length > 0) return refused('site_file_shown', { pages: shown.join(', ') })
    return applied({
      site: [change({ ...row, removed: true, removedAt: context.now })],
      history: [entry(context, 'Elimina archivo del sitio', fileId, row.name)],
    })
  },
})
