import type * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import { allSiteFiles } from '#shared/site/file-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useKeptPage } from '#client/data/server/use-kept-page.ts'

const schema = must(allSiteFiles.reply, 'the list of files has a form')
type AllFiles = v.InferOutput<typeof schema>

/** Every file of the site with where it is used, and without a network as this device read them last. */
export const useAllFiles = () => useKeptPage<AllFiles>({ name: 'site files and uses', schema, ask: () => callRoute(allSiteFiles) })
