import { must } from '#shared/kernel/assert.ts'
import type * as v from 'valibot'
import { pages as listPages } from '#shared/site/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'

const schema = must(listPages.reply, 'the list of pages has a form')
export type SitePages = v.InferOutput<typeof schema>

/** Every page of the site with its state, and without a network as this device read them last. */
export const useSitePages = () => useKeptPage<SitePages>({ name: 'site pages', schema, ask: () => callRoute(listPages) })
