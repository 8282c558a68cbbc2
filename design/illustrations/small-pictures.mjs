// The mark and the empty states.
import { carton, pouch } from './cartons.mjs'
import { BP } from './crops.mjs'
import { inks } from './inks.mjs'
import { circle, ellipse, form, num, rad, rect, strokePath, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { rule } from './print.mjs'

/* brand-neutral mark: a small ear of ragi */
export const mark = (ink) => {
  let o = ''
  for (const [a, l] of [
    [-62, 24],
    [62, 24],
    [-34, 30],
    [34, 30],
    [0, 33],
  ]) {
    const p = [Math.sin(rad(a * 1.25)) * l * 0.55, -Math.cos(rad(a * 1.2)) * l * 0.55],
      q = [Math.sin(rad(a * 0.8)) * l, -Math.cos(rad(a * 0.8)) * l]
    o += `M0 4Q${num(p[0] * 1.2)} ${num(p[1] + 2)} ${num(q[0])} ${num(q[1])}`
  }
  return strokePath(o, ink, 7.4) + strokePath('M0 2V32', ink, 5.4)
}

export const empties = {
  basket: () =>
    ellipse(120, 176, 92, 10, inks.ragi[900], 'opacity=".12"') +
    form('M34 84H206L190 168Q188 178 176 178H64Q52 178 50 168Z', inks.haldi[500], inks.haldi[700], {
      dx: -12,
      dy: -4,
      inside: (() => {
        let s = ''
        for (let r = 0; r < 4; r++)
          for (let c = 0; c < 9; c++) s += `M${40 + c * 20 + (r % 2) * 10} ${98 + r * 20}h11`
        return strokePath(s, inks.haldi[700], 6) + strokePath(s, inks.haldi[300], 2.4)
      })(),
    }) +
    strokePath('M66 84C66 20 174 20 174 84', inks.haldi[700], 11) +
    strokePath('M65 84C65 21 173 21 173 84', inks.haldi[500], 6) +
    rect(26, 78, 188, 14, inks.haldi[400], 4),
  orders: () =>
    ellipse(122, 180, 86, 9, inks.ragi[900], 'opacity=".12"') +
    transform(
      carton({
        grainN: 60,
        w: 130,
        h: 92,
        dx: 34,
        dy: 24,
        base: inks.straw[300],
        dark: inks.straw[500],
        lid: inks.straw[200],
        front:
          rect(52, 0, 26, 92, inks.straw[200]) +
          rect(14, 60, 30, 4, inks.straw[500]) +
          rect(14, 70, 22, 4, inks.straw[500]),
        shadow: false,
      }),
      118,
      178,
    ) +
    transform(plant.bajra(BP, { stalk: 40, len: 60, w: 9 }), 96, 34, { k: 0.8, r: -10 }),
}

/* placeholder for a picture that cannot be shown: an unprinted pouch in the colours of paper */
export const blankPouch = () =>
  pouch({
    base: inks.straw[300],
    dark: inks.straw[500],
    light: inks.straw[100],
    seal: inks.straw[400],
    art:
      circle(0, -118, 74, inks.straw[200]) +
      transform(mark(inks.straw[500]), 0, -118, { k: 1.7 }) +
      rule(-89, -266, 178, inks.straw[400], 2),
  })
