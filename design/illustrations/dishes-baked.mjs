// Baked dishes: crackers, biscuits, cakes cut into squares, buns.
import { inks } from './inks.mjs'
import {
  circle,
  dots,
  ellipse,
  fillPath,
  form,
  grain,
  mix,
  num,
  polygon,
  random,
  rect,
  strokePath,
  transform,
} from './pen.mjs'
import { plant } from './plants.mjs'
import {
  BAKED,
  CLAY,
  disc,
  INDIGO,
  katori,
  LEAFY,
  lump,
  PLATE,
  plate,
  RAGI,
  SAUCES,
  STEEL,
  STRAW,
  scatter,
  sprig,
} from './plates.mjs'

const BROWN = {
  fill: mix(inks.haldi[500], inks.ragi[500], 0.3),
  dark: mix(inks.haldi[800], inks.ragi[700], 0.4),
  hi: inks.haldi[300],
}

const seedsOn = (w, h, count, seed, ink) => {
  const R = random(seed)
  let o = ''
  for (let i = 0; i < count; i++)
    o += transform(ellipse(0, 0, 3, 1.5, ink), (R() - 0.5) * w, (R() - 0.5) * h, { r: R() * 180 })
  return o
}

/* a quarter turn round the origin, `times` over */
const quarterTurn = ([x, y], times) => (times === 0 ? [x, y] : quarterTurn([-y, x], times - 1))

/* a thin square standing at a lean */
const cracker = (x, y, r, look, seed) => {
  const edge = []
  for (let side = 0; side < 4; side++) {
    for (let i = 0; i < 5; i++) edge.push(quarterTurn([-40 + 16 * i, -40 + (i % 2) * 2.4], side))
  }
  const d = `M${edge.map((p) => p.map(num).join(' ')).join('L')}Z`
  const inside =
    seedsOn(66, 66, 20, seed, inks.straw[50]) +
    seedsOn(66, 66, 12, seed + 40, inks.bajra[700]) +
    dots(
      [-20, 0, 20].flatMap((a) => [-20, 0, 20].map((b) => [a, b])),
      look.dark,
      3.4,
    )
  return transform(form(d, look.fill, look.dark, { dx: -5, dy: -5, inside }), x, y, { r, ky: 0.94 })
}

const crackers = () =>
  plate(INDIGO) +
  cracker(-82, PLATE - 26, -16, BAKED, 3) +
  cracker(-34, PLATE - 32, -4, RAGI, 6) +
  cracker(14, PLATE - 30, 8, BAKED, 9) +
  cracker(56, PLATE - 24, 20, RAGI, 12) +
  katori(96, PLATE + 14, SAUCES.curd, { w: 84, specks: inks.mirch[500] }) +
  transform(plant.thyme(), -108, PLATE + 8, { k: 0.36, r: 80 })

function biscuits() {
  const biscuit = (x, y, look, seed) =>
    disc(x, y, 46, 12, look, { ry: 13, seed, spots: 3 }) +
    transform(
      seedsOn(58, 13, 10, seed, inks.bajra[700]) + seedsOn(58, 13, 5, seed + 9, inks.straw[50]),
      x,
      y - 12,
    )
  let o = plate(STEEL)
  for (let i = 0; i < 4; i++)
    o += biscuit(-64 + (i % 2) * 5, PLATE + 4 - i * 14, i % 2 ? BAKED : BROWN, i + 2)
  for (let i = 0; i < 2; i++) o += biscuit(38 + i * 4, PLATE + 6 - i * 14, i ? BROWN : BAKED, i + 8)
  const leaning =
    disc(0, 0, 46, 12, BAKED, { ry: 40, seed: 5 }) +
    transform(seedsOn(66, 54, 22, 4, inks.bajra[700]) + seedsOn(66, 54, 8, 14, inks.straw[50]), 0, -12)
  return o + transform(leaning, 100, PLATE - 26, { r: 8, k: 0.86 }) + sprig(10, PLATE - 24, 20, 0.7)
}

/* a paper cup, and what rose out of it */
const muffin = (x, y, k, seed) => {
  const cup = 'M-38 -40L-28 2Q0 10 28 2L38 -40Z'
  const folds = [-26, -14, -2, 10, 22].map((a) => `M${a * 1.3} -42L${a} 6`).join('')
  const dome = 'M-46 -38C-52 -58 -34 -84 0 -86C36 -86 52 -58 46 -38C30 -26 -30 -26 -46 -38Z'
  return transform(
    form(cup, inks.mirch[500], inks.mirch[700], {
      dx: -8,
      dy: 0,
      inside: strokePath(folds, inks.mirch[300], 2, 'opacity=".7"'),
    }) +
      form(dome, BAKED.fill, inks.haldi[600], {
        dx: -8,
        dy: -6,
        inside:
          transform(
            seedsOn(70, 40, 9, seed, inks.bajra[600]) + seedsOn(70, 40, 6, seed + 4, inks.mirch[500]),
            0,
            -58,
          ) + dots(grain(-10, -84, 58, 54, 40, seed), inks.haldi[700], 2),
      }) +
      scatter(
        [
          [-18, -64, 5],
          [8, -74, 4.6],
          [20, -54, 5],
        ],
        inks.haldi[200],
        '#ffffff',
      ),
    x,
    y,
    { k },
  )
}

const muffins = () =>
  plate(LEAFY) +
  muffin(-8, PLATE - 10, 0.98, 7) +
  muffin(-74, PLATE + 4, 1, 3) +
  muffin(58, PLATE + 6, 1.02, 5)

function mug() {
  const body = 'M-66 -118V-16Q-64 2 -44 3H44Q64 2 66 -16V-118Z'
  return (
    ellipse(26, -2, 84, 14, inks.ragi[900], 'opacity=".15"') +
    strokePath('M62 -94C108 -104 110 -34 62 -38', inks.bajra[700], 15) +
    strokePath('M61 -96C104 -105 106 -37 60 -41', inks.bajra[500], 9) +
    form(body, inks.bajra[500], inks.bajra[700], {
      dx: -14,
      dy: 0,
      inside: rect(-70, -64, 140, 12, inks.bajra[200]) + rect(-70, -46, 140, 5, inks.bajra[200]),
    }) +
    ellipse(0, -118, 66, 13, inks.bajra[700]) +
    ellipse(-1, -120, 65, 12, inks.bajra[300]) +
    form(
      'M-58 -119C-62 -146 -30 -164 0 -163C34 -163 62 -146 58 -119C40 -108 -40 -108 -58 -119Z',
      BAKED.fill,
      inks.haldi[600],
      {
        dx: -9,
        dy: -6,
        inside: transform(
          seedsOn(84, 34, 12, 5, inks.bajra[600]) + seedsOn(84, 34, 9, 8, inks.mirch[500]),
          0,
          -138,
        ),
      },
    ) +
    sprig(4, -152, 6, 0.7)
  )
}

/* a square cut from a tray: front, side, top */
const slab = (x, y, look, topLook, bits) => {
  const front = [
    [-34, 0],
    [22, 6],
    [22, -34],
    [-34, -40],
  ]
  const side = [
    [22, 6],
    [50, -8],
    [50, -48],
    [22, -34],
  ]
  const top = [
    [-34, -40],
    [22, -34],
    [50, -48],
    [-4, -54],
  ]
  return transform(
    polygon(front, look.fill) +
      dots(grain(-34, -38, 56, 42, 46, x + 70, { bx: 0.4, by: 0.3 }), mix(look.fill, look.dark, 0.7), 2.4) +
      polygon(side, look.dark) +
      polygon(top, topLook) +
      transform(bits, 8, -44, { ky: 0.6 }),
    x,
    y,
  )
}

function dhokla() {
  const look = { fill: inks.haldi[300], dark: inks.haldi[500] }
  const bits = seedsOn(52, 14, 7, 3, inks.ragi[800]) + seedsOn(52, 14, 6, 8, inks.bajra[600])
  return (
    plate(CLAY) +
    slab(-26, PLATE - 18, look, inks.haldi[200], bits) +
    slab(-88, PLATE - 2, look, inks.haldi[200], bits) +
    slab(-18, PLATE + 8, look, inks.haldi[200], bits) +
    slab(-54, PLATE - 40, look, inks.haldi[200], bits) +
    katori(86, PLATE + 10, SAUCES.chutney, { specks: inks.bajra[200] }) +
    transform(
      plant.chilli({ l: inks.bajra[400], m: inks.bajra[700], a: inks.bajra[400], b: inks.bajra[600] }),
      46,
      PLATE - 20,
      { k: 0.5, r: -30 },
    ) +
    sprig(-40, PLATE - 92, 0, 0.7)
  )
}

function handvo() {
  const look = { fill: inks.haldi[400], dark: inks.haldi[700] }
  const bits = seedsOn(56, 18, 16, 5, inks.straw[50]) + seedsOn(56, 18, 5, 8, inks.bajra[700])
  return (
    plate(STEEL) +
    slab(-84, PLATE - 2, look, BROWN.fill, bits) +
    slab(0, PLATE + 6, look, BROWN.fill, bits) +
    slab(-44, PLATE - 42, look, BROWN.fill, bits) +
    katori(96, PLATE + 10, SAUCES.red, { specks: inks.haldi[200] }) +
    sprig(-112, PLATE + 10, -40, 0.8)
  )
}

function burger() {
  const bun = 'M-74 0C-84 -46 -44 -78 2 -78C50 -78 82 -46 74 0Z'
  const crumb = 'M-72 -2H72C80 20 66 30 50 30H-50C-66 30 -80 20 -72 -2Z'
  const green = 'M-84 0q10 18 22 4q10 18 22 4q10 18 22 4q10 18 24 3q10 16 22 2q10 16 24 -2q12 10 22 -15Z'
  return (
    plate(INDIGO) +
    transform(form(crumb, BAKED.fill, inks.haldi[600], { dx: -12, dy: -3 }), -16, PLATE - 16) +
    transform(
      form(
        'M-78 0H78C86 16 78 26 66 26H-66C-78 26 -86 16 -78 0Z',
        mix(inks.ragi[600], inks.haldi[600], 0.3),
        inks.ragi[800],
        { dx: -10, dy: -6, inside: dots(grain(-70, 0, 150, 26, 60, 3), inks.ragi[400], 2.2) },
      ),
      -16,
      PLATE - 36,
    ) +
    transform(rect(-72, 0, 146, 9, inks.mirch[500], 4), -16, PLATE - 44) +
    transform(fillPath(green, inks.bajra[400]), -16, PLATE - 52) +
    transform(
      form(bun, BAKED.fill, inks.haldi[600], {
        dx: -10,
        dy: -6,
        inside: transform(seedsOn(96, 40, 22, 6, inks.straw[50]), 0, -46),
      }),
      -16,
      PLATE - 50,
    ) +
    katori(96, PLATE + 12, SAUCES.red, { w: 66, specks: inks.haldi[200] })
  )
}

/* a capsicum with its lid off, filled */
const stuffedPepper = (x, y, k, a, b) =>
  transform(
    form('M-46 -78C-62 -50 -56 -8 -32 2C-20 8 -10 2 0 2C10 2 20 8 32 2C56 -8 62 -50 46 -78Z', a, b, {
      dx: -9,
      dy: -4,
      inside:
        strokePath('M-16 -76C-24 -46 -22 -16 -14 2M20 -76C28 -46 24 -16 14 2', b, 3, 'opacity=".55"') +
        ellipse(-36, -48, 4, 15, '#ffffff', 'opacity=".5"'),
    }) +
      ellipse(0, -78, 47, 12, b) +
      lump(0, -84, 44, BAKED, { seed: x + 90, ky: 0.42 }) +
      scatter(
        [
          [-18, -90, 4],
          [6, -96, 4],
          [22, -86, 4],
        ],
        inks.mirch[500],
        inks.mirch[300],
      ) +
      circle(-4, -84, 4, inks.bajra[500]),
    x,
    y,
    { k },
  )

const capsicum = () =>
  plate(STRAW) +
  stuffedPepper(-62, PLATE + 2, 0.94, inks.mirch[500], inks.mirch[700]) +
  stuffedPepper(68, PLATE + 2, 0.94, inks.haldi[400], inks.haldi[600]) +
  stuffedPepper(4, PLATE + 12, 1.02, inks.bajra[400], inks.bajra[600]) +
  sprig(6, PLATE - 86, 0, 0.7)

export const BAKED_DISHES = {
  crackers: ['Seeded crackers with a dip', crackers],
  biscuits: ['Savoury biscuits with seeds', biscuits],
  muffins: ['Savoury muffins', muffins],
  mug: ['A savoury muffin in a mug', mug],
  dhokla: ['Squares of dhokla', dhokla],
  handvo: ['Squares of handvo with a sesame crust', handvo],
  burger: ['A burger with a millet patty', burger],
  capsicum: ['Stuffed capsicums', capsicum],
}
