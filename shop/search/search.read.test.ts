import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { readQuery } from '#shop/search/query.ts'
import { findProducts } from '#shop/search/search.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
await seedCatalogue({ db, now: NOW })

const find = async (typed: string) => (await findProducts(db, readQuery(typed).words)).map(({ name }) => name)

describe('findProducts', () => {
  it.each([
    ['garm masla', 'Garam Masala'],
    ['GARAM MASALA', 'Garam Masala'],
    ['ragee', 'Ragi Meal Mix'],
    ['bajara', 'Bajra Meal Mix'],
    ['protien', 'Protein-Boosted Meal Mix'],
    ['zaatar', 'Za’atar'],
    ['tand', 'Tandoori'],
    ['complete box', 'The Complete Box'],
    ['replenesh', 'Replenish Flavoured Box of 30 Sticks'],
    ['container', 'Biodegradable Containers, Set of 10'],
  ])('%s finds %s first', async (typed, name) => {
    expect((await find(typed))[0]).toBe(name)
  })

  it('finds ingredients, and words of the description', async () => {
    expect(await find('turmaric')).toEqual(expect.arrayContaining(['Turmeric Tastemaker', 'Achari']))
    expect(await find('saffron')).toContain('Kesar Badam')
  })

  it('finds everything of a category that is named', async () => {
    expect(await find('tastemakers')).toHaveLength(20)
    expect(await find('hydration')).toHaveLength(2)
  })

  it('leaves out what is not on sale', async () => {
    await db.updateTable('products').set({ isActive: false }).where('slug', '=', 'cajun').execute()
    expect(await find('cajun')).toEqual([])
  })

  it.each(['', '   ', '\0', '%', "'; drop table products; --", '\\', '{}', '\ud800', 'x'.repeat(5000)])(
    'is safe with %j',
    async (typed) => {
      expect(await find(typed)).toEqual([])
    },
  )

  it('leaves the database’s own limit as it was', async () => {
    await find('ragee')
    const { rows } = await sql<{ limit: string }>`
      select current_setting('pg_trgm.word_similarity_threshold', true) as limit`.execute(db)
    expect(rows).toEqual([{ limit: '0.6' }])
  })
})
