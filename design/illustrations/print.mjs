import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { BRAND } from './names.mjs'
import { circle, fillPath, num, polygon, rad } from './pen.mjs'

// Pouch, carton, packet, stick, tin, bowl, glass. The origin is the middle of the base, on the ground.

/* shadow falls to the right and back, one flat shape */
export const shadowOf = (w, d = 26, ink = inks.ragi[900], op = 0.17, len = 1) =>
  fillPath(
    `M${num(-w / 2 + 4)} 0H${num(w / 2)}L${num(w / 2 + 54 * len)} ${num(-d)}H${num(-w / 2 + 54 * len + 8)}Z`,
    ink,
    `opacity="${op}"`,
  )

export const rule = (x, y, w, c, sw = 1) =>
  `<path d="M${num(x)} ${num(y)}h${num(w)}" stroke="${c}" stroke-width="${sw}"/>`

export const wordmark = (x, y, size, fill, anchor = 'start', b = BRAND) =>
  lettering(b, x, y, {
    f: 'eczar',
    wght: 700,
    size,
    fill,
    anchor,
    track: -0.02,
    max: size * 5.4,
  }) /* long names shrink to fit */

/* furrows that run to a vanishing point */
export function fields(w, h, hy, cols, vx = 0.5) {
  let o = ''
  const N2 = cols.length * 3
  const bot = h,
    vX = w * vx
  const span = w * 2.6
  for (let i = 0; i < N2; i++) {
    const a = -w * 0.8 + (span * i) / N2,
      b = -w * 0.8 + (span * (i + 1)) / N2
    const ta = vX + (a - vX) * 0.16,
      tb = vX + (b - vX) * 0.16
    o += polygon(
      [
        [ta, hy],
        [tb, hy],
        [b, bot],
        [a, bot],
      ],
      cols[i % cols.length],
    )
  }
  return o
}

/* family shapes: how a customer tells the four cuisines apart without reading */
export const FRAME = {
  Indian: (r, f) => {
    const w = r * 0.9
    return fillPath(
      `M${num(-w)} ${num(r * 0.98)}V${num(-r * 0.18)}C${num(-w)} ${num(-r * 0.5)} ${num(-w * 0.62)} ${num(-r * 0.6)} ${num(-w * 0.5)} ${num(-r * 0.78)}C${num(-w * 0.3)} ${num(-r * 0.82)} ${num(-w * 0.14)} ${num(-r * 0.94)} 0 ${num(-r * 1.12)}C${num(w * 0.14)} ${num(-r * 0.94)} ${num(w * 0.3)} ${num(-r * 0.82)} ${num(w * 0.5)} ${num(-r * 0.78)}C${num(w * 0.62)} ${num(-r * 0.6)} ${num(w)} ${num(-r * 0.5)} ${num(w)} ${num(-r * 0.18)}V${num(r * 0.98)}Z`,
      f,
    )
  },
  International: (r, f) => circle(0, 0, r, f),
  American: (r, f) => {
    const p = []
    for (let i = 0; i < 24; i++) {
      const q = i % 2 ? r * 0.84 : r * 1.06,
        a = rad(i * 15 - 90)
      p.push([Math.cos(a) * q, Math.sin(a) * q])
    }
    return polygon(p, f)
  },
  Sweet: (r, f) => {
    let o = circle(0, 0, r * 0.88, f)
    for (let i = 0; i < 12; i++) {
      const a = rad(i * 30)
      o += circle(Math.cos(a) * r * 0.84, Math.sin(a) * r * 0.84, r * 0.235, f)
    }
    return o
  },
}

export const heatDots = (x, y, h, on, off) =>
  [0, 1, 2].map((i) => circle(x + i * 8, y, 2.7, i < h ? on : off)).join('')
