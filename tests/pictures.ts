/** Valid and invalid pictures for tests. They are generated, so the project contains no real person's photo. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Returns a drawing that is unique for its number. */
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

/** Returns a seeded generator of whole numbers from 0 up to, but not including, its argument. */
function sequence(start: number): (below: number) => number {
  let state = start * 2654435761 + 12345
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns a JPEG like a phone's photo, with a location in its metadata. */
export function phonePhoto(number = 1, size = 320): Promise<Buffer> {
  return sharp(drawing(number, size))
    .withExif({
      IFD0: { Make: 'Phone', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 21/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

/** Returns a JPEG of 700 × 70 pixels: wide enough for copies in each width, and low, because AVIF is slow to encode. */
export function stripPhoto(): Promise<Buffer> {
  return sharp(drawing(1)).resize(700, 70, { fit: 'fill' }).jpeg().toBuffer()
}

/** Returns a JPEG of random noise. A higher `sigma` makes it compress worse. Each call returns another picture. */
export function noisyPhoto(width: number, { height = width, sigma = 30 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  return sharp({ create: { width, height, channels: 3, background: '#888888', noise } })
    .jpeg()
    .toBuffer()
}

type Header = {
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'
  side: number
  bits?: 8 | 16
  isInterlaced?: boolean
}

/** Returns a small picture whose header claims a large square, for refusals before decoding. */
export async function pictureWithHeader({
  format,
  side,
  bits = 8,
  isInterlaced = false,
}: Header): Promise<Buffer> {
  const picture = sharp(drawing(1, 64))
    .ensureAlpha()
    .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
  const options = { progressive: isInterlaced, lossless: true, bitdepth: bits === 16 ? 10 : 8 } as const
  const bytes = await picture.toFormat(format, options).toBuffer()
  if (format === 'png') {
    bytes.writeUInt32BE(side, 16)
    bytes.writeUInt32BE(side, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  } else if (format === 'gif') {
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 64, 0, 64, 0]))
    for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(side, at)
  } else if (format === 'jpeg') {
    const frame = bytes.indexOf(Buffer.from([0xff, isInterlaced ? 0xc2 : 0xc0]))
    for (const at of [5, 7]) bytes.writeUInt16BE(side, frame + at)
  } else if (format === 'webp') {
    // Width and height less 1, in 14 bits each, and then a bit that says that there is alpha.
    bytes.writeUInt32LE(((side - 1) | ((side - 1) << 14) | (1 << 28)) >>> 0, 21)
  } else {
    const size = bytes.indexOf('ispe') + 8
    for (const at of [size, size + 4]) bytes.writeUInt32BE(side, at)
  }
  return bytes
}

/** The start of a photo from an Apple phone: the container of AVIF with the codec HEVC. */
export const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(500),
])

export const SVG_WITH_SCRIPT = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const TEXT = Buffer.from('This is no picture, whatever its name says.')

/** Returns a valid JPEG above 5 MB. Decoders ignore the bytes after its end. */
export async function oversizedPhoto(): Promise<Buffer> {
  return Buffer.concat([await phonePhoto(), Buffer.alloc(6 * 1024 * 1024, 7)])
}

/** Returns the first half of a photo, as a broken connection would leave it. */
export async function truncatedPhoto(): Promise<Buffer> {
  const whole = await phonePhoto(5, 900)
  return whole.subarray(0, Math.floor(whole.length / 2))
}
