import { problemsOf, type PageFacts } from '#shared/site/rules.ts'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/databases.ts'
import { firstPages, seedSiteWhenEmpty } from './first-site.ts'

test('[WS14] the first pages are whole in both languages, and nothing in them keeps them from being published', () => {
  const pages = firstPages.map(({ name }) => ({ id: name, name, formerNames: [], removed: false, published: true }))
  const facts = (pageId: string): PageFacts => ({ pageId, pages, files: new Map() })
  expect(firstPages.map((page) => problemsOf(page, facts(page.name)))).toEqual([[], [], []])
})

onEachDatabase((start) => {
  test('[WS14] a site without pages gets its first ones once, through changes like any other, and one that was begun is left', async () => {
    const { app, db, call } = await start()
    expect([await seedSiteWhenEmpty(app.server), await seedSiteWhenEmpty(app.server)]).toEqual([true, false])
    for (const name of ['home', 'header', 'footer']) expect((await call('GET', `publicSite/${name}`)).status, name).toBe(200)
    const entries = await db.q
      .selectFrom('sync_mutation')
      .select(['name', 'author_id'])
      .where('name', 'like', 'page.%')
      .orderBy('seq')
      .execute()
    expect(entries.map(({ name }) => name)).toEqual(['page.save', 'page.publish', 'page.save', 'page.publish', 'page.save', 'page.publish'])
    expect(new Set(entries.map(({ author_id: author }) => author))).toEqual(new Set(['system']))
  })

  test('[WS14] two processes that start at the same moment make them once', async () => {
    const { app, db } = await start()
    await Promise.all([seedSiteWhenEmpty(app.server), seedSiteWhenEmpty(app.server)])
    const rows = await db.q.selectFrom('sync_row').select('id').where('tbl', '=', 'pageVersion').orderBy('scope').execute()
    expect(rows).toHaveLength(3)
  })
})
