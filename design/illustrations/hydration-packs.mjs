// The hydration range.
import { carton } from './cartons.mjs'
import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { HYDRA } from './names.mjs'
import { clip, fillPath, id, mix, num, polygon, rect, strokePath, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { rule } from './print.mjs'
import { stick } from './sachets.mjs'

/* hydration */
export const FLAV = {
  'mint-mojito': {
    name: 'Mint|mojito',
    hi: 'पुदीना मोहितो',
    base: inks.mint[300],
    type: inks.lake[800],
    wave: inks.mint[400],
    wave2: inks.mint[100],
    dark: inks.mint[700],
    disc: inks.mint[100],
    art: (_k = 1) =>
      transform(plant.lime({ a: inks.mint[200], b: inks.mint[500], c: '#ffffff' }), 20, 14, { k: 0.56 }) +
      transform(plant.mint({ a: inks.mint[500], b: inks.mint[700], k: inks.mint[100] }), -8, -2, {
        k: 0.92,
        r: -8,
      }),
  },
  'ginger-lemon': {
    name: 'Ginger|lemon',
    hi: 'अदरक नींबू',
    base: inks.nimbu[300],
    type: inks.lake[800],
    wave: inks.nimbu[400],
    wave2: inks.nimbu[100],
    dark: inks.nimbu[700],
    disc: inks.nimbu[100],
    art: () =>
      transform(plant.lemonHalf({ a: inks.nimbu[300], b: inks.nimbu[500], c: '#ffffff' }), 16, -12, {
        k: 0.72,
      }) + transform(plant.ginger(), -10, 16, { k: 0.7 }),
  },
  'mango-chilli': {
    name: 'Mango|chilli',
    hi: 'आम और मिर्च',
    base: inks.aam[400],
    type: inks.lake[900],
    wave: inks.aam[500],
    wave2: inks.aam[200],
    dark: inks.aam[700],
    disc: inks.aam[100],
    art: () =>
      transform(plant.mango(), -4, -4, { k: 0.86 }) +
      transform(plant.chilli({ l: inks.mint[500], m: inks.mint[700] }), 14, 20, { k: 0.7, r: -12 }),
  },
  unflavoured: {
    name: 'Unflavoured|',
    hi: 'सादा',
    base: inks.lake[200],
    type: inks.lake[800],
    wave: inks.lake[300],
    wave2: inks.lake[50],
    dark: inks.lake[600],
    disc: '#ffffff',
    art: () =>
      transform(plant.drop({ a: inks.rain[300], b: inks.rain[500] }), -4, -4, { k: 0.9 }) +
      transform(plant.salt({ b: inks.lake[200], c: inks.lake[300] }), 22, 26, { k: 0.44 }),
  },
}

export const wavy = (x0, x1, y, amp, len, bottom) => {
  let d = `M${x0} ${y}`
  let up = 1
  for (let x = x0; x < x1; x += len / 2) {
    d += `q${len / 4} ${-amp * up * 2} ${len / 2} 0`
    up *= -1
  }
  return `${d}V${bottom}H${x0}Z`
}

export function stickPack(k, o = {}) {
  const v = FLAV[k],
    w = 50,
    h = 246
  const nm = v.name.replace('|', ' ').trim()
  let a = fillPath(wavy(-w, w, -86, 4, 40, 0), v.wave) + fillPath(wavy(-w - 14, w, -76, 4, 40, 0), v.wave2)
  a += transform(v.art(), 0, -46, { k: 0.46 })
  const lab =
    transform(
      lettering(nm, 0, 0, { wght: 800, wdth: 100, size: 19, fill: v.type, track: -0.01 }),
      -2.5,
      -100,
      {
        r: -90,
      },
    ) +
    transform(lettering(HYDRA, 0, 0, { wght: 600, size: 9.4, max: 110, fill: v.type }), 12.5, -100, {
      r: -90,
    })
  return stick({
    w,
    h,
    base: v.base,
    dark: mix(v.base, inks.lake[900], 0.42),
    light: '#ffffff',
    type: v.type,
    art: a,
    label: lab,
    ...o,
  })
}

const BOX = { w: 206, h: 226, dx: 40, dy: 24 }

/* the open carton with six stick ends above its edge; `sticks` names their flavours */
function openBox(v, front, sticks, o) {
  const { w, h, dx, dy } = BOX
  let s = rect(0, 0, 60, h + 40, mix(v.base, inks.lake[900], 0.3))
  s +=
    fillPath(wavy(-20, 90, 150, 6, 60, h + 40), mix(v.wave, inks.lake[900], 0.34)) +
    transform(lettering(HYDRA, 0, 0, { wght: 700, size: 17, max: 120, fill: v.disc }), 25, h - 66, { r: -90 })
  const x0 = -(w + dx) / 2
  const top = polygon(
    [
      [x0 + 5, -h],
      [x0 + dx - 1, -h - dy + 3],
      [x0 + w + dx - 5, -h - dy + 3],
      [x0 + w - 2, -h],
    ],
    mix(v.base, inks.lake[900], 0.5),
  )
  const body = carton({
    ...BOX,
    base: v.base,
    dark: mix(v.base, inks.lake[900], 0.34),
    lid: mix(v.base, '#ffffff', 0.4),
    front,
    side: s,
    top,
    ink: inks.lake[900],
    ...o,
  })
  return (
    body +
    clip(`M${num(x0 - 60)} ${-h - 140}H${num(x0 + w + 120)}V${-h}H${num(x0 - 60)}Z`, stickEnds(sticks, x0)) +
    strokePath(`M${num(x0)} ${-h}H${num(x0 + w)}`, mix(v.base, '#ffffff', 0.7), 2.4)
  )
}

/* each flavour is drawn once and reused for its repetitions in the row */
function stickEnds(sticks, x0) {
  const ids = new Map()
  let o = ''
  for (const k of new Set(sticks)) {
    ids.set(k, id())
    o += `<defs><g id="${ids.get(k)}">${stickPack(k, { shadow: false })}</g></defs>`
  }
  const up = [62, 40, 54, 34, 58, 42]
  const lean = [-2, 1, -1, 2, 0, 3]
  sticks.forEach((k, i) => {
    const stick = transform(`<use href="#${ids.get(k)}"/>`, 0, 152 - up[i], { k: 0.62, r: lean[i] })
    o += transform(clip('M-40 -120H40V8H-40Z', stick), x0 + 41 + i * 29, -BOX.h - 2 - (i % 2) * 7)
  })
  return o
}

const boxHead = (v) =>
  lettering(HYDRA, 15, 28, { wght: 700, size: 17, max: 100, fill: v.type, track: -0.015 }) +
  lettering(v.hi, BOX.w - 15, 27, { wght: 600, size: 12.5, fill: v.type, anchor: 'end' }) +
  rule(15, 38, BOX.w - 30, v.type, 1.1)

const boxFoot = (v) =>
  lettering('30', 15, BOX.h - 24, { wght: 800, wdth: 75, size: 38, fill: v.type }) +
  lettering('sticks', 52, BOX.h - 38, { wght: 700, size: 12, fill: v.type }) +
  lettering('one to 500 ml', 52, BOX.h - 25, { wght: 500, size: 10.5, fill: v.type })

export function stickBox(k, o = {}) {
  const v = FLAV[k]
  const { w, h } = BOX
  const [l1, l2] = v.name.split('|')
  let a = rect(0, 0, w, h, v.base)
  a +=
    fillPath(wavy(-20, w + 40, 140, 7, 86, h), v.wave) + fillPath(wavy(-52, w + 40, 164, 7, 86, h), v.wave2)
  a += boxHead(v)
  if (l2)
    a +=
      lettering(l1, 13, 80, { wght: 800, size: 45, fill: v.type, track: -0.03 }) +
      lettering(l2, 13, 118, { wght: 800, size: 45, fill: v.type, track: -0.03 })
  else a += lettering(l1, 13, 80, { wght: 800, fit: w - 28, fill: v.type, track: -0.03 })
  a += transform(v.art(), w - 54, h - (l2 ? 54 : 66), { k: l2 ? 0.96 : 1.1 })
  a += boxFoot(v)
  return openBox(v, a, Array(6).fill(k), o)
}

const MIXED = {
  hi: 'तीन स्वाद',
  base: inks.lake[50],
  type: inks.lake[800],
  wave: inks.lake[200],
  disc: inks.lake[50],
}

/* the box of three flavours, ten sticks each: layers of water in their colours, each with its fruit */
export function mixedBox(o = {}) {
  const { w, h } = BOX
  let a = rect(0, 0, w, h, MIXED.base) + boxHead(MIXED)
  a += lettering('Flavoured', 13, 78, { wght: 800, fit: w - 28, fill: MIXED.type, track: -0.03 })
  const layers = ['mango-chilli', 'ginger-lemon', 'mint-mojito']
  layers.forEach((k, i) => {
    a += fillPath(wavy(-20 - i * 26, w + 90, 110 + i * 32, 6, 86, h), FLAV[k].base)
  })
  a += transform(plant.mango(), 42, 130, { k: 0.62 })
  a += transform(plant.lemonHalf({ a: inks.nimbu[300], b: inks.nimbu[500], c: '#ffffff' }), 104, 152, {
    k: 0.64,
  })
  a += transform(plant.mint({ a: inks.mint[500], b: inks.mint[700], k: inks.mint[100] }), 166, 172, {
    k: 0.74,
    r: 8,
  })
  a += boxFoot(MIXED)
  return openBox(MIXED, a, [...layers, ...layers], o)
}
