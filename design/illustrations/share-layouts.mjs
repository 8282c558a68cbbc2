// Composes the pictures of shared links and the icons from finished drawings, as SVG text.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tileColour } from '#app/kit/picture/tile-colour.ts'
import { dishColour } from '#app/recipes/recipe-display.ts'
import { pagePicture } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { SHARED_SIZE } from '#shop/catalogue/picture.ts'
import { inks } from './inks.mjs'
import { lettering, measure } from './lettering.mjs'
import { BRAND, HYDRA } from './names.mjs'
import { num, rect } from './pen.mjs'

const PICTURES = path.resolve(import.meta.dirname, '../../public/illustrations')
const { width: W, height: H } = SHARED_SIZE

/** Returns the colour of a name such as '--color-gulab-200'. */
function ink(colour) {
  const [scale, step] = colour.replace('--color-', '').split('-')
  return inks[scale][step]
}

/** Reads a finished drawing: its content and its view box. */
function drawing(name) {
  const text = readFileSync(path.join(PICTURES, `${name}.svg`), 'utf8')
  const viewBox = /viewBox="([^"]+)"/.exec(text)[1]
  const [x, y, width, height] = viewBox.split(' ').map(Number)
  return { inside: text.slice(text.indexOf('>') + 1, text.lastIndexOf('</svg>')), x, y, width, height }
}

function sheet(width, height, inside) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>\n`
}

/** Places a drawing, or only its part `view`, in the given rectangle. */
function placeDrawing({ inside, ...box }, x, y, width, height, view = [box.x, box.y, box.width, box.height]) {
  const place = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`
  return `<svg ${place} viewBox="${view.join(' ')}">${inside}</svg>`
}

const GROUND = H * 0.95

/** Places drawings side by side on the base line, as large as fits between `left` and `right`. */
function row(names, left, right, most = H * 0.84) {
  const all = names.map(drawing)
  const wide = all.reduce((sum, each) => sum + each.width, 0)
  const scale = Math.min((right - left) / wide, most / Math.max(...all.map((each) => each.height)))
  let x = (left + right - wide * scale) / 2
  let o = ''
  for (const each of all) {
    o += placeDrawing(each, x, GROUND - each.height * scale, each.width * scale, each.height * scale)
    x += each.width * scale
  }
  return o
}

/** Draws the lines of a heading at the left edge, all in one size. */
function heading(lines, fill, f) {
  const style = { f, wght: 800, fill, track: f === 'eczar' ? -0.025 : -0.038 }
  const widest = Math.max(...lines.map((line) => measure(line, { ...style, size: 100 })))
  const size = Math.min(100, (100 * HEADING) / widest)
  return lines.map((line, index) => lettering(line, 64, 140 + index * size, { ...style, size })).join('')
}
const HEADING = 440

/** Lists the drawings of packs and dishes for product and recipe pages, with their background colours. */
function tiles() {
  const colours = new Map()
  for (const { id, image } of RECIPES) if (!colours.has(image)) colours.set(image, dishColour(id))
  for (const product of SEED_PRODUCTS) colours.set(product.imageUrls[0], tileColour(product))
  const general = sharePicture(null)
  return readdirSync(PICTURES)
    .map((file) => `/illustrations/${file}`)
    .filter((image) => sharePicture(image) !== general)
    .map((image) => {
      const colour =
        colours.get(image) ?? (image.includes('replenish') ? '--color-lake-200' : '--color-haldi-200')
      return [sharePicture(image), tile(path.basename(image, '.svg'), ink(colour))]
    })
}

function tile(name, colour) {
  return sheet(W, H, rect(0, 0, W, H, colour) + row([name], 60, W - 60))
}

const millet = (colour, lines, art) =>
  sheet(W, H, rect(0, 0, W, H, ink(colour)) + art + heading(lines, inks.ragi[900], 'eczar'))
const water = (colour, lines, art) =>
  sheet(W, H, rect(0, 0, W, H, ink(colour)) + art + heading(lines, inks.lake[900], 'anek'))
/** Places a scene as high as the picture at the right edge; its sides are cropped. */
const scene = (name) => placeDrawing(drawing(name), 550, 0, 650, H, [31, 0, 578, 560])
/** Places an opening scene as wide as the picture. Its left part is empty for the heading. */
const hero = (name, top) => placeDrawing(drawing(name), 0, 0, W, H, [0, top, 1440, 756])

const PAGES = {
  shop: () => millet('haldi-400', [BRAND], row(['mix-ragi', 'complete-box'], 440, W - 20)),
  home: () => millet('haldi-400', [BRAND], hero('hero-millet', 44)),
  products: () =>
    millet('haldi-300', ['Our', 'Products'], row(['mix-ragi', 'mix-bajra', 'taste-peri-peri'], 470, W - 20)),
  about: () => millet('gulab-200', ['About', BRAND], scene('cultivate-people')),
  impact: () => millet('bajra-300', ['From farm', 'to plate'], scene('cultivate-land')),
  recipes: () => millet('bajra-200', ['Play with', 'Your Food'], row(['dish-pancakes'], 480, W - 10, H)),
  contact: () => millet('gulab-200', ['Partner', 'With Us'], row(['value-work'], 600, W - 60)),
  hydration: () => water('lake-100', [HYDRA], hero('hero-hydration', 4)),
  replenish: () =>
    water(
      'mint-300',
      [HYDRA, 'Hydration'],
      row(['replenish-box-mixed', 'replenish-box-unflavoured'], 500, W - 10),
    ),
  'hydration-impact': () =>
    water(
      'lake-200',
      ['Our', 'Impact'],
      row(
        STICKS.map((flavour) => `replenish-stick-${flavour}`),
        520,
        W - 60,
      ),
    ),
  'hydration-contact': () => water('mint-200', ['Contact', 'Us'], row(['glass-mint'], 640, W - 60)),
}
const STICKS = ['mint-mojito', 'ginger-lemon', 'mango-chilli', 'unflavoured']

/** Returns `[URL path, SVG text]` of every picture of a shared link. */
export function sharePictures() {
  const pages = Object.entries(PAGES).map(([name, draw]) => [pagePicture(name), draw()])
  return [...pages, ...tiles()].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Draws the mark on a square. `part`: share of the side that it fills; `corner`: radius of the square's corners. */
export function icon(part, corner = 0) {
  const size = 512
  const side = size * part
  const mark = placeDrawing(drawing('mark'), (size - side) / 2, (size - side) / 2, side, side)
  return sheet(size, size, rect(0, 0, size, size, inks.haldi[400], corner) + mark)
}
