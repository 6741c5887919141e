/** Text as HTML shows it, in an element and in an attribute between quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

/** A relative address of a file of the archive, from a page so many folders below its root. */
export const linkTo = (path: string, depth: number): string =>
  escaped('../'.repeat(depth) + path.split('/').map(encodeURIComponent).join('/'))
