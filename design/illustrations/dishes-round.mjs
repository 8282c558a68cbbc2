// Dishes in round pieces: steamed cakes, dumplings, fritters.
import { inks } from './inks.mjs'
import {
  circle,
  clip,
  dots,
  ellipse,
  fillPath,
  form,
  grain,
  mix,
  num,
  rect,
  strokePath,
  transform,
} from './pen.mjs'
import { plant } from './plants.mjs'
import {
  BAKED,
  ball,
  CLAY,
  disc,
  INDIGO,
  katori,
  LEAFY,
  lump,
  PLATE,
  panMarks,
  plate,
  RAGI,
  SAUCES,
  STEEL,
  STRAW,
  sprig,
} from './plates.mjs'

const FRIED = { fill: inks.haldi[500], dark: inks.haldi[700], hi: inks.haldi[300] }
const CRUST = {
  fill: mix(inks.haldi[500], inks.ragi[500], 0.32),
  dark: mix(inks.haldi[800], inks.ragi[700], 0.4),
  hi: inks.haldi[300],
}
const BEET = { fill: inks.gulab[600], dark: inks.ragi[700], hi: inks.gulab[300] }
const HERBED = {
  fill: mix(inks.bajra[500], inks.haldi[500], 0.25),
  dark: inks.bajra[700],
  hi: inks.bajra[200],
}
const STEAMED = { fill: inks.straw[200], dark: inks.straw[500], hi: '#ffffff' }

/* steamed ragi is paler than fried */
const SOFT = {
  fill: mix(RAGI.fill, inks.straw[200], 0.42),
  dark: mix(RAGI.dark, inks.straw[400], 0.3),
  hi: inks.straw[100],
}

/* a lens-shaped steamed cake */
const idliCake = (x, y, r, look) => {
  const d = `M${-r} 0C${num(-r * 0.9)} ${num(-r * 0.78)} ${num(r * 0.9)} ${num(-r * 0.78)} ${r} 0C${num(r * 0.86)} ${num(r * 0.36)} ${num(-r * 0.86)} ${num(r * 0.36)} ${-r} 0Z`
  const inside =
    dots(grain(-r * 0.6, -r * 0.5, r * 1.6, r, 46, r), mix(look.fill, look.dark, 0.7), 1.8) +
    ellipse(-r * 0.34, -r * 0.24, r * 0.26, r * 0.07, look.hi)
  return transform(form(d, look.fill, look.dark, { dx: -r * 0.1, dy: -r * 0.1, inside }), x, y)
}

const idli = () =>
  plate(LEAFY) +
  idliCake(-74, PLATE - 4, 52, SOFT) +
  idliCake(10, PLATE - 8, 52, SOFT) +
  idliCake(-32, PLATE - 34, 52, SOFT) +
  katori(90, PLATE + 4, { fill: inks.aam[500], dark: inks.mirch[600] }, { w: 86, specks: inks.bajra[700] }) +
  katori(34, PLATE + 22, SAUCES.curd, { w: 58 }) +
  sprig(-34, PLATE - 58, -10, 0.8)

const tikkiOf = (look, sauce, dish, seed) =>
  plate(dish) +
  disc(-66, PLATE + 2, 46, 20, look, { seed, spots: 8 }) +
  disc(30, PLATE + 2, 46, 20, look, { seed: seed + 1, spots: 8 }) +
  disc(-20, PLATE - 16, 46, 20, look, { seed: seed + 2, spots: 8 }) +
  katori(98, PLATE + 12, sauce) +
  sprig(-18, PLATE - 38, 8, 0.8)

function cutlets() {
  const cutlet = (x, y, r, seed) => {
    const d = 'M-52 4C-52 -22 -26 -30 0 -28C30 -26 52 -14 54 2C54 20 22 24 -4 24C-32 24 -52 20 -52 4Z'
    const inside =
      panMarks(0, -4, 46, 20, HERBED, 14, seed) + dots(grain(-10, -28, 64, 52, 40, seed), HERBED.dark, 2)
    return transform(form(d, HERBED.fill, HERBED.dark, { dx: -7, dy: -7, inside }), x, y, { r })
  }
  return (
    plate(CLAY) +
    cutlet(-64, PLATE - 14, -10, 3) +
    cutlet(34, PLATE - 16, 8, 6) +
    cutlet(-14, PLATE - 44, -4, 9) +
    katori(96, PLATE + 12, SAUCES.red, { specks: inks.haldi[200] }) +
    transform(plant.lemonHalf({ a: inks.haldi[300], b: inks.haldi[500], c: '#ffffff' }), -106, PLATE - 2, {
      k: 0.4,
    })
  )
}

function vada() {
  const ring = (x, y, k = 1) =>
    transform(
      disc(0, 12, 48, 24, CRUST, { ry: 19, spots: 12, seed: Math.abs(x) + 2 }) +
        ellipse(0, -13, 13, 5.6, CRUST.dark) +
        ellipse(1, -11.6, 10, 3.6, mix(CRUST.dark, inks.ragi[900], 0.5)),
      x,
      y,
      { k },
    )
  return (
    plate(STRAW) +
    ring(-66, PLATE - 8) +
    ring(30, PLATE - 8) +
    ring(-18, PLATE - 34) +
    katori(98, PLATE + 12, SAUCES.curd, { look: CLAY }) +
    sprig(-110, PLATE + 6, -40, 0.8)
  )
}

const paniyaram = () =>
  plate(INDIGO) +
  [
    [-84, -16],
    [-30, -22],
    [26, -18],
    [-58, -54],
    [-2, -56],
    [-30, -86],
  ]
    .map(([x, y], i) => ball(x, PLATE + y + 8, 28, i % 2 ? BAKED : CRUST, { ky: 0.92, seed: i + 2 }))
    .join('') +
  katori(90, PLATE + 10, SAUCES.chutney, { specks: inks.bajra[200] }) +
  sprig(-30, PLATE - 100, 4, 0.7)

const falafel = () =>
  plate(LEAFY) +
  [
    [-88, -12],
    [-38, -18],
    [12, -12],
    [-62, -46],
    [-14, -48],
  ]
    .map(([x, y], i) => lump(x, PLATE + y + 4, 28, CRUST, { seed: i + 3, ky: 0.9, rough: 0.16 }))
    .join('') +
  katori(82, PLATE + 6, SAUCES.curd, { w: 96, specks: inks.mirch[500] }) +
  transform(plant.lemonHalf({ a: inks.haldi[300], b: inks.haldi[500], c: '#ffffff' }), 22, PLATE + 10, {
    k: 0.38,
  }) +
  sprig(-104, PLATE + 12, -70, 0.7)

const bhajiya = () =>
  plate(CLAY) +
  [
    [-90, -10, 30],
    [-36, -16, 36],
    [28, -12, 34],
    [-62, -46, 34],
    [-4, -50, 34],
    [-32, -80, 30],
  ]
    .map(([x, y, r], i) => {
      const strands = strokePath(
        `M${-r * 0.7} ${num(-r * 0.1)}q${num(r * 0.6)} ${-r * 0.7} ${num(r * 1.3)} ${num(-r * 0.1)}M${num(-r * 0.4)} ${num(r * 0.3)}q${num(r * 0.5)} ${num(-r * 0.5)} ${r} ${num(r * 0.1)}`,
        i % 2 ? inks.haldi[300] : inks.gulab[300],
        3.4,
      )
      return (
        lump(x, PLATE + y + 4, r, FRIED, { seed: i * 3 + 2, ky: 0.82, points: 11, rough: 0.42 }) +
        transform(strands, x, PLATE + y + 4)
      )
    })
    .join('') +
  katori(94, PLATE + 12, SAUCES.chutney, { specks: inks.bajra[200] }) +
  transform(plant.chilli({ l: inks.bajra[400], m: inks.bajra[700] }), -114, PLATE + 8, { k: 0.4, r: 60 })

/* a pleated dumpling */
const dumpling = (x, y, k = 1) => {
  const d = 'M-34 4C-38 -18 -22 -34 0 -40C22 -34 38 -18 34 4C26 16 -26 16 -34 4Z'
  const pleats =
    'M0 -40C-10 -26 -20 -16 -24 2M0 -40C-4 -26 -8 -14 -9 8M0 -40C3 -26 7 -14 8 8M0 -40C10 -26 19 -16 22 4'
  return transform(
    form(d, STEAMED.fill, STEAMED.dark, {
      dx: -6,
      dy: -4,
      inside: strokePath(pleats, mix(STEAMED.fill, STEAMED.dark, 0.75), 2),
    }) +
      circle(0, -40, 5, STEAMED.fill) +
      circle(-1, -41, 2, '#ffffff'),
    x,
    y,
    { k },
  )
}

/* in a bamboo steamer */
function momos() {
  const w = 126
  const wall = `M${-w} -62V-14A${w} 26 0 0 0 ${w} -14V-62Z`
  const slats = Array.from({ length: 13 }, (_, i) => `M${-w + 10 + i * 20} -70V16`).join('')
  return (
    ellipse(30, -6, w * 0.98, 26, inks.ragi[900], 'opacity=".15"') +
    form(wall, inks.haldi[300], inks.haldi[600], {
      dx: -26,
      dy: 0,
      inside:
        strokePath(slats, inks.haldi[600], 1.4, 'opacity=".5"') +
        strokePath(`M${-w} -30A${w} 26 0 0 0 ${w} -30`, inks.haldi[700], 6),
    }) +
    ellipse(0, -62, w, 26, inks.haldi[600]) +
    ellipse(-1, -64, w - 1, 25, inks.haldi[200]) +
    ellipse(0, -61, w - 11, 20, inks.haldi[700]) +
    clip(
      `M${-w} -140H${w}V-61A${w - 11} 20 0 0 1 ${-w} -61Z`,
      dumpling(-72, -60) + dumpling(0, -66) + dumpling(72, -60) + dumpling(-36, -50) + dumpling(38, -50),
    ) +
    katori(118, 2, SAUCES.red, { specks: inks.haldi[200] })
  )
}

/* cylinders of steamed flour, with coconut between the layers */
function puttu() {
  const log = (x, y) => {
    let o = ''
    const layers = [
      [34, RAGI],
      [9, STEAMED],
      [34, RAGI],
      [9, STEAMED],
    ]
    let base = y
    for (const [h, look] of layers) {
      o += disc(x, base, 32, h, look, { ry: 9, seed: h + x })
      o += dots(grain(x - 20, base - h + 6, 52, h, look === RAGI ? 30 : 4, h + base), look.dark, 2)
      base -= h
    }
    return o
  }
  const banana = form(
    'M-54 -2C-30 22 30 22 56 -10C58 -14 52 -20 48 -16C24 2 -24 4 -46 -14C-52 -18 -58 -8 -54 -2Z',
    inks.haldi[300],
    inks.haldi[500],
    { dx: -4, dy: -5 },
  )
  return (
    plate(LEAFY) +
    log(-62, PLATE + 2) +
    log(10, PLATE + 6) +
    transform(banana, 84, PLATE + 2, { r: -6, k: 0.9 }) +
    rect(128, PLATE - 14, 6, 6, inks.haldi[700], 2) +
    fillPath(`M-104 ${PLATE + 14}q20 -8 40 0q-20 8 -40 0Z`, '#ffffff')
  )
}

export const ROUND_DISHES = {
  idli: ['Ragi idlis with sambar and coconut chutney', idli],
  tikki: ['Beetroot tikkis with curd', () => tikkiOf(BEET, SAUCES.curd, STEEL, 4)],
  cutlets: ['Green vegetable cutlets', cutlets],
  vada: ['Fried vadas with coconut chutney', vada],
  paniyaram: ['Paniyaram with chutney', paniyaram],
  falafel: ['Falafel with a bowl of dip', falafel],
  bhajiya: ['Onion bhajiya', bhajiya],
  momos: ['Momos in a steamer', momos],
  puttu: ['Puttu with a banana', puttu],
}
