import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMPLETE_BOX_ID } from '#shop/catalogue/product.ts'
import { rupees } from '#shop/kernel/money.ts'
import { SEED_PRODUCTS, SEED_REVIEWS } from './catalogue.ts'
import { seedId } from './seed-product.ts'

const bySlug = new Map(SEED_PRODUCTS.map((product) => [product.slug, product]))
const packets = SEED_PRODUCTS.filter((product) => product.number >= 10 && product.number <= 29)

describe('the identity of seeded products', () => {
  it('is unique in id, number, slug and name', () => {
    for (const key of ['id', 'number', 'slug', 'name'] as const) {
      expect(new Set(SEED_PRODUCTS.map((product) => product[key])).size).toBe(SEED_PRODUCTS.length)
    }
  })

  it('derives ids from numbers, and begins with the complete box', () => {
    for (const product of SEED_PRODUCTS) expect(product.id).toBe(seedId(product.number))
    expect(bySlug.get('complete-box')).toMatchObject({ id: COMPLETE_BOX_ID, number: 1 })
  })
})

describe('the seeded catalogue', () => {
  it.each([
    ['complete-box', 899],
    ['ragi-mix', 279],
    ['bajra-mix', 289],
    ['protein-boosted-mix', 349],
    ['turmeric-tastemaker', 199],
    ['biodegradable-containers', 349],
    ['meal-play-box', 699],
    ['mixed-flavour', 269],
    ['unflavoured-30-sticks', 249],
  ])('sells %s at %i rupees', (slug, price) => {
    expect(bySlug.get(slug)?.price).toBe(rupees(price))
  })

  it('marks both boxes of sticks as new', () => {
    for (const slug of ['mixed-flavour', 'unflavoured-30-sticks'])
      expect(bySlug.get(slug)).toMatchObject({ isNew: true })
  })

  it('discounts only the Meal Play Box', () => {
    expect(bySlug.get('meal-play-box')?.discountPrice).toBe(rupees(599))
    expect(SEED_PRODUCTS.filter((product) => product.discountPrice !== null)).toHaveLength(1)
  })

  it('has twenty packets of 10 g at 15 rupees, by cuisine', () => {
    expect(packets).toHaveLength(20)
    for (const packet of packets)
      expect(packet).toMatchObject({ price: rupees(15), netQuantity: '10 g', category: 'tastemakers' })
    expect(SEED_PRODUCTS.filter((product) => product.isPick)).toEqual(packets)
    const counts = Object.groupBy(packets, (packet) => packet.cuisine ?? 'none')
    expect(Object.entries(counts).map(([cuisine, list]) => [cuisine, list?.length])).toEqual([
      ['indian', 7],
      ['international', 5],
      ['american', 4],
      ['sweet', 4],
    ])
  })

  it('rates the sweetness of sweet tastemakers, the heat of other tastemakers, and nothing for other products', () => {
    for (const { category, cuisine, spiceLevel, sweetLevel } of SEED_PRODUCTS) {
      const isTastemaker = category === 'tastemakers'
      expect(cuisine !== null).toBe(isTastemaker)
      expect(sweetLevel).toBe(cuisine === 'sweet' ? 4 : null)
      expect(spiceLevel !== null).toBe(isTastemaker && cuisine !== 'sweet')
      expect(spiceLevel ?? 0).toBeLessThanOrEqual(4)
    }
  })

  it('has exactly two products with ten picks', () => {
    const customisable = SEED_PRODUCTS.filter((product) => product.tastemakerPicks > 0)
    expect(customisable.map((product) => [product.slug, product.tastemakerPicks])).toEqual([
      ['complete-box', 10],
      ['meal-play-box', 10],
    ])
  })

  it('has one product out of stock and one with low stock', () => {
    expect(
      SEED_PRODUCTS.filter((product) => product.stockQuantity < 10).map(({ slug, stockQuantity }) => [
        slug,
        stockQuantity,
      ]),
    ).toEqual([
      ['protein-boosted-mix', 7],
      ['sichuan-pepper', 0],
    ])
  })
})

describe('the texts of seeded products', () => {
  it.each(SEED_PRODUCTS.map((product) => [product.slug, product] as const))(
    'are complete for %s',
    (_, product) => {
      expect(product.shortDescription.length).toBeLessThan(90)
      const sentences = product.description.split(/(?<=[.?])\s/).length
      expect(sentences).toBeGreaterThanOrEqual(2)
      expect(sentences).toBeLessThanOrEqual(5)
      for (const list of [
        product.imageUrls,
        product.ingredients,
        product.benefits,
        product.usageInstructions,
      ]) {
        expect(list.length).toBeGreaterThan(0)
      }
      expect(product.hsnCode).toMatch(/^\d{8}$/)
      expect(product.countryOfOrigin).toBe('India')
    },
  )

  it('contain no health promises, no exclamation marks and no brand name', () => {
    const words = JSON.stringify([SEED_PRODUCTS, SEED_REVIEWS])
    expect(words).not.toMatch(/\bORS\b/)
    expect(words).not.toMatch(
      /\b(cur(e|es|ed|ing)|heal(s|ing)?|immunity|detox|diabet\w*|super-?food|guilt-?free|empower\w*)\b/i,
    )
    expect(words).not.toMatch(/cultiva|!/i)
  })

  it('begin each description differently', () => {
    const openings = SEED_PRODUCTS.map((product) => product.description.split(' ').slice(0, 3).join(' '))
    expect(new Set(openings).size).toBe(SEED_PRODUCTS.length)
  })

  it('list ingredients by descending weight, at most 100% in total', () => {
    for (const { slug, ingredients } of SEED_PRODUCTS.filter((product) => product.tastemakerPicks === 0)) {
      const shares = ingredients
        .flatMap((line) => Number(line.match(/\(([\d.]+)%\)/)?.[1] ?? Number.NaN))
        .filter(Number.isFinite)
      expect(shares, slug).toEqual(shares.toSorted((a, b) => b - a))
      expect(
        shares.reduce((sum, part) => sum + part, 0),
        slug,
      ).toBeLessThanOrEqual(100)
    }
  })

  it('refer only to pictures that exist', () => {
    const drawings = new URL('../../../public', import.meta.url)
    const missing = SEED_PRODUCTS.flatMap((product) => product.imageUrls).filter(
      (url) => !existsSync(drawings.pathname + url),
    )
    expect(
      missing.filter(
        (url) => !/\/(mix-protein|tin-turmeric|meal-play-box|replenish-box-mixed)\.svg$/.test(url),
      ),
    ).toEqual([])
  })
})

describe('the seeded reviews', () => {
  it('are marked as samples, and are about seven products with different ratings', () => {
    const reviewed = new Set(SEED_REVIEWS.map((review) => review.productId))
    expect(SEED_REVIEWS.length).toBeGreaterThanOrEqual(10)
    expect(reviewed.size).toBe(7)
    expect(new Set(SEED_REVIEWS.map((review) => review.rating)).size).toBeGreaterThan(2)
    for (const review of SEED_REVIEWS) {
      expect(SEED_PRODUCTS.map((product) => product.id)).toContain(review.productId)
      expect(review.authorName).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\.$/u)
      expect(review.writtenDaysAgo).toBeGreaterThan(0)
      expect(review.isSeed).toBe(true)
    }
  })

  it('contain at most one review per person and product', () => {
    const pairs = SEED_REVIEWS.map((review) => `${review.productId} ${review.authorName}`)
    expect(new Set(pairs).size).toBe(SEED_REVIEWS.length)
  })
})
