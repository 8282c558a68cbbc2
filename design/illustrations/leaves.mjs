// Leaves and blades of grass.
import { inks } from './inks.mjs'
import { fillPath, num, strokePath } from './pen.mjs'

// Botanicals, each drawn in a box of about 100 units.
export const LEAF = { l: inks.bajra[400], m: inks.bajra[600] }

/* grass blade from base to tip; half of it in shade */
export function blade(x0, y0, x1, y1, bend, w, l = LEAF.l, m = LEAF.m) {
  const mx = (x0 + x1) / 2,
    my = (y0 + y1) / 2,
    dx = x1 - x0,
    dy = y1 - y0,
    len = Math.hypot(dx, dy),
    nx = -dy / len,
    ny = dx / len
  const c = [mx + nx * bend, my + ny * bend],
    a = [c[0] - nx * w, c[1] - ny * w],
    b = [c[0] + nx * w, c[1] + ny * w]
  const right = nx < 0 ? a : b,
    left = nx < 0 ? b : a
  return (
    fillPath(
      `M${num(x0)} ${num(y0)}Q${num(left[0])} ${num(left[1])} ${num(x1)} ${num(y1)}Q${num(c[0])} ${num(c[1])} ${num(x0)} ${num(y0)}Z`,
      l,
    ) +
    fillPath(
      `M${num(x0)} ${num(y0)}Q${num(right[0])} ${num(right[1])} ${num(x1)} ${num(y1)}Q${num(c[0])} ${num(c[1])} ${num(x0)} ${num(y0)}Z`,
      m,
    )
  )
}

/* broad leaf, base at origin, pointing up */
export function leaf(len, w, { l = LEAF.l, m = LEAF.m, k, teeth = 0, veins = 3, fat = 0.42 } = {}) {
  const side = (s) => {
    if (!teeth)
      return `C${num(s * w * 1.15)} ${num(-len * (fat - 0.22))} ${num(s * w * 0.95)} ${num(-len * (fat + 0.34))} 0 ${-len}`
    let d = ''
    const hw = (t) => w * 0.92 * Math.sin(Math.PI * t ** 0.82) ** 0.8
    for (let i = 1; i <= teeth; i++) {
      const t = i / (teeth + 0.4),
        t0 = (i - 0.38) / (teeth + 0.4)
      d += `L${num(s * (hw(t0) + 1.6))} ${num(-len * t0)}L${num(s * (hw(t) - 0.8))} ${num(-len * t + 1.2)}`
    }
    return `${d}L0 ${-len}`
  }
  let o = fillPath(`M0 0${side(-1)}Z`, l) + fillPath(`M0 0${side(1)}Z`, m)
  if (k) {
    let v = ''
    for (let i = 1; i <= veins; i++) {
      const t = i / (veins + 1),
        y = -len * t * 0.92
      const ww = w * 0.62 * Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.08))
      v += `M0 ${num(y)}L${num(-ww)} ${num(y - len * 0.11)}M0 ${num(y)}L${num(ww)} ${num(y - len * 0.11)}`
    }
    o += strokePath(`M0 ${num(-len * 0.04)}V${num(-len * 0.9)}${v}`, k, Math.max(0.7, len * 0.018))
  }
  return o
}
