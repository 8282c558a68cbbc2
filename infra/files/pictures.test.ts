import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createPictures } from '#infra/files/pictures.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'
import {
  drawing,
  HEIC,
  noisyPhoto,
  oversizedPhoto,
  phonePhoto,
  pictureWithHeader,
  SVG_WITH_SCRIPT,
  TEXT,
  truncatedPhoto,
} from '#tests/pictures.ts'

const pictures = createPictures()

async function photo(bytes: Uint8Array) {
  const result = await pictures.photo(bytes)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

describe('the picture of a shared link', () => {
  it.each([
    ['a tall photo', () => phonePhoto(1, 700)],
    ['a small drawing', () => sharp(drawing(1)).resize(60, 90).png().toBuffer()],
    ['noise, too large at the best quality', () => noisyPhoto(1200, { height: 630, sigma: 60 })],
  ])('is a JPEG of 1200 × 630 below 300 KB, made from %s', async (_name, make) => {
    const result = await pictures.shared(await make())
    if (!result.ok) throw new Error(result.reason)
    const { format, width, height } = await sharp(result.value.bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    expect(result.value.bytes.length).toBeLessThan(300_000)
  })
})

describe('a photo', () => {
  it('is re-encoded without metadata and location', async () => {
    const upload = await phonePhoto()
    expect((await sharp(upload).metadata()).exif?.length).toBeGreaterThan(0)
    const result = await photo(upload)
    const metadata = await sharp(result.bytes).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: result.width, height: result.height })
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc).toBeUndefined()
    expect(Buffer.from(result.bytes).includes('Somebody')).toBe(false)
  })

  it('is rotated upright and fits into 1600 pixels', async () => {
    const lying = await sharp(drawing(3))
      .resize(1700, 850, { fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await photo(lying)).toMatchObject({ width: 800, height: 1600 })
    expect(await photo(await phonePhoto(1, 100))).toMatchObject({ width: 100, height: 100 })
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be %s', async (format) => {
    const result = await photo(await sharp(drawing(2)).toFormat(format).toBuffer())
    expect(result).toMatchObject({ contentType: 'image/webp', width: 320 })
  })

  it.each([
    ['nothing', async () => Buffer.alloc(0), 'not_a_picture'],
    ['text', async () => TEXT, 'not_a_picture'],
    ['SVG with a script', async () => SVG_WITH_SCRIPT, 'not_a_picture'],
    ['a drawing in SVG', async () => drawing(1), 'not_a_picture'],
    ['HEIC', async () => HEIC, 'not_a_picture'],
    [
      'text behind the first bytes of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), TEXT]),
      'picture_damaged',
    ],
    ['half a photo', truncatedPhoto, 'picture_damaged'],
    ['6 MB', oversizedPhoto, 'picture_too_large'],
    [
      'exactly 5 MB',
      async () => (await oversizedPhoto()).subarray(0, PICTURE_BYTES_LIMIT),
      'picture_too_large',
    ],
    ['52 MP and more', () => pictureWithHeader({ format: 'png', side: 8000 }), 'picture_has_too_many_pixels'],
    [
      'a large interlaced PNG',
      () => pictureWithHeader({ format: 'png', side: 2100, isInterlaced: true }),
      'picture_interlaced',
    ],
    [
      'a large PNG of 16 bits',
      () => pictureWithHeader({ format: 'png', side: 2100, bits: 16 }),
      'picture_16_bit',
    ],
    [
      'a large AVIF of 10 bits',
      () => pictureWithHeader({ format: 'avif', side: 2100, bits: 16 }),
      'picture_16_bit',
    ],
    [
      'an AVIF of 26 MB',
      () => pictureWithHeader({ format: 'avif', side: 2600 }),
      'picture_has_too_many_pixels',
    ],
    [
      'a WebP of 52 MB',
      () => pictureWithHeader({ format: 'webp', side: 3700 }),
      'picture_has_too_many_pixels',
    ],
    ['a GIF of 52 MB', () => pictureWithHeader({ format: 'gif', side: 4200 }), 'picture_has_too_many_pixels'],
    [
      'a progressive JPEG of 52 MB',
      () => pictureWithHeader({ format: 'jpeg', side: 4200, isInterlaced: true }),
      'picture_has_too_many_pixels',
    ],
  ])('is refused as %s', async (_, make, reason) => {
    expect(await pictures.photo(await make())).toEqual({ ok: false, reason })
  })

  it('may be just below 5 MB', async () => {
    expect((await photo((await oversizedPhoto()).subarray(0, PICTURE_BYTES_LIMIT - 1))).width).toBe(320)
  })
})

describe('the perceptual hash of a photo', () => {
  it('hardly changes when the photo is scaled, recompressed or brightened', async () => {
    const upload = await phonePhoto(7, 480)
    const { perceptualHash: hash } = await photo(upload)
    for (const change of [
      sharp(upload).resize(300).jpeg({ quality: 45 }),
      sharp(upload).modulate({ brightness: 1.1 }).webp(),
    ]) {
      expect(hashDistance(hash, (await photo(await change.toBuffer())).perceptualHash)).toBeLessThanOrEqual(6)
    }
  })

  it('distinguishes different photos', async () => {
    const hashes = await Promise.all(
      [1, 2, 3, 4, 5, 6, 8].map(async (number) => (await photo(await phonePhoto(number))).perceptualHash),
    )
    const distances = hashes.flatMap((a, at) => hashes.slice(at + 1).map((b) => hashDistance(a, b)))
    expect(Math.min(...distances)).toBeGreaterThan(10)
  })

  it('is compared by the number of different bits', () => {
    expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64)
    expect(hashDistance('00000000000000f0', '00000000000000f1')).toBe(1)
  })
})

describe('variants', () => {
  it('are AVIF and WebP in each width, never larger than the picture', async () => {
    const result = await pictures.variants(await phonePhoto(1, 600), [200, 900])
    const sizes =
      result.ok && result.value.map(({ contentType, width, height }) => [contentType, width, height])
    expect(sizes).toEqual([
      ['image/avif', 200, 200],
      ['image/webp', 200, 200],
      ['image/avif', 600, 600],
      ['image/webp', 600, 600],
    ])
  })

  it('are refused for a long picture whose copy would have too many pixels', async () => {
    const red = { width: 300, height: 8_100, channels: 3, background: 'red' } as const
    const strip = await sharp({ create: red }).png().toBuffer()
    expect(await pictures.variants(strip, [200, 300])).toMatchObject({
      reason: 'picture_has_too_many_pixels',
    })
    expect(await pictures.variants(strip, [100])).toMatchObject({ ok: true })
  })

  it('are refused for a file that is no picture', async () => {
    expect(await pictures.variants(TEXT, [100])).toEqual({ ok: false, reason: 'not_a_picture' })
  })
})

describe('a thumbnail', () => {
  const limits = { side: 320, maxBytes: 8 * 1024 }

  it('is upright, within its square and below its maximum of bytes, even if noisy', async () => {
    const tall = await sharp(drawing(4))
      .resize(500, 2000, { fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await pictures.thumbnail(tall, limits)).toMatchObject({ value: { width: 320, height: 80 } })
    const small = { side: 160, maxBytes: 2 * 1024 }
    const noisy = await pictures.thumbnail(await noisyPhoto(160), small)
    if (!noisy.ok) throw new Error(noisy.reason)
    expect(noisy.value.bytes.length).toBeLessThanOrEqual(small.maxBytes)
    expect(noisy.value.width).toBeLessThan(small.side)
    expect((await sharp(noisy.value.bytes).metadata()).width).toBe(noisy.value.width)
  })

  it('is refused if it cannot be small enough, or the file is no picture', async () => {
    const tiny = { side: 64, maxBytes: 50 }
    expect(await pictures.thumbnail(await noisyPhoto(70), tiny)).toMatchObject({
      reason: 'picture_too_large',
    })
    expect(await pictures.thumbnail(TEXT, limits)).toMatchObject({ reason: 'not_a_picture' })
  })
})

/** Returns 0 to 64. */
function hashDistance(a: string, b: string): number {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; left > 0n; left >>= 1n) bits += Number(left & 1n)
  return bits
}
