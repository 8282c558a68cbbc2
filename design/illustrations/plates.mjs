// Parts of dishes: plate, small bowl, flat rounds, balls, herbs. The table is at y = 0, a plate's top at PLATE.
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
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
  random,
  smoothClosed,
  transform,
} from './pen.mjs'
import { bowl } from './tableware.mjs'

export const PLATE = -30
export const STRAW = { base: inks.straw[200], dark: inks.straw[400], rim: inks.straw[50] }
export const STEEL = { base: inks.lake[100], dark: inks.lake[300], rim: '#ffffff' }
export const CLAY = { base: inks.mirch[400], dark: inks.mirch[700], rim: inks.mirch[300] }
export const LEAFY = { base: inks.bajra[400], dark: inks.bajra[700], rim: inks.bajra[200] }
export const INDIGO = { base: inks.ragi[600], dark: inks.ragi[800], rim: inks.ragi[300] }

/** Colours of browned grain and its shade. */
export const BAKED = { fill: inks.haldi[400], dark: inks.haldi[600], hi: inks.haldi[200] }
export const RAGI = {
  fill: mix(inks.ragi[400], inks.haldi[500], 0.4),
  dark: mix(inks.ragi[700], inks.haldi[700], 0.25),
  hi: mix(inks.ragi[200], inks.haldi[300], 0.5),
}

export function plate({
  w = 290,
  base = inks.straw[200],
  dark = inks.straw[400],
  rim = inks.straw[50],
} = {}) {
  const x = w / 2
  const e = w * 0.135
  const y = PLATE + 2
  return (
    ellipse(30, -8, x * 0.98, e * 0.66, inks.ragi[900], 'opacity=".15"') +
    form(
      `M${-x} ${y}C${num(-x * 0.84)} -6 ${num(-x * 0.5)} 6 0 7C${num(x * 0.5)} 6 ${num(x * 0.84)} -6 ${x} ${y}Z`,
      base,
      dark,
      { dx: -16, dy: -3 },
    ) +
    ellipse(0, y, x, e, mix(rim, dark, 0.4)) +
    ellipse(-1, y - 2.4, x - 1, e - 1, rim) +
    ellipse(0, y + 1, x - 24, e - 8, base) +
    clip(`M${-x} ${y - e}H${x}V${y + e}H${-x}Z`, ellipse(-8, y + 4, x - 34, e - 10, mix(base, rim, 0.6)))
  )
}

/** Draws a flat round piece with its underside at y and the height h. */
export function disc(x, y, rx, h, { fill, dark, hi }, { ry = rx * 0.2, seed = 3, spots = 0 } = {}) {
  const top = y - h
  const side = `M${num(x - rx)} ${num(top)}V${num(y)}A${rx} ${num(ry)} 0 0 0 ${num(x + rx)} ${num(y)}V${num(top)}Z`
  const face = `M${num(x - rx)} ${num(top)}A${rx} ${num(ry)} 0 1 1 ${num(x + rx)} ${num(top)}A${rx} ${num(ry)} 0 1 1 ${num(x - rx)} ${num(top)}Z`
  return (
    form(side, mix(hi, fill, 0.35), mix(dark, fill, 0.25), { dx: -rx * 0.3, dy: 0 }) +
    form(face, fill, dark, { dx: -5, dy: -3, inside: panMarks(x, top, rx, ry, { fill, dark }, spots, seed) })
  )
}

/** Draws the marks of a pan on a round piece seen from the side. */
export function panMarks(x, y, rx, ry, { fill, dark }, count, seed) {
  const R = random(seed)
  let o = ''
  for (let i = 0; i < count; i++) {
    const t = R() * 6.283
    const q = Math.sqrt(R()) * 0.78
    const a = rx * (0.05 + R() * 0.08)
    o += ellipse(
      x + Math.cos(t) * q * rx,
      y + Math.sin(t) * q * ry,
      a,
      a * 0.36,
      mix(fill, dark, 0.4 + R() * 0.5),
    )
  }
  return o
}

/** Draws a ball with light, grainy shade and one highlight. */
export function ball(x, y, r, { fill, dark, hi }, { ky = 1, seed = 5, grains = 26 } = {}) {
  const d = `M${-r} 0A${r} ${num(r * ky)} 0 1 1 ${r} 0A${r} ${num(r * ky)} 0 1 1 ${-r} 0Z`
  const inside =
    dots(grain(-r * 0.2, -r * ky, r * 1.2, r * ky * 2, grains, seed), mix(fill, dark, 0.75), 1.8) +
    ellipse(-r * 0.38, -r * ky * 0.5, r * 0.24, r * ky * 0.13, hi)
  return transform(form(d, fill, dark, { dx: -r * 0.17, dy: -r * 0.13, inside }), x, y)
}

/** Draws an uneven, hand-shaped piece. */
export function lump(x, y, r, { fill, dark, hi }, { seed = 1, ky = 0.8, points = 9, rough = 0.28 } = {}) {
  const R = random(seed)
  const outline = Array.from({ length: points }, (_, i) => {
    const t = (i / points) * 6.283
    const q = r * (1 - rough / 2 + R() * rough)
    return [Math.cos(t) * q, Math.sin(t) * q * ky]
  })
  const inside =
    dots(grain(-r * 0.3, -r, r * 1.4, r * 2, 24, seed), mix(fill, dark, 0.75), 1.8) +
    ellipse(-r * 0.3, -r * ky * 0.45, r * 0.22, r * 0.1, hi)
  return transform(form(smoothClosed(outline), fill, dark, { dx: -r * 0.16, dy: -r * 0.13, inside }), x, y)
}

/** Draws a small bowl of chutney, curd or sauce. */
export function katori(x, y, sauce, { w = 74, look = STRAW, specks = inks.bajra[600] } = {}) {
  const h = w * 0.44
  const surface =
    ellipse(0, -h, w / 2 - 6, w * 0.15 - 3.5, sauce.dark) +
    ellipse(-2, -h - 0.8, w / 2 - 9, w * 0.15 - 5, sauce.fill) +
    dots(
      [
        [-w * 0.2, -h],
        [w * 0.04, -h - 2],
        [w * 0.19, -h + 1],
        [-w * 0.04, -h + 3],
      ],
      specks,
      2.6,
    )
  return transform(bowl({ w, h, ...look, top: surface }), x, y)
}

const CHUTNEY = { fill: inks.bajra[400], dark: inks.bajra[600] }
const RED = { fill: inks.mirch[400], dark: inks.mirch[600] }
const CURD = { fill: inks.straw[50], dark: inks.straw[300] }
export const SAUCES = { chutney: CHUTNEY, red: RED, curd: CURD }

/** Draws three leaves as a garnish. */
export function sprig(x, y, r = 0, k = 1) {
  const light = { l: inks.bajra[400], m: inks.bajra[700], k: inks.bajra[200] }
  const dark = { l: inks.bajra[300], m: inks.bajra[600], k: inks.bajra[100] }
  return transform(
    transform(leaf(30, 9, light), 0, 0, { r: -66 }) +
      transform(leaf(32, 9, dark), 0, 0, { r: -8 }) +
      transform(leaf(28, 9, light), 0, 0, { r: 52 }),
    x,
    y,
    { r, k },
  )
}

/** Draws small round pieces over a dish: [x, y, radius] each. */
export function scatter(pieces, fill, hi) {
  return pieces
    .map(([x, y, r]) => circle(x, y, r, fill) + circle(x - r * 0.25, y - r * 0.3, r * 0.32, hi))
    .join('')
}

/** Draws wisps of steam over (x, y). */
export function steam(x, y, ink = '#ffffff') {
  const wisp = (dx, k) =>
    fillPath(
      `M${num(x + dx)} ${y}c-9 -14 9 -24 0 -40c-2 -5 1 -9 2 -11c-1 5 1 8 3 12c8 17 -9 25 -1 39Z`,
      ink,
      `opacity="${k}"`,
    )
  return wisp(-22, 0.85) + wisp(4, 0.85) + wisp(28, 0.7)
}
