/** Longest header that is read, characters. */
const headerMost = 500

/** Whether what a caller has is what would be sent. Whoever packs it on the way makes its tag a weak one: what was asked is whether it says the same. */
export function isKnownTo(request: Request, { etag }: { readonly etag: string }): boolean {
  const known = request.headers.get('if-none-match')
  const own = etag.replace(/^W\//, '')
  return (
    known !== null &&
    known
      .slice(0, headerMost)
      .split(',')
      .some((each) => [own, '*'].includes(each.trim().replace(/^W\//, '')))
  )
}
