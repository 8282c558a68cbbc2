// Spices and roots, in a box of about 100 units.
import { inks } from './inks.mjs'
import { blade, LEAF, leaf } from './leaves.mjs'
import { circle, dots, ellipse, fillPath, form, mix, rad, random, strokePath, transform } from './pen.mjs'

export const spices = {
  chilli(p = {}) {
    const {
      a = inks.mirch[500],
      b = inks.mirch[700],
      c = inks.mirch[300],
      l = inks.bajra[400],
      m = inks.bajra[600],
    } = p
    const d =
      'M-30 -30C-20 -38 -8 -36 -2 -26C10 -6 24 16 48 26C52 28 50 33 45 33C14 36 -18 18 -30 -8C-34 -17 -36 -25 -30 -30Z'
    return (
      form(d, a, b, { dx: -3, dy: -7, inside: strokePath('M-24 -22C-20 -6 -8 8 8 17', c, 4.2) }) +
      form(
        'M-34 -24C-32 -36 -18 -44 -4 -34C0 -31 2 -27 0 -24C-5 -28 -9 -28 -12 -25C-15 -28 -19 -27 -21 -23C-25 -26 -30 -25 -34 -24Z',
        l,
        m,
        { dx: -3, dy: -3 },
      ) +
      strokePath('M-24 -37C-28 -42 -30 -46 -36 -49', m, 4.6) +
      strokePath('M-24.8 -38C-28.4 -42.4 -30.8 -46.6 -36 -49', l, 2.2)
    )
  },
  chillies(p = {}) {
    return (
      transform(spices.chilli(p), 8, -4, { r: 8, kx: -0.92, ky: 0.92 }) +
      transform(spices.chilli({ ...p, a: p.a2 || inks.mirch[400], b: p.b || inks.mirch[700] }), -4, 6, {
        r: -10,
      })
    )
  },
  turmeric(p = {}) {
    const {
      a = inks.haldi[500],
      b = inks.haldi[700],
      c = inks.aam[500],
      d2 = inks.aam[300],
      k = inks.haldi[800],
      l = LEAF.l,
      m = LEAF.m,
    } = p
    const d =
      'M-47 18C-50 8 -44 0 -34 0C-30 0 -27 1 -24 2C-30 -10 -32 -26 -22 -30C-12 -34 -6 -22 -2 -6C0 -1 3 1 8 0C12 -8 16 -18 26 -20C36 -21 39 -12 33 -4C31 -1 31 1 34 2C44 6 48 14 44 22C40 30 30 30 20 27C8 24 -4 25 -14 28C-20 36 -26 42 -33 40C-40 37 -38 30 -36 28C-42 27 -46 24 -47 18Z'
    return (
      transform(leaf(58, 13, { l, m, k: mix(l, '#ffffff', 0.45), veins: 5 }), -20, -22, { r: -16, k: 0.62 }) +
      transform(leaf(58, 13, { l, m, k: mix(l, '#ffffff', 0.45), veins: 5 }), -18, -22, { r: 22, k: 0.72 }) +
      form(d, a, b, {
        dx: -4,
        dy: -6,
        inside: strokePath(
          'M-38 0C-35 8 -36 18 -39 27M-24 2C-20 8 -20 20 -24 31M-30 -14C-24 -12 -17 -13 -11 -17M-27 -4C-20 -1 -11 -3 -5 -8M-4 -4C-2 4 -2 16 -5 26M15 -12C20 -11 26 -8 30 -4M18 2C21 10 20 20 16 27M31 2C34 10 33 20 29 28',
          k,
          1.4,
        ),
      }) +
      transform(
        ellipse(0.8, 0.8, 8, 10.5, b) +
          ellipse(0, 0, 7, 9.5, c) +
          ellipse(-0.4, -0.4, 3.8, 5.4, d2) +
          ellipse(-0.4, -0.4, 1.4, 2, c),
        40,
        15,
        { r: -14 },
      )
    )
  },
  ginger(p = {}) {
    const {
      a = mix(inks.straw[300], inks.haldi[400], 0.35),
      b = inks.haldi[600],
      c = inks.haldi[100],
      k = inks.haldi[700],
    } = p
    const d =
      'M-46 20C-52 8 -46 -8 -32 -8C-30 -24 -22 -40 -10 -42C2 -44 8 -34 6 -22C5 -16 8 -13 14 -14C20 -28 34 -36 42 -28C50 -20 44 -8 36 0C44 4 48 14 42 22C36 30 24 26 16 22C8 34 -6 40 -16 34C-24 30 -22 26 -26 26C-34 32 -42 30 -46 20Z'
    return (
      form(d, a, b, {
        dx: -5,
        dy: -6,
        inside: strokePath(
          'M-35 -4C-30 -1 -26 4 -26 10M-14 -36C-8 -37 0 -34 3 -30M-18 -24C-10 -26 -2 -24 3 -20M34 -26C37 -23 39 -19 38 -15M24 -20C29 -17 32 -12 31 -6M-8 33C-11 27 -11 20 -8 14M6 28C2 23 1 18 2 12M35 6C33 11 33 16 36 21',
          k,
          1.5,
        ),
      }) + ellipse(36, -25, 0, 0, c)
    )
  },
  gingerCut(p = {}) {
    const {
      a = mix(inks.straw[300], inks.haldi[400], 0.35),
      b = inks.haldi[600],
      c = inks.haldi[200],
      k = inks.haldi[600],
    } = p
    return (
      spices.ginger({ a, b, k }) +
      transform(
        ellipse(0, 0, 13, 9.5, b) +
          ellipse(-0.8, -0.8, 11.5, 8, c) +
          strokePath('M-7 0C-4 -3 4 -3 7 0M-5 3C-2 5 2 5 5 3', k, 0.9) +
          circle(0, -0.6, 1.2, k),
        -40,
        14,
        { r: 62 },
      )
    )
  },
  garlic(p = {}) {
    const {
      a = inks.straw[100],
      b = inks.straw[400],
      c = inks.gulab[300],
      k = inks.gulab[500],
      l = inks.bajra[400],
      m = inks.bajra[600],
    } = p
    let o = ''
    for (const [x0, x1, y1, bd] of [
      [-6, -26, -50, -6],
      [0, -6, -54, 0],
      [6, 20, -50, 6],
      [9, 34, -40, 8],
    ])
      o += blade(x0, -6, x1, y1, bd, 4.4, l, m)
    const d = 'M0 -20C4 -8 34 -4 36 18C37 36 18 42 0 42C-18 42 -37 36 -36 18C-34 -4 -4 -8 0 -20Z'
    return (
      o +
      form(d, a, b, {
        dx: -6,
        dy: -4,
        inside:
          strokePath('M0 -14C-2 4 -2 24 0 40M4 -8C16 4 20 22 15 39M-4 -8C-16 4 -20 22 -15 39', k, 1.6) +
          fillPath('M-30 40C-20 34 20 34 30 40V46H-30Z', c),
      })
    )
  },
  staranise(p = {}) {
    const { a = inks.ragi[500], b = inks.ragi[700], c = inks.haldi[400], k = inks.haldi[200] } = p
    let o = ''
    for (let i = 0; i < 8; i++) {
      o += transform(
        fillPath('M0 -6C-7 -14 -10 -26 -1 -45L0 -46Z', a) +
          fillPath('M0 -6C7 -14 10 -26 1 -45L0 -46Z', b) +
          fillPath('M0 -13C-4.6 -19 -4.6 -27 0 -34C4.6 -27 4.6 -19 0 -13Z', mix(b, '#000000', 0.25)) +
          ellipse(0, -22.5, 3.1, 4.8, c) +
          ellipse(-0.9, -24, 1.1, 1.9, k),
        0,
        0,
        { r: i * 45 + 6, k: i % 2 ? 0.93 : 1 },
      )
    }
    return o + circle(0, 0, 6.5, b) + circle(-1, -1, 5, a)
  },
  pepper(p = {}) {
    const { a = inks.ragi[600], b = inks.ragi[800], c = inks.ragi[300] } = p
    const pts = [
      [-20, -22, 13],
      [6, -28, 14.5],
      [28, -8, 13],
      [-32, 4, 12],
      [-6, 0, 16],
      [18, 18, 14],
      [-18, 26, 14],
      [40, 16, 8],
      [0, 38, 9],
    ]
    let o = ''
    pts.forEach(([x, y, r], i) => {
      const d = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
      o += form(d, a, b, {
        dx: -3.4,
        dy: -3.4,
        inside: transform(
          strokePath(
            `M${-r * 0.55} ${-r * 0.2}C${-r * 0.3} ${-r * 0.65} ${r * 0.1} ${-r * 0.6} ${r * 0.2} ${-r * 0.2}M${-r * 0.2} ${r * 0.35}C${r * 0.1} 0 ${r * 0.4} ${r * 0.1} ${r * 0.55} ${r * 0.4}`,
            c,
            1.5,
          ),
          x,
          y,
          { r: i * 47 },
        ),
      })
    })
    return o
  },
  sichuan(p = {}) {
    const {
      a = inks.mirch[500],
      b = inks.mirch[700],
      c = inks.mirch[300],
      k = inks.ragi[900],
      l = LEAF.l,
      m = LEAF.m,
    } = p
    let o = strokePath(
      'M-6 48C-2 24 2 4 -2 -14M-3 28C-12 20 -18 14 -26 6M0 18C10 10 18 4 26 -8M-1 2C-8 -8 -14 -14 -16 -24M-1 -4C6 -12 10 -20 11 -30',
      m,
      2.6,
    )
    o =
      transform(leaf(36, 10, { l, m, k: mix(l, '#ffffff', 0.4), veins: 3 }), -4, 42, { r: -68 }) +
      transform(leaf(36, 10, { l, m, k: mix(l, '#ffffff', 0.4), veins: 3 }), -3, 38, { r: 68 }) +
      o
    const berry = (r, open, s) => {
      const _R = random(s)
      const pts = []
      for (let i = 0; i < 14; i++) {
        const t = i * 2.4,
          q = Math.sqrt(i / 14) * r * 0.82
        pts.push([Math.cos(t) * q - 1, Math.sin(t) * q - 1])
      }
      return (
        form(`M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, a, b, {
          dx: -r * 0.28,
          dy: -r * 0.28,
          inside: open ? '' : dots(pts, c, 1.5),
        }) +
        (open
          ? fillPath(
              `M${-r * 0.9} ${-r * 0.35}L0 ${r * 0.5}L${r * 0.9} ${-r * 0.35}L${r * 0.8} ${-r * 1.3}H${-r * 0.8}Z`,
              m,
            ) +
            circle(0, -r * 0.28, r * 0.62, k) +
            circle(-r * 0.2, -r * 0.5, r * 0.18, '#ffffff')
          : '')
      )
    }
    ;[
      [-28, 4, 10.5],
      [27, -10, 11],
      [-17, -27, 10.5],
      [11, -34, 11.5],
      [-4, -10, 12.5],
      [10, 10, 10],
      [-14, 18, 9],
      [28, 10, 8],
    ].forEach(([x, y, r], i) => {
      o += transform(berry(r, 0, i + 1), x, y)
    })
    return o
  },
  cardamom(p = {}) {
    const { a = inks.bajra[300], b = inks.bajra[500], c = inks.bajra[100], k = inks.bajra[600] } = p
    const pod =
      form('M0 -34C12 -28 19 -8 15 12C12 26 5 32 0 34C-5 32 -12 26 -15 12C-19 -8 -12 -28 0 -34Z', a, b, {
        dx: -4,
        dy: -3,
        inside:
          strokePath('M0 -32C-4 -10 -4 14 0 32M1 -32C11 -12 11 12 2 32M-2 -30C-14 -10 -13 12 -3 30', k, 1.4) +
          strokePath('M-7.5 -14C-9 -4 -9 8 -7 16', c, 2.4),
      }) + strokePath('M0 -34C0 -38 -1 -40 -3 -43', k, 2.4)
    return (
      transform(pod, 22, 2, { r: 32, k: 0.92 }) +
      transform(pod, -22, 0, { r: -28, k: 0.95 }) +
      transform(pod, 0, 8, { r: 3, k: 1.05 })
    )
  },
  cinnamon(p = {}) {
    const { a = inks.aam[700], b = inks.ragi[700], c = inks.aam[500], k = inks.straw[200] } = p
    const st = `${form('M-40 -8H36V8H-40Z', a, b, { dx: 0, dy: -5, inside: strokePath('M-34 -3H20M-22 2H30', mix(a, c, 0.6), 1.2) })}${ellipse(38, 0, 5.5, 9, b)}${strokePath('M38 -6.5C42 -5 42 5 38 6.5C35 5 34 1 37 -2', c, 1.9)}`
    return (
      transform(st, -2, 10, { r: -34 }) +
      transform(st, 2, -4, { r: -20 }) +
      transform(st, 0, 14, { r: 14 }) +
      fillPath('M-16 2L14 -10L17 -3L-13 9Z', k) +
      fillPath('M-16 2L14 -10L14.8 -8L-15.2 4Z', mix(k, '#ffffff', 0.5))
    )
  },
  cumin(p = {}) {
    const { a = inks.haldi[600], b = inks.haldi[800], c = inks.haldi[200] } = p
    const s = form('M0 -17C8 -10 8 10 0 17C-8 10 -8 -10 0 -17Z', a, b, {
      dx: -2.4,
      dy: -1,
      inside: strokePath(
        'M0 -15C-2 -5 -2 5 0 15M3.4 -11C4.6 -4 4.6 4 3.4 11M-3.6 -11C-5 -4 -5 4 -3.6 11',
        c,
        1.1,
      ),
    })
    return s
  },
  seedscatter(p = {}, k = 1, seed = 3, count = 9) {
    const R = random(seed)
    let o = ''
    for (let i = 0; i < count; i++) {
      const a = (i / count) * 360 + R() * 20,
        r = 34 + R() * 12
      o += transform(spices.cumin(p), Math.cos(rad(a)) * r, Math.sin(rad(a)) * r, {
        r: R() * 180,
        k: 0.55 * k,
      })
    }
    return o
  },
}
