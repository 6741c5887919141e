import * as contract from '#shared/dashboards/routes.ts'
import { askedResultsOf } from '#shared/dashboards/asked.ts'
import type { AskedResults } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { dispositionOf } from '../../http/downloads.ts'
import type { Language } from '../../http/failures.ts'
import { mount, mountPublic } from '../../http/mount.ts'
import { tableFile } from '../../http/table-file.ts'
import type { Server } from '../../server.ts'
import type { PublicSite } from '../../site/serve.ts'
import { configurationOf, configureTab, previewOf } from './configuration.ts'
import { previewViewOf, showForm, showingReplyOf } from './showing.ts'
import { publicFileName, publicTable } from './tables.ts'

/** What a call asks for in its body, by the same rules as an address. */
interface Body {
  readonly formId?: string | null | undefined
  readonly category?: string | null | undefined
  readonly institutions?: readonly string[] | undefined
}
const askedIn = ({ formId, category, institutions = [] }: Body): AskedResults =>
  askedResultsOf({ form: formId ?? undefined, category: category ?? undefined, institutions: institutions.join(',') })

/** What administrators configure of public dashboards, and what everybody reads of them (DB1-DB17). */
export function mountDashboards(server: Server, { site }: { readonly site: PublicSite | undefined }): void {
  mount(server, contract.configuration, ({ params }) => configurationOf(server, params.form, params.tab))
  mount(server, contract.preview, ({ params, body }) => previewOf(server, params.form, body))
  mount(server, contract.configure, ({ params, body, session, said }) =>
    configureTab(server, session, said, { formId: params.form, tab: params.tab, body }),
  )

  mount(server, contract.showing, ({ params }) => showingReplyOf(server, params.form))
  mount(server, contract.show, ({ params, body, session, said }) =>
    showForm(server, session, said, { formId: params.form, name: 'dashboards.show', args: body }),
  )
  mount(server, contract.hide, ({ params, session, said }) =>
    showForm(server, session, said, { formId: params.form, name: 'dashboards.hide', args: {} }),
  )
  mount(server, contract.previewShowing, async ({ params, body }) => {
    if (!site) return fail('unavailable', { seconds: 60 })
    const view = await previewViewOf(server, params.form, body)
    const document = view.ok ? await site.previewResults(body.at, view.value, body.language) : view
    return document.ok ? new Response(document.value, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }) : document
  })

  const { publicResults } = server
  /** Who names a form is told of that one. Fails: results_not_public. */
  const read = async (asked: AskedResults, language: Language): Promise<Result<PublicResultsView>> => {
    const view = await publicResults.view(asked, language)
    return asked.form === null || asked.form === view.formId ? done(view) : fail('results_not_public')
  }
  const told = async <T>(asked: AskedResults, language: Language, make: (view: PublicResultsView) => T): Promise<Result<T>> => {
    const view = await read(asked, language)
    return view.ok ? done(make(view.value)) : view
  }
  mountPublic(server, contract.publicResults, ({ body, language }) => read(askedIn(body), language))
  mountPublic(server, contract.readResults, async ({ query, language, reply }) => {
    reply.set('Cache-Control', 'public, max-age=60')
    reply.set('Vary', 'Accept-Encoding, Accept-Language, Authorization')
    return read(askedResultsOf(query), query.lang ?? language)
  })
  mountPublic(server, contract.publicInstitutions, ({ body, language }) =>
    told(askedIn({ ...body, institutions: [] }), language, ({ formId, category, institutions }) => ({
      ...{ formId, category },
      institutions: institutions.map(({ id, name }) => ({ _id: id, name })),
    })),
  )
  mountPublic(server, contract.publicCategories, ({ query, language }) =>
    told(askedResultsOf({ form: query.form }), language, ({ categories }) => categories.map(({ id, name }) => ({ _id: id, name }))),
  )
  mountPublic(server, contract.publicByInstitution, ({ body, language }) =>
    told(askedIn(body), language, ({ formId, chosen, mean }) => ({ formId, institutions: chosen, mean })),
  )
  const file = async (
    asked: AskedResults,
    table: contract.PublicTable,
    format: 'csv' | 'xlsx',
    language: Language,
  ): Promise<Result<never> | Response> => {
    const found = await read(asked, language)
    if (!found.ok) return found
    const view = found.value
    // What somebody takes away is what they asked for, or nothing.
    if (view.formId === null) return fail('results_not_public')
    if (asked.institutions.length > 0 && view.chosen.length < asked.institutions.length) return fail('results_not_public')
    const { name, type, body } = tableFile(publicTable(view, table, language), publicFileName(table, language), format)
    return new Response(body, {
      headers: { 'Content-Type': type, 'Content-Disposition': dispositionOf(name), 'Cache-Control': 'public, max-age=60' },
    })
  }
  mountPublic(server, contract.exportPublic, ({ params, body, language }) =>
    file(askedIn(body), params.report, body.format ?? 'csv', language),
  )
  mountPublic(server, contract.downloadPublic, ({ params, query, language }) =>
    file(askedResultsOf(query), params.report, query.format ?? 'csv', query.lang ?? language),
  )
}
