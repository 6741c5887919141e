import { getDocumentProxy } from 'unpdf'

/** A piece of text where it stands: points from the lower left corner. */
export interface Placed {
  readonly page: number
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface Read {
  /** Text of each page, in the order in which it is painted. */
  readonly pages: readonly string[]
  readonly text: string
  readonly placed: readonly Placed[]
  /** Roles of the tree of each page, in its order. */
  readonly roles: readonly (readonly string[])[]
}

/** What another program reads of a document. */
export async function readPdf(bytes: Uint8Array): Promise<Read> {
  const file = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  const placed: Placed[] = []
  const roles: (readonly string[])[] = []
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    let text = ''
    for (const item of items) {
      if (!('str' in item)) continue
      text += `${item.str}${item.hasEOL ? ' ' : ''}`
      const [, , , , x = 0, y = 0] = item.transform as readonly number[]
      if (item.str.trim() !== '') placed.push({ page: number, text: item.str, x, y, width: item.width })
    }
    pages.push(text.replace(/\s+/g, ' '))
    roles.push(rolesOf(await page.getStructTree()))
  }
  return { pages, text: pages.join(' ').replace(/\s+/g, ' '), placed, roles }
}

function rolesOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { role, children } = node as { readonly role?: unknown; readonly children?: unknown }
  return [...(typeof role === 'string' ? [role] : []), ...(Array.isArray(children) ? children.flatMap(rolesOf) : [])]
}
