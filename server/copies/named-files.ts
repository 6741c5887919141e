import { namedBy, type NamedFile } from '../files/named.ts'
import type { TableShape } from './catalogue.ts'
import type { Row } from './rows.ts'

/** What looks through rows of a table, as a copy has them at a moment, for files that have to be there. */
export function filesNamedIn({ name, columns }: TableShape, at: string): (page: readonly Row[]) => NamedFile[] {
  if (name !== 'sync_row') return () => []
  const place = (column: string): number => columns.findIndex((each) => each.name === column)
  const [tbl, id, scope, deleted, data] = [place('tbl'), place('id'), place('scope'), place('deleted'), place('data')]
  const text = (row: Row, where: number): string => String(row[where] ?? '')
  return (page) =>
    page.flatMap((row) => {
      if (row[deleted] !== 0) return []
      const named = namedBy({ tbl: text(row, tbl), id: text(row, id), scope: text(row, scope), data: text(row, data) }, at)
      return named.filter(({ stands }) => stands === 'there')
    })
}
