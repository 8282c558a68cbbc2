// Millets and other grasses, in a box of about 100 units.
import { inks } from './inks.mjs'
import { blade, LEAF } from './leaves.mjs'
import {
  cubicAt,
  dots,
  fillPath,
  form,
  mix,
  num,
  rad,
  random,
  reuse,
  smoothClosed,
  strokePath,
  transform,
} from './pen.mjs'

export const grasses = {
  /* finger millet: curled fingers of grain on one stalk */
  ragi(p = {}, { fingers = 6, len = 76, spread = 56, stalk = 60, leaves = true, fw = 1.14 } = {}) {
    const { a = inks.mirch[500], b = inks.ragi[700], c = inks.haldi[300], l = LEAF.l, m = LEAF.m } = p
    let o = ''
    if (stalk) {
      o +=
        strokePath(`M0 2C1 ${num(stalk * 0.4)} -3 ${num(stalk * 0.7)} 0 ${stalk}`, m, 5) +
        strokePath(`M-1 2C0 ${num(stalk * 0.4)} -4 ${num(stalk * 0.7)} -1 ${stalk}`, l, 2.6)
      if (leaves)
        o =
          blade(0, stalk * 0.85, -34, stalk * 0.18, -10, 7, l, m) +
          blade(0, stalk * 0.95, 38, stalk * 0.3, 12, 7, l, m) +
          o
    }
    return (
      o +
      reuse(`ragi${[a, b, c, fingers, len, spread, fw]}`, () => {
        let h = ''
        const idx = [...Array(fingers).keys()].sort(
          (i, j) => Math.abs(j - (fingers - 1) / 2) - Math.abs(i - (fingers - 1) / 2),
        )
        for (const i of idx) {
          const u = fingers > 1 ? (i / (fingers - 1)) * 2 - 1 : 0,
            A = u * spread,
            ln = len * (1 - 0.12 * Math.abs(u))
          const dir = (d, r) => [Math.sin(rad(d)) * r, -Math.cos(rad(d)) * r]
          const p0 = [0, 0],
            p1 = dir(A * 1.3, ln * 0.36),
            p2 = dir(A * 1.2, ln * 0.86),
            p3 = dir(A * 0.66, ln * 1.05)
          const pt = (t) => cubicAt(p0, p1, p2, p3, t)
          const rows = Math.round(ln / 4.5),
            shade = [],
            main = [],
            hi = []
          let spine = ''
          for (let j = 0; j <= rows; j++) {
            const t = 0.08 + (0.92 * j) / rows,
              q = pt(t),
              e = pt(Math.min(1, t + 0.02)),
              f = pt(t - 0.02)
            const th = Math.atan2(e[1] - f[1], e[0] - f[0]),
              nx = -Math.sin(th),
              ny = Math.cos(th),
              hw = 4.7 * fw * Math.sin(Math.PI * (0.12 + 0.8 * t)) ** 0.6
            for (const s of j % 2 ? [-1, 0, 1] : [-0.55, 0.55]) {
              const x = q[0] + nx * s * hw,
                y = q[1] + ny * s * hw
              const lightSide = nx * s * -0.8 + ny * s * -0.6
              ;(lightSide < -0.25 ? shade : main).push([x, y])
              if (lightSide > 0.12 || (s === 0 && j % 4 === 1)) hi.push([x - 0.9, y - 0.9])
            }
            spine += `${(j ? 'L' : 'M') + num(q[0])} ${num(q[1])}`
          }
          h +=
            strokePath(spine, b, 11.6 * fw) +
            dots(shade, mix(a, b, 0.5), 5) +
            dots(main, a, 5.1) +
            dots(hi, c, 1.9)
        }
        return h
      })
    )
  },
  /* pearl millet: one dense candle of grain */
  bajra(p = {}, { len = 92, w = 13, stalk = 52, bend = 0, leaves = true } = {}) {
    const { a = inks.bajra[400], b = inks.bajra[700], c = inks.haldi[200], l = LEAF.l, m = LEAF.m } = p
    let o = ''
    if (stalk) {
      if (leaves)
        o +=
          blade(0, stalk * 0.9, -36, stalk * 0.05, -12, 7.5, l, m) +
          blade(0, stalk, 36, stalk * 0.2, 12, 7.5, l, m)
      o += strokePath(`M0 0V${stalk}`, m, 5.4) + strokePath(`M-1.1 0V${stalk}`, l, 2.8)
    }
    return (
      o +
      reuse(`bajra${[a, b, c, len, w, bend]}`, () => {
        const sp = (t) => [bend * t * t, -len * t]
        const shade = [],
          main = [],
          hi = []
        const rows = Math.round(len / 4.7)
        const d = [],
          e = []
        const prof = (t) =>
          t < 0.1 ? 0.82 + 1.8 * t : t > 0.7 ? Math.sqrt(Math.max(0.02, 1 - ((t - 0.7) / 0.315) ** 2)) : 1
        for (let j = 0; j <= rows; j++) {
          const t = j / rows,
            q = sp(t),
            hw = w * prof(t)
          d.push([q[0] - hw - 1.6, q[1]])
          e.unshift([q[0] + hw + 1.6, q[1]])
          const k = hw < w * 0.45 ? 3 : 5
          for (let i = 0; i < k; i++) {
            const s = ((i + (j % 2 ? 0.5 : 0)) / (k - 0.5)) * 2 - 1
            if (Math.abs(s) > 1.02) continue
            const x = q[0] + s * hw * 0.93,
              y = q[1] + Math.abs(s) * 2.2
            ;(s > 0.28 ? shade : main).push([x, y])
            if (s < -0.02 && s > -0.85) hi.push([x - 0.9, y - 1])
          }
        }
        d.push([sp(1)[0], -len - 3])
        d.unshift([0, 4])
        return (
          fillPath(smoothClosed([...d, ...e]), b) +
          dots(shade, mix(a, b, 0.45), 5.2) +
          dots(main, a, 5.5) +
          dots(hi, c, 2)
        )
      })
    )
  },
  lemongrass(p = {}) {
    const { a = inks.bajra[300], b = inks.bajra[500], c = inks.straw[100], e = inks.gulab[300] } = p
    let o = ''
    for (const [x1, y1, bd] of [
      [-30, -46, -6],
      [34, -42, 8],
      [-12, -52, -4],
      [14, -52, 5],
    ])
      o += blade(x1 * 0.12, 14, x1, y1, bd, 8, a, b)
    for (const [x, r] of [
      [-12, -7],
      [12, 7],
      [0, 0],
    ])
      o += transform(
        form('M-7 46C-10 40 -8 24 -5 -8L5 -8C8 24 10 40 7 46C4 49 -4 49 -7 46Z', c, mix(c, b, 0.55), {
          dx: -4,
          dy: 0,
          inside:
            fillPath('M-10 50C-10 42 -8 36 0 36C8 36 10 42 10 50Z', e) +
            strokePath('M-2 44C-3 26 -1 10 -1 -6M3 42C3.4 28 3 14 2.6 0', mix(c, b, 0.5), 1),
        }),
        x,
        0,
        { r },
      )
    return o + strokePath('M-17 16C-6 21 8 21 17 15M-17 21C-6 26 8 26 17 20', inks.straw[600], 1.8)
  },
  sesame(p = {}) {
    const { c = inks.straw[100] } = p
    const R = random(23)
    let o = ''
    for (let i = 0; i < 11; i++) {
      const x = -42 + R() * 84,
        y = -40 + R() * 82
      o += transform(fillPath('M0 -5C4 -1 3.4 4 0 4.6C-3.4 4 -4 -1 0 -5Z', c), x, y, { r: R() * 180, k: 1.1 })
    }
    return o
  },
}
