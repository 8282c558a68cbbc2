// Writes every illustration to public/illustrations, and the table of their sizes for the product picture.
//   node design/illustrations/draw.mjs [--brand Cultiva] [--hydration Replenish]    writes the files
//   node design/illustrations/draw.mjs --check                                      exits 1 when a file differs
//   node design/illustrations/draw.mjs --sheet FILE.html                            also writes a page with all of them
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { optimize } from 'svgo'
import { drawings } from './drawings.mjs'
import { begin } from './pen.mjs'
import { contactSheet } from './sheet.mjs'
import { sizesModule } from './sizes.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PICTURES = path.join(ROOT, 'public/illustrations')
const SIZES = path.join(ROOT, 'app/kit/picture/illustration-sizes.ts')

const escapeXml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Rounds paths to a tenth of a unit, which is invisible and saves a fifth of the bytes. Changes nothing else. */
const PLUGINS = [{ name: 'convertPathData', params: { floatPrecision: 1 } }]

function svg({ title, box, draw }, index) {
  begin(`i${index.toString(36)}-`)
  const [, , width, height] = box
  const attributes = `viewBox="${box.join(' ')}" width="${width}" height="${height}" role="img"`
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><title>${escapeXml(title)}</title>${draw()}</svg>`
  return `${optimize(drawn, { plugins: PLUGINS }).data}\n`
}

/** Returns path and text of every file that this program writes. */
function listFiles() {
  const pictures = drawings.map((drawing, index) => [
    path.join(PICTURES, `${drawing.name}.svg`),
    svg(drawing, index),
  ])
  return [...pictures, [SIZES, sizesModule(drawings)]]
}

function isCurrent([file, text]) {
  try {
    return readFileSync(file, 'utf8') === text
  } catch {
    return false
  }
}

function check(files) {
  const expected = new Set(files.map(([file]) => file))
  const strays = readdirSync(PICTURES)
    .map((name) => path.join(PICTURES, name))
    .filter((file) => !expected.has(file))
  const wrong = [...files.filter((file) => !isCurrent(file)).map(([file]) => file), ...strays]
  for (const file of wrong)
    console.error(`not as design/illustrations draws it: ${path.relative(ROOT, file)}`)
  if (wrong.length > 0) process.exitCode = 1
  else console.log(`${files.length} files are as drawn`)
}

function write(files) {
  mkdirSync(PICTURES, { recursive: true })
  for (const [file, text] of files) writeFileSync(file, text)
  console.log(`${files.length} files written`)
}

const files = listFiles()
if (process.argv.includes('--check')) check(files)
else write(files)

const sheet = process.argv[process.argv.indexOf('--sheet') + 1]
if (process.argv.includes('--sheet') && sheet) writeFileSync(sheet, contactSheet(drawings, PICTURES))
