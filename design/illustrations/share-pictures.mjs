// Writes the pictures of shared links to public/share and the icons to public, from the finished illustrations: run
// it after draw.mjs. Pictures are JPEG and icons PNG, which link previews, phones and old browsers can all show.
//   node design/illustrations/share-pictures.mjs            writes the files
//   node design/illustrations/share-pictures.mjs --check    exits 1 when a drawing has changed since
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { icon, sharePictures } from './share-layouts.mjs'

const PUBLIC = path.resolve(import.meta.dirname, '../../public')
/** Hashes of the source drawings, because encoded pictures differ between machines. */
const DRAWN_FROM = path.join(import.meta.dirname, 'share-pictures.json')

/** Part of the side that fits the safe circle of a maskable icon, whose radius is 40% of the side. */
const MASKABLE = 0.8
const ICONS = [
  ['/icons/icon-192.png', 192, MASKABLE],
  ['/icons/icon-512.png', 512, MASKABLE],
  ['/icons/apple-touch-icon.png', 180, 0.9],
  ['/favicon.ico', 32, 1.04],
]
const FAVICON = icon(1.04, 96)

const pictures = sharePictures()
const icons = ICONS.map(([url, size, part]) => [url, icon(part, url === '/favicon.ico' ? 96 : 0), size])

function hash(text) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

function readHashes() {
  return Object.fromEntries([...pictures, ...icons].map(([url, svg]) => [url, hash(svg)]))
}

function check() {
  const recorded = JSON.parse(readFileSync(DRAWN_FROM, 'utf8'))
  const now = readHashes()
  const urls = new Set([...Object.keys(recorded), ...Object.keys(now)])
  const wrong = [...urls].filter((url) => recorded[url] !== now[url] || !existsSync(PUBLIC + url))
  const strays = readdirSync(`${PUBLIC}/share`).filter((name) => !now[`/share/${name}`])
  if (readFileSync(`${PUBLIC}/favicon.svg`, 'utf8') !== FAVICON) wrong.push('/favicon.svg')
  for (const url of wrong) console.error(`drawn anew since: ${url}`)
  for (const name of strays) console.error(`not a picture of ours: /share/${name}`)
  if (wrong.length + strays.length > 0) process.exitCode = 1
  else console.log(`${urls.size + 1} pictures are as drawn`)
}

/** Returns an .ico with one PNG: a 6-byte header, one 16-byte entry and the picture. */
function ico(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function write() {
  const { default: sharp } = await import('sharp')
  rmSync(`${PUBLIC}/share`, { recursive: true, force: true })
  for (const folder of ['share', 'icons']) mkdirSync(path.join(PUBLIC, folder), { recursive: true })
  for (const [url, svg] of pictures) {
    await sharp(Buffer.from(svg))
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(PUBLIC + url)
  }
  for (const [url, svg, size] of icons) {
    const png = await sharp(Buffer.from(svg))
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer()
    writeFileSync(PUBLIC + url, url.endsWith('.ico') ? ico(png, size) : png)
  }
  writeFileSync(`${PUBLIC}/favicon.svg`, FAVICON)
  writeFileSync(DRAWN_FROM, `${JSON.stringify(readHashes(), null, 2)}\n`)
  console.log(`${pictures.length + icons.length + 1} pictures written`)
}

if (process.argv.includes('--check')) check()
else await write()
