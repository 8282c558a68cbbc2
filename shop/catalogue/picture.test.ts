import { expect, it } from 'vitest'
import { pictureKey, pictureSources, pictureUrl, widthsOf } from '#shop/catalogue/picture.ts'

const picture = { id: '6f1c0f8e-0000-4000-8000-000000000001', width: 900, height: 600 }

it('derives the URLs and keys of all copies from a picture’s URL', () => {
  const url = pictureUrl(picture)
  expect(url).toBe(`/pictures/${picture.id}-900x600/900.webp`)
  expect(pictureSources(url)).toEqual({
    width: 900,
    height: 600,
    webp: [320, 640, 900].map((copy) => `${pictureUrl(picture, copy)} ${copy}w`).join(', '),
    avif: [320, 640, 900].map((copy) => `${pictureUrl(picture, copy, 'avif')} ${copy}w`).join(', '),
  })
  expect(pictureKey(pictureUrl(picture, 320, 'avif'))).toBe(`products/${picture.id}/320.avif`)
})

it('stores one copy of a small picture, and none above the widest width', () => {
  expect(widthsOf(100)).toEqual([100])
  expect(widthsOf(320)).toEqual([320])
  expect(widthsOf(1200)).toEqual([320, 640, 1200])
})

it.each([
  '/illustrations/mix-ragi.svg',
  'https://elsewhere.test/pictures/a.webp',
  `/pictures/${picture.id}-900x600/../secret.webp`,
  `/pictures/${picture.id}-900x600/900.svg`,
  '/pictures/../../etc-900x600/900.webp',
])('finds no uploaded picture in %s', (url) => {
  expect(pictureSources(url)).toBeNull()
  expect(pictureKey(url)).toBeNull()
})
