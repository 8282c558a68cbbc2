/** Valid and invalid pictures for tests. They are generated, so the project contains no real person's photo. */
import sharp from 'sharp'

/** A unique drawing for each number. */
export function drawing(number: number, size = 320): Buffer {
  const random = sequence(number)
  const shapes = Array.from({ length: 9 }, () => {
    const [x, y, r, hue] = [random(size), random(size), 20 + random(size / 4), random(360)]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${hue} 60% ${30 + random(50)}%)"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#ddd"/>${shapes.join('')}</svg>`,
  )
}

/** Seeded numbers between 0 and `below`. */
function sequence(start: number): (below: number) => number {
  let state = start * 2654435761 + 12345
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A JPEG as a phone makes it, with a location in its metadata. */
export function phonePhoto(number = 1, size = 320): Promise<Buffer> {
  return sharp(drawing(number, size))
    .withExif({
      IFD0: { Make: 'Phone', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 21/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

/** A JPEG that stays large: every pixel differs from its neighbours, and from every other such photo. */
export function noisyPhoto(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: size, height: size, channels: 3, background: '#888888', noise } })
    .jpeg()
    .toBuffer()
}

/** A small file that would fill memory when decoded: 8,000 × 8,000 pixels. */
export function pixelBomb(): Promise<Buffer> {
  const create = { width: 8_000, height: 8_000, channels: 3 as const, background: '#123456' }
  bomb ??= sharp({ create, limitInputPixels: false }).png({ compressionLevel: 1 }).toBuffer()
  return bomb
}
let bomb: Promise<Buffer> | undefined

/** The start of a photo from an Apple phone: a container with another codec. */
export const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(500),
])

export const SVG_WITH_SCRIPT = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const TEXT = Buffer.from('This is no picture, whatever its name says.')

/** A valid JPEG above 5 MB: decoders ignore the noise after its end. */
export async function tooLarge(): Promise<Buffer> {
  return Buffer.concat([await phonePhoto(), Buffer.alloc(6 * 1024 * 1024, 7)])
}

/** Truncated in the middle, as by a broken connection. */
export async function truncated(): Promise<Buffer> {
  const whole = await phonePhoto(5, 900)
  return whole.subarray(0, Math.floor(whole.length / 2))
}
