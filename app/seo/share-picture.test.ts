import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { pagePicture } from './page-meta.ts'
import { sharePicture } from './share-picture.ts'

function isJpeg(path: string): boolean {
  const file = `public${path}`
  return existsSync(file) && readFileSync(file).readUInt16BE(0) === 0xffd8
}

describe('the pictures of shared links', () => {
  it.each(SEED_PRODUCTS.map(({ name, imageUrls }) => [name, imageUrls[0]]))(
    'has a picture of the product %s',
    (_, image) => {
      expect(sharePicture(image)).not.toBe(pagePicture())
      expect(isJpeg(sharePicture(image))).toBe(true)
    },
  )

  it('has a picture of each recipe', () => {
    for (const { image } of RECIPES) {
      expect(sharePicture(image)).not.toBe(pagePicture())
      expect(isJpeg(sharePicture(image))).toBe(true)
    }
  })

  it.each([
    null,
    undefined,
    '',
    '/uploads/ladoo.webp',
    'https://pictures.test/ladoo.jpg',
    '/illustrations/taste-never-drawn.svg',
    '/illustrations/portrait-asha.svg',
  ])('returns the general picture for %s', (image) => {
    expect(sharePicture(image)).toBe('/share/page-shop.jpg')
  })
})
