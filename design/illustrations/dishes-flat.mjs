// Flat dishes: breads, pancakes, rolls and wraps.
import { inks } from './inks.mjs'
import { circle, dots, ellipse, fillPath, form, grain, mix, num, strokePath, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import {
  BAKED,
  CLAY,
  disc,
  INDIGO,
  katori,
  LEAFY,
  PLATE,
  panMarks,
  plate,
  RAGI,
  SAUCES,
  STEEL,
  scatter,
  sprig,
} from './plates.mjs'

const GREEN_BITS = { fill: inks.bajra[500], hi: inks.bajra[300] }

function pancakes() {
  let o = plate(INDIGO)
  const stack = [
    [-2, 104, 4],
    [5, 100, 8],
    [-5, 102, 5],
    [3, 97, 9],
    [-3, 98, 7],
  ]
  stack.forEach(([x, rx, seed], i) => {
    o += disc(x, PLATE + 4 - i * 17, rx, 15, i % 2 ? RAGI : BAKED, { seed, spots: i === 4 ? 22 : 0 })
    o += scatter([[x - 60 + i * 22, PLATE - 1 - i * 17 + 14, 3.2]], GREEN_BITS.fill, GREEN_BITS.hi)
    o += scatter([[x + 26 - i * 15, PLATE + i * -17 + 17, 3]], inks.mirch[500], inks.mirch[300])
  })
  const y = PLATE + 4 - 5 * 17 + 2
  return (
    o +
    ellipse(2, y + 1, 36, 9, inks.straw[300]) +
    fillPath(
      `M-32 ${y}C-30 ${y - 16} 30 ${y - 20} 36 ${y}C30 ${y + 9} -26 ${y + 9} -32 ${y}Z`,
      inks.straw[50],
    ) +
    sprig(4, y - 8, 0, 0.9)
  )
}

const foldedPancake = (look, seed) => {
  const d = 'M-116 0A116 44 0 0 1 116 0C96 15 -96 15 -116 0Z'
  const edge = 'M-116 0C-96 15 96 15 116 0C104 22 -104 22 -116 0Z'
  return (
    form(edge, mix(look.hi, look.fill, 0.5), look.dark, { dx: -30, dy: 0 }) +
    form(d, look.fill, look.dark, {
      dx: -7,
      dy: -4,
      inside:
        panMarks(-4, -14, 108, 24, look, 26, seed) + dots(grain(0, -42, 116, 46, 60, seed), look.dark, 1.8),
    })
  )
}

const chilla = () =>
  plate(LEAFY) +
  transform(foldedPancake(BAKED, 5), -14, PLATE + 2) +
  transform(foldedPancake(BAKED, 9), -8, PLATE - 14, { k: 0.92 }) +
  scatter(
    [
      [-70, -52, 4],
      [-30, -62, 4.6],
      [8, -50, 4],
      [36, -60, 4],
      [-48, -72, 3.6],
    ],
    GREEN_BITS.fill,
    GREEN_BITS.hi,
  ) +
  scatter(
    [
      [-52, -58, 3.6],
      [-8, -70, 3.6],
      [22, -68, 3.4],
    ],
    inks.mirch[500],
    inks.mirch[300],
  ) +
  katori(88, PLATE + 10, SAUCES.chutney, { specks: inks.bajra[200] }) +
  transform(plant.chilli({ l: inks.bajra[400], m: inks.bajra[700] }), -112, PLATE + 6, { k: 0.42, r: 70 })

const bread = (x, y, rx, look, seed, spots) => disc(x, y, rx, 5, look, { seed, spots, ry: rx * 0.24 })

function roti() {
  let o = plate(CLAY)
  for (let i = 0; i < 5; i++)
    o += bread(-14 + (i % 2) * 6, PLATE + 4 - i * 6, 100, BAKED, i + 2, i === 4 ? 24 : 4)
  const quarter = 'M-52 8C-44 -30 10 -44 60 -26C48 -4 10 14 -52 8Z'
  o += transform(
    form(quarter, BAKED.hi, BAKED.dark, { dx: -6, dy: -4, inside: panMarks(4, -12, 48, 16, BAKED, 9, 4) }),
    62,
    PLATE - 14,
    { r: 8 },
  )
  const y = PLATE - 33
  return (
    o +
    form(`M-50 ${y}l16 -9h24l6 7v8l-16 8h-24l-6 -6Z`, inks.haldi[100], inks.haldi[300], { dx: -5, dy: -5 }) +
    ellipse(-26, y + 8, 40, 6, inks.haldi[200], 'opacity=".6"')
  )
}

function thalipeeth() {
  let o = plate(STEEL)
  for (let i = 0; i < 3; i++) o += bread(-18 + i * 4, PLATE + 4 - i * 8, 104, RAGI, i + 6, i === 2 ? 20 : 4)
  const y = PLATE - 17
  for (const [dx, dy] of [
    [0, 0],
    [-38, -6],
    [38, 6],
    [-8, 12],
    [10, -12],
  ])
    o += ellipse(-10 + dx, y + dy, 6, 2.6, RAGI.dark)
  return (
    o +
    katori(92, PLATE + 8, SAUCES.curd) +
    sprig(-88, y + 4, -30, 0.8) +
    scatter(
      [
        [-52, y - 8, 3.6],
        [22, y + 4, 3.6],
        [-34, y + 10, 3.4],
        [40, y - 10, 3.2],
      ],
      inks.bajra[500],
      inks.bajra[300],
    )
  )
}

const puffedBread = (x, y, r, seed) => {
  const d = `M${-r} 0C${-r} ${num(-r * 0.86)} ${num(-r * 0.5)} ${num(-r * 1.02)} 0 ${num(-r * 1.02)}C${num(r * 0.5)} ${num(-r * 1.02)} ${r} ${num(-r * 0.86)} ${r} 0C${num(r * 0.8)} ${num(r * 0.36)} ${num(-r * 0.8)} ${num(r * 0.36)} ${-r} 0Z`
  const inside =
    panMarks(0, -r * 0.5, r * 0.9, r * 0.6, BAKED, 9, seed) +
    dots(grain(0, -r, r, r * 1.2, 34, seed), inks.haldi[700], 1.8) +
    ellipse(-r * 0.42, -r * 0.66, r * 0.2, r * 0.11, BAKED.hi) +
    strokePath(
      `M${num(-r * 0.94)} ${num(r * 0.02)}Q0 ${num(r * 0.3)} ${num(r * 0.94)} ${num(r * 0.02)}`,
      inks.haldi[600],
      2.2,
    )
  return transform(form(d, BAKED.fill, inks.haldi[600], { dx: -r * 0.14, dy: -r * 0.1, inside }), x, y)
}

const puri = () =>
  plate(STEEL) +
  puffedBread(-6, PLATE - 40, 48, 3) +
  puffedBread(-68, PLATE + 2, 52, 5) +
  puffedBread(20, PLATE + 6, 56, 8) +
  katori(98, PLATE + 12, { fill: inks.haldi[500], dark: inks.haldi[700] }, { specks: inks.mirch[600] }) +
  transform(plant.chilli({ l: inks.bajra[400], m: inks.bajra[700] }), -116, PLATE + 8, { k: 0.4, r: 60 })

function dosa() {
  const roll =
    'M-150 6C-156 -22 -142 -40 -126 -42L116 -30C132 -28 138 8 120 14L-132 30C-142 30 -148 20 -150 6Z'
  const look = RAGI
  const bands = [-100, -62, -24, 14, 52, 88].map((x, i) => `M${x} ${-46 + i * 2}q-12 36 -2 76`).join('')
  const end =
    ellipse(-130, -6, 20, 36, mix(look.dark, inks.ragi[900], 0.3)) +
    ellipse(-130, -6, 13, 27, look.fill) +
    ellipse(-127, -5, 8, 19, mix(look.dark, inks.ragi[900], 0.3))
  return (
    plate({ ...LEAFY, w: 300 }) +
    transform(
      form(roll, look.fill, look.dark, {
        dx: -5,
        dy: -9,
        inside:
          strokePath(bands, look.hi, 3, 'opacity=".55"') +
          dots(grain(-120, -30, 240, 60, 110, 4), look.dark, 2),
      }) + end,
      8,
      PLATE - 20,
      { k: 0.92 },
    ) +
    katori(22, PLATE + 24, SAUCES.curd, { w: 64 }) +
    katori(90, PLATE + 20, SAUCES.red, { w: 64, specks: inks.bajra[300] })
  )
}

function pizza() {
  const y = PLATE - 10
  const topping = []
  for (const [x, dy, r] of [
    [-62, -2, 12],
    [-14, -12, 11],
    [40, -8, 12],
    [68, 6, 10],
    [-30, 11, 13],
    [22, 13, 13],
  ])
    topping.push(
      ellipse(x, y + dy, r, r * 0.42, inks.mirch[600]) +
        ellipse(x - 1, y + dy - 1, r * 0.82, r * 0.3, inks.mirch[400]),
    )
  return (
    plate({ ...INDIGO, w: 300 }) +
    disc(0, PLATE + 6, 122, 12, RAGI, { ry: 29 }) +
    ellipse(0, y + 3, 108, 23, inks.mirch[600]) +
    ellipse(-2, y + 2, 103, 21, inks.haldi[200]) +
    [-70, -36, 8, 46, 76, -8]
      .map((x, i) => ellipse(x, y + (i % 3) * 8 - 7, 16, 5, i % 2 ? inks.straw[50] : inks.haldi[300]))
      .join('') +
    topping.join('') +
    transform(sprig(0, 0, -20, 0.62), -48, y - 4) +
    transform(sprig(0, 0, 60, 0.62), 52, y + 2) +
    transform(sprig(0, 0, 10, 0.56), 2, y + 6)
  )
}

/* half a roll, cut side towards us */
const half = (x, y, seed) => {
  const body = 'M-30 0C-34 -40 -26 -86 -14 -96C8 -106 36 -98 44 -84C52 -58 50 -20 42 0Z'
  const filling =
    ellipse(0, 0, 34, 17, inks.straw[200]) +
    ellipse(0, 0, 29, 13.6, inks.bajra[500]) +
    ellipse(-2, 1, 22, 9.6, BAKED.fill) +
    scatter(
      [
        [-10, -2, 4],
        [6, 3, 4.4],
        [14, -3, 3.6],
        [-4, 5, 3.4],
      ],
      inks.mirch[500],
      inks.mirch[300],
    )
  const wrapped = form(body, inks.straw[200], inks.straw[400], {
    dx: -9,
    dy: -4,
    inside: panMarks(8, -50, 30, 60, { fill: inks.straw[300], dark: inks.haldi[700] }, 9, seed),
  })
  const paper = form(
    'M-33 2C-34 -16 -32 -34 -31 -42L47 -36C48 -24 46 -8 43 2Q6 12 -33 2Z',
    inks.mirch[500],
    inks.mirch[700],
    { dx: -10, dy: 0 },
  )
  return transform(wrapped + paper + transform(filling, 15, -90, { r: 8 }), x, y)
}

const wrap = () =>
  plate(STEEL) +
  transform(half(0, 0, 4), -56, PLATE + 2, { r: -6 }) +
  transform(half(0, 0, 7), 34, PLATE + 6, { r: 5, k: 0.96 }) +
  transform(plant.lime({ a: inks.bajra[200], b: inks.bajra[500], c: '#ffffff' }), 112, PLATE + 2, {
    k: 0.42,
  }) +
  circle(-112, PLATE + 4, 6, inks.mirch[500]) +
  circle(-114, PLATE + 2, 2, inks.mirch[300])

export const FLAT_DISHES = {
  pancakes: ['A stack of vegetable pancakes', pancakes],
  chilla: ['Folded chilla with green chutney', chilla],
  roti: ['A pile of roti with butter', roti],
  thalipeeth: ['Thalipeeth with curd', thalipeeth],
  puri: ['Puffed puris with a potato curry', puri],
  dosa: ['A rolled dosa with two chutneys', dosa],
  pizza: ['A small pizza with a millet base', pizza],
  wrap: ['A wrap cut in two', wrap],
}
