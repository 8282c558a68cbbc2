// Meal mixes and the complete box.
import { carton, pouch } from './cartons.mjs'
import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { circle, darker, fillPath, lighter, polygon, rect, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { fields, rule, wordmark } from './print.mjs'

const RAGI = {
  a: inks.mirch[500],
  b: inks.ragi[800],
  c: inks.haldi[300],
  l: inks.bajra[300],
  m: inks.bajra[600],
}
const BAJRA = {
  a: inks.bajra[400],
  b: inks.bajra[800],
  c: inks.haldi[200],
  l: inks.bajra[300],
  m: inks.bajra[700],
}
const POD = { a: inks.bajra[300], b: inks.bajra[600], i: inks.bajra[800] }

/* three of a kind, the middle one in front: each pack has its plant standing before a disc */
const CROP = {
  ragi: () =>
    transform(plant.ragi(RAGI, { stalk: 110, leaves: false }), -56, -62, { k: 0.86, r: -14 }) +
    transform(plant.ragi(RAGI, { stalk: 110, leaves: false }), 56, -60, { k: 0.84, r: 14 }) +
    transform(plant.ragi(RAGI, { stalk: 130 }), 0, -82, { k: 1.1 }),
  bajra: () =>
    transform(plant.bajra(BAJRA, { len: 96, stalk: 70, leaves: false }), -52, -30, { r: -15 }) +
    transform(plant.bajra(BAJRA, { len: 96, stalk: 70, leaves: false }), 52, -30, { r: 15 }) +
    transform(
      plant.bajra({ ...BAJRA, a: inks.bajra[300], c: inks.haldi[100] }, { len: 116, w: 15, stalk: 60 }),
      0,
      -36,
    ),
  protein: () =>
    transform(plant.pod({ ...POD, a: inks.bajra[400], b: inks.bajra[700] }, { open: false }), -50, -36, {
      k: 0.92,
      r: -20,
    }) +
    transform(plant.pod({ ...POD, a: inks.bajra[400], b: inks.bajra[700] }, { open: false }), 50, -36, {
      k: 0.92,
      r: 20,
    }) +
    transform(plant.pod(POD), 0, -34, { k: 1.12 }),
}

const POUCHES = {
  ragi: {
    name: 'Ragi',
    hi: 'रागी',
    base: inks.ragi[700],
    type: inks.haldi[300],
    disc: inks.gulab[300],
    sub: inks.gulab[200],
    fit: 168,
    baseline: 132,
  },
  bajra: {
    name: 'Bajra',
    hi: 'बाजरा',
    base: inks.bajra[600],
    type: inks.straw[100],
    disc: inks.haldi[400],
    sub: inks.haldi[200],
    fit: 174,
    baseline: 130,
  },
  protein: {
    name: 'Protein',
    hi: 'प्रोटीन',
    base: inks.mirch[600],
    type: inks.straw[50],
    disc: inks.haldi[300],
    sub: inks.haldi[200],
    fit: 178,
    baseline: 116,
    under: 'millet and pulses',
  },
}

/* a stand-up pouch of meal mix */
export function milletPouch(kind, o = {}) {
  const v = POUCHES[kind]
  const w = 220
  const h = 316
  const x = -w / 2 + 21
  let a = circle(0, -84, 90, v.disc) + CROP[kind]()
  a += fillPath(`M${-w} -34Q0 -14 ${w} -34V20H${-w}Z`, darker(v.base, 0.3))
  a +=
    wordmark(x, -h + 50, 18, v.type) +
    lettering(v.hi, w / 2 - 24, -h + 50, { f: 'eczar', wght: 700, size: 19, fill: v.sub, anchor: 'end' }) +
    rule(x, -h + 60, w - 45, v.type, 1.1)
  a += lettering(v.name, x - 4, -h + v.baseline, {
    f: 'eczar',
    wght: 800,
    fit: v.fit,
    fill: v.type,
    track: -0.035,
  })
  if (v.under) a += lettering(v.under, x, -h + v.baseline + 21, { wght: 700, size: 15, fill: v.sub })
  a +=
    lettering('Meal mix', x + 6, -10, { wght: 700, size: 12.5, fill: v.type }) +
    lettering('10 meals', w / 2 - 26, -10, { wght: 700, size: 12.5, fill: v.type, anchor: 'end' })
  return pouch({
    w,
    h,
    base: v.base,
    dark: darker(v.base, 0.5),
    light: lighter(v.base, 0.6),
    seal: darker(v.base, 0.22),
    art: a,
    ...o,
  })
}

/* complete box */
export function completeBox(o = {}) {
  const w = 264,
    h = 292,
    f = inks.haldi[400]
  let a = rect(0, 0, w, h, f)
  a += circle(w * 0.6, 206, 76, inks.mirch[500])
  const hy = 210
  a += rect(0, hy, w, h - hy, inks.bajra[500])
  a += fields(w, h, hy, [inks.bajra[600], inks.bajra[400], inks.haldi[500]], 0.6)
  a += lettering('20', 11, 148, { f: 'eczar', wght: 800, size: 140, fill: inks.ragi[800], track: -0.05 })
  a +=
    lettering('millet', 174, 97, { f: 'eczar', wght: 700, size: 27, fill: inks.ragi[800], track: -0.02 }) +
    lettering('meals', 174, 122, { f: 'eczar', wght: 700, size: 27, fill: inks.ragi[800], track: -0.02 })
  a +=
    wordmark(18, 33, 20, inks.ragi[800]) +
    lettering('The complete box', w - 18, 32, {
      wght: 600,
      size: 12.5,
      fill: inks.ragi[800],
      anchor: 'end',
    }) +
    rule(18, 42, w - 36, inks.ragi[800], 1.2)
  const rp = {
      a: inks.mirch[500],
      b: inks.ragi[800],
      c: inks.haldi[200],
      l: inks.bajra[300],
      m: inks.bajra[700],
    },
    bp = {
      a: inks.bajra[300],
      b: inks.bajra[800],
      c: inks.haldi[100],
      l: inks.bajra[300],
      m: inks.bajra[700],
    }
  a +=
    transform(plant.bajra(bp, { len: 84, stalk: 90, leaves: false }), 30, 262, { r: -7, k: 0.95 }) +
    transform(plant.ragi(rp, { stalk: 70, leaves: true }), 78, 236, { k: 0.86, r: -3 }) +
    transform(plant.bajra(bp, { len: 90, stalk: 90, leaves: false }), 126, 262, { r: 2 }) +
    transform(plant.ragi(rp, { stalk: 80 }), 184, 244, { k: 0.8, r: 5 }) +
    transform(plant.bajra(bp, { len: 84, stalk: 90, leaves: false }), 236, 266, { r: 8, k: 0.95 })
  a +=
    rect(0, h - 26, w, 26, inks.ragi[800]) +
    lettering('Ragi mix, bajra mix and ten tastemakers you choose', w / 2, h - 9.6, {
      wght: 500,
      size: 10.2,
      fill: inks.haldi[200],
      anchor: 'middle',
    })
  let s = rect(0, 0, 60, h + 40, inks.mirch[600])
  s += transform(
    lettering('Ten tastemakers', 0, 0, { f: 'eczar', wght: 700, size: 20, fill: inks.haldi[200] }),
    29,
    h - 42,
    { r: -90 },
  )
  s += rect(0, h - 26, 60, 30, inks.ragi[900])
  s += [0, 1, 2]
    .map((i) =>
      circle(23, 30 + i * 18, 5.4, [inks.haldi[400], inks.gulab[300], inks.bajra[300], inks.straw[100]][i]),
    )
    .join('')
  const x0 = -(w + 46) / 2
  const t = polygon(
    [
      [x0 + w * 0.47, -h],
      [x0 + w * 0.53, -h],
      [x0 + w * 0.53 + 46, -h - 28],
      [x0 + w * 0.47 + 46, -h - 28],
    ],
    inks.haldi[200],
  )
  return carton({
    w,
    h,
    base: f,
    dark: inks.mirch[700],
    lid: inks.haldi[300],
    front: a,
    side: s,
    top: t,
    ...o,
  })
}
