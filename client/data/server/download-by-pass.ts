import { pathOf, type Route } from '#shared/contract/route.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from './call.ts'

/**
 * Hands a file that may be larger than a page's memory to the browser's own downloads: what it is refused for is told here, and how it
 * goes on from then the browser shows. `pass`: the call that opens `file` for a minute.
 */
export async function downloadByPass<Params extends Readonly<Record<string, string>>>(
  pass: Route<Params, unknown, unknown, { readonly pass: string }>,
  file: Pick<Route<Params>, 'path'>,
  params: Params,
  query: Readonly<Record<string, string>> = {},
): Promise<Result<null>> {
  const reply = await callRoute(pass, { params })
  if (!reply.ok) return reply
  const link = document.createElement('a')
  link.href = `${pathOf(file, params)}?${new URLSearchParams({ ...query, pass: reply.value.pass }).toString()}`
  link.download = ''
  link.click()
  return done(null)
}
