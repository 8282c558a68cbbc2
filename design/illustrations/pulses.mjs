// Pulses, in a box of about 100 units.
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { circle, dots, fillPath, form, grain, strokePath, transform } from './pen.mjs'

const SHELL = 'M0 6C-27 -6 -33 -74 -1 -120C33 -80 30 -8 0 6Z'
const OPENING = 'M-1 -6C-17 -22 -19 -72 -1 -104C18 -76 18 -24 -1 -6Z'
/* middle and radius of each seed, from the stalk up */
const SEEDS = [
  [-22, 8.6],
  [-41, 11],
  [-62, 11.4],
  [-82, 9.2],
]

const seed = ([y, r], p) =>
  circle(0, y, r, p.d) + circle(-1.6, y - 1.4, r - 1.9, p.c) + circle(-r * 0.36, y - r * 0.42, r * 0.22, p.k)

export const pulses = {
  /* a pod standing on its stalk; an open one shows its seeds */
  pod(p = {}, { open = true, stalk = 60 } = {}) {
    const {
      a = inks.bajra[400],
      b = inks.bajra[700],
      i = inks.bajra[800],
      c = inks.haldi[300],
      d = inks.haldi[600],
      k = inks.haldi[100],
    } = p
    const grains = dots(grain(-24, -112, 50, 112, 46, 12, { bx: 1.2, by: 0.3 }), b, 1.5)
    const inside = open
      ? fillPath(OPENING, i) + SEEDS.map((s) => seed(s, { c, d, k })).join('')
      : strokePath('M-2 -108C-13 -74 -12 -34 -2 -6', b, 2.2)
    const calyx =
      transform(leaf(20, 8, { l: a, m: b }), -2, 4, { r: -58 }) +
      transform(leaf(20, 8, { l: a, m: b }), 2, 4, { r: 58 })
    const stem = strokePath(`M0 4C2 ${stalk * 0.4} -3 ${stalk * 0.7} 0 ${stalk}`, b, 5)
    return stem + form(SHELL, a, b, { dx: -6, dy: -4, inside: grains + inside }) + calyx
  },
}
