// Biodegradable containers and the served bowl.
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { lettering } from './lettering.mjs'
import { circle, clip, ellipse, fillPath, rect, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { bowl } from './tableware.mjs'

/* containers */
export function liddedBox(w = 196) {
  const x = w / 2,
    e = w * 0.15,
    y = -78
  let o = bowl({ w, h: 78, food: null })
  o +=
    fillPath(
      `M${-x - 8} ${y - 8}V${y + 3}A${x + 8} ${e + 3} 0 0 0 ${x + 8} ${y + 3}V${y - 8}Z`,
      inks.straw[400],
    ) +
    clip(
      `M${-x - 8} ${y - 8}V${y + 3}A${x + 8} ${e + 3} 0 0 0 ${x + 8} ${y + 3}V${y - 8}Z`,
      rect(-x - 10, y - 20, w * 0.82, 70, inks.straw[200]),
    ) +
    ellipse(0, y - 8, x + 8, e + 3, inks.straw[100]) +
    ellipse(0, y - 8, x - 8, e - 3, inks.straw[200]) +
    ellipse(0, y - 11, x - 16, e - 6, inks.straw[100])
  o +=
    transform(
      transform(
        leaf(52, 15, { l: inks.bajra[400], m: inks.bajra[600], k: inks.bajra[200], veins: 4 }),
        -24,
        6,
        {
          r: 78,
        },
      ),
      0,
      y - 13,
      { ky: 0.5 },
    ) +
    transform(
      transform(
        leaf(40, 12, { l: inks.bajra[300], m: inks.bajra[500], k: inks.bajra[100], veins: 3 }),
        -22,
        6,
        {
          r: 28,
        },
      ),
      0,
      y - 13,
      { ky: 0.5 },
    )
  return o
}

export function band(w, y0, y1, fill, dark, type, label) {
  const x = w / 2
  const d = `M${-x * 0.9} ${y0}Q0 ${y0 + w * 0.17} ${x * 0.9} ${y0}L${x * 0.76} ${y1}Q0 ${y1 + w * 0.13} ${-x * 0.76} ${y1}Z`
  return (
    fillPath(d, fill) +
    clip(d, fillPath(`M${x * 0.5} ${y0 - 10}H${x}V${y1 + 40}H${x * 0.4}Z`, dark)) +
    lettering(label, -3, (y0 + y1) / 2 + w * 0.085, {
      f: 'eczar',
      wght: 700,
      size: 17,
      fill: type,
      anchor: 'middle',
    })
  )
}

export function containers(_o = {}) {
  const st = [0, -14, -28, -42, -56]
    .map((y, i) => transform(bowl({ w: 184, h: 70, food: null, shadow: i === 0 }), 0, y))
    .join('')
  return (
    transform(st, 62, -10, { k: 0.92 }) +
    transform(
      liddedBox() + band(196, -56, -22, inks.bajra[600], inks.bajra[800], inks.straw[100], 'Back to soil'),
      -46,
      4,
      { k: 0.98 },
    )
  )
}

export function servedBowl(o = {}) {
  const gar =
    transform(leaf(26, 8, { l: inks.bajra[400], m: inks.bajra[700], k: inks.bajra[200] }), -14, -102, {
      r: -60,
    }) +
    transform(leaf(26, 8, { l: inks.bajra[300], m: inks.bajra[600], k: inks.bajra[100] }), -10, -104, {
      r: 10,
    }) +
    [
      [22, -98],
      [40, -92],
      [-44, -92],
      [8, -86],
      [-26, -84],
    ]
      .map(
        ([x, y], i) =>
          circle(x, y, 5.4, i % 2 ? inks.mirch[500] : inks.mirch[600]) +
          circle(x - 1.4, y - 1.6, 1.7, inks.mirch[300]),
      )
      .join('') +
    transform(plant.cumin(), 30, -108, { k: 0.5, r: 60 }) +
    transform(plant.cumin(), -34, -100, { k: 0.5, r: 110 })
  return (
    bowl({
      w: 230,
      h: 88,
      base: o.base || inks.straw[200],
      dark: o.dark || inks.straw[400],
      rim: o.rim || inks.straw[50],
    }) + gar
  )
}
