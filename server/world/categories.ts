import type { Category, Institution } from '#shared/institutions/model.ts'
import { categoriesScope } from '#shared/protocol/scope.ts'
import type { Tx } from '../db/open.ts'

/** Every category by its id. */
export async function categoriesIn(tx: Tx): Promise<Map<string, Category>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', categoriesScope)
    .where('tbl', '=', 'category')
    .where('deleted', '=', 0)
    .execute()
  return new Map(rows.map((row): Category => JSON.parse(row.data)).map((category) => [category.id, category]))
}

/** What an institution's category is called; what it holds itself where nobody made that a category. */
export const categoryNameOf = (
  categories: ReadonlyMap<string, Pick<Category, 'name'>>,
  { category }: Pick<Institution, 'category'>,
): string => categories.get(category)?.name ?? category
