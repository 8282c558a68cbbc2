// Dishes that are eaten from a bowl.
import { inks } from './inks.mjs'
import { circle, ellipse, mix, polygon, random, rect, strokePath, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { CLAY, INDIGO, LEAFY, STEEL, scatter, sprig, steam } from './plates.mjs'
import { bowl, millet } from './tableware.mjs'

const W = 236
const H = 92
const INNER = [W / 2 - 7, W * 0.15 - 4, -H]

/* cut vegetables over the heap: a list of [x, y, kind] */
const PIECES = {
  carrot: () =>
    polygon(
      [
        [-6, 0],
        [0, -4],
        [7, 0],
        [1, 5],
      ],
      inks.aam[500],
    ) +
    polygon(
      [
        [-6, 0],
        [0, -4],
        [7, 0],
        [0, 1],
      ],
      inks.aam[300],
    ),
  pea: () =>
    circle(0, 0, 5, inks.bajra[600]) +
    circle(-0.8, -0.8, 3.8, inks.bajra[400]) +
    circle(-1.6, -1.8, 1.3, inks.bajra[100]),
  pepper: () =>
    strokePath('M-7 2Q0 -7 8 1', inks.mirch[600], 4.6) + strokePath('M-7 1Q0 -8 7 0', inks.mirch[400], 2),
  onion: () => strokePath('M-8 2Q0 -7 8 2', inks.gulab[500], 3.2),
  cashew: () =>
    strokePath('M-6 -2Q0 7 7 -3', inks.straw[400], 6.4) + strokePath('M-6 -3Q0 5 6 -4', inks.straw[100], 4.4),
  bean: () => rect(-8, -2.6, 16, 5.2, inks.bajra[600], 2.6) + rect(-7, -2.4, 13, 2.4, inks.bajra[300], 1.2),
  peanut: () => ellipse(0, 0, 6, 4, inks.haldi[700]) + ellipse(-1, -0.8, 4.8, 2.9, inks.haldi[300]),
  paneer: () => rect(-8, -5, 16, 11, inks.straw[300], 1) + rect(-8, -6, 14, 9, inks.straw[50], 1),
}

function over(kinds, count, seed) {
  const R = random(seed)
  let o = ''
  for (let i = 0; i < count; i++) {
    const t = R() * 6.283
    const q = Math.sqrt(R()) * 0.82
    const [a, b, y] = INNER
    o += transform(
      PIECES[kinds[i % kinds.length]](),
      Math.cos(t) * q * a,
      y + Math.sin(t) * q * b * 0.8 - b * 0.5 * (1 - q * q),
      {
        r: R() * 60 - 30,
      },
    )
  }
  return o
}

const BAJRA_GRAIN = {
  col: mix(inks.straw[300], inks.haldi[300], 0.35),
  lo: inks.straw[500],
  hi: inks.straw[50],
}
const RAGI_GRAIN = { col: mix(inks.ragi[400], inks.haldi[500], 0.3), lo: inks.ragi[600], hi: inks.haldi[300] }

const upma = () =>
  bowl({ w: W, h: H, ...CLAY, top: millet(...INNER, 7, BAJRA_GRAIN) }) +
  over(['carrot', 'pea', 'cashew', 'bean'], 24, 5) +
  transform(plant.curry(), 8, -118, { k: 0.42, r: 70 })

const pulao = () =>
  bowl({ w: W, h: H, ...STEEL, top: millet(...INNER, 3) }) +
  over(['pea', 'carrot', 'cashew', 'onion'], 20, 9) +
  transform(plant.cinnamon(), 44, -112, { k: 0.34, r: 20 }) +
  transform(plant.staranise(), -46, -108, { k: 0.24 }) +
  sprig(2, -116, 6, 0.7)

const stirFry = () =>
  bowl({ w: W, h: H, ...INDIGO, top: millet(...INNER, 11, RAGI_GRAIN) }) +
  over(['pepper', 'bean', 'carrot', 'peanut'], 26, 12) +
  transform(
    rect(-3, -110, 6, 140, inks.haldi[600], 3) + rect(-3, -110, 3.4, 140, inks.haldi[400], 2),
    70,
    -100,
    {
      r: 62,
    },
  ) +
  transform(
    rect(-3, -110, 6, 140, inks.haldi[600], 3) + rect(-3, -110, 3.4, 140, inks.haldi[400], 2),
    62,
    -112,
    {
      r: 56,
    },
  )

const greens = () =>
  bowl({ w: W, h: H, ...LEAFY, top: millet(...INNER, 5, BAJRA_GRAIN) }) +
  over(['bean', 'peanut', 'pepper', 'carrot'], 18, 4) +
  sprig(-58, -98, -20, 0.9) +
  sprig(-28, -108, 10, 0.9) +
  transform(plant.lime({ a: inks.bajra[200], b: inks.bajra[500], c: '#ffffff' }), 54, -110, { k: 0.42 }) +
  transform(plant.lemongrass(), 86, -120, { k: 0.4, r: 40 })

function soup() {
  const look = { fill: inks.mirch[400], dark: inks.mirch[600] }
  const [a, b, y] = INNER
  const surface =
    ellipse(0, y, a, b, look.dark) +
    ellipse(-4, y - 1, a - 6, b - 2, look.fill) +
    strokePath(
      `M-64 ${y + 4}C-40 ${y - 16} 30 ${y - 18} 50 ${y - 2}C58 ${y + 12} -14 ${y + 18} -22 ${y + 6}C-24 ${y - 2} 8 ${y - 4} 18 ${y + 2}`,
      inks.straw[50],
      5,
    ) +
    scatter(
      [
        [-46, y - 8, 4.4],
        [30, y + 12, 4.6],
        [64, y - 6, 4],
        [-70, y + 2, 4],
        [-12, y - 14, 4],
      ],
      inks.haldi[500],
      inks.haldi[200],
    )
  const toast = (x, ty, r) =>
    transform(
      polygon(
        [
          [-18, 0],
          [14, -6],
          [18, 8],
          [-14, 14],
        ],
        inks.haldi[700],
      ) +
        polygon(
          [
            [-18, -3],
            [14, -9],
            [18, 4],
            [-14, 10],
          ],
          inks.haldi[400],
        ),
      x,
      ty,
      { r },
    )
  return (
    bowl({ w: W, h: H, ...STEEL, top: surface }) +
    toast(46, -106, -8) +
    toast(66, -98, 14) +
    sprig(-8, -96, 0, 0.7) +
    steam(-6, -128)
  )
}

export const BOWL_DISHES = {
  upma: ['Upma with vegetables and cashews', upma],
  pulao: ['A bowl of pulao', pulao],
  'stir-fry': ['Fried millet with chopsticks', stirFry],
  greens: ['A millet bowl with steamed greens and lime', greens],
  soup: ['Tomato soup with toast', soup],
}
