// Fruits and nuts, in a box of about 100 units.
import { inks } from './inks.mjs'
import { LEAF, leaf } from './leaves.mjs'
import {
  circle,
  dots,
  ellipse,
  fillPath,
  form,
  grain,
  mix,
  num,
  rad,
  random,
  strokePath,
  transform,
} from './pen.mjs'

export const fruits = {
  lemon(p = {}) {
    const { a = inks.nimbu[400], b = inks.nimbu[500], l = inks.mint[500], m = inks.mint[700] } = p
    const d =
      'M-40 4C-40 -18 -24 -32 -2 -32C14 -32 26 -26 34 -14C38 -10 43 -9 46 -4C48 0 46 5 41 7C36 22 20 34 0 34C-24 34 -40 22 -40 4Z'
    return (
      transform(leaf(34, 12, { l, m, k: mix(l, '#ffffff', 0.5), veins: 3 }), -30, -18, { r: -28 }) +
      form(d, a, b, {
        dx: -7,
        dy: -7,
        inside:
          dots(grain(-38, -30, 80, 62, 46, 7), mix(b, inks.nimbu[700], 0.25), 1.5) +
          fillPath('M-30 -8C-26 -18 -16 -24 -6 -25C-16 -19 -24 -12 -26 -3Z', mix(a, '#ffffff', 0.6)),
      })
    )
  },
  lemonHalf(p = {}) {
    const { a = inks.nimbu[300], b = inks.nimbu[500], c = '#fffdf0' } = p
    let s = ''
    for (let i = 0; i < 9; i++) {
      const A = rad(i * 40 + 6),
        B2 = rad((i + 1) * 40 - 6 + 6 - 6)
      const r = 30,
        q = 6
      const pt = (t, R) => [Math.cos(t) * R, Math.sin(t) * R]
      const [_m1, _m2] = [(A + B2) / 2, 0]
      const a0 = pt((A + B2) / 2, q),
        a1 = pt(A + 0.04, r - 2),
        a2 = pt((A + B2) / 2, r + 2.5),
        a3 = pt(B2 - 0.04, r - 2)
      s += `M${num(a0[0])} ${num(a0[1])}L${num(a1[0])} ${num(a1[1])}Q${num(a2[0])} ${num(a2[1])} ${num(a3[0])} ${num(a3[1])}Z`
    }
    return (
      circle(1.5, 1.5, 41, b) +
      circle(0, 0, 40, mix(b, a, 0.55)) +
      circle(0, 0, 36.5, c) +
      `<path d="${s}" fill="${a}" stroke="${a}" stroke-width="2.5" stroke-linejoin="round"/>` +
      strokePath('M-14 -22L-17 -27M-24 -8L-29 -10M8 -23L10 -28', mix(a, '#ffffff', 0.7), 2)
    )
  },
  lime(p = {}) {
    return fruits.lemonHalf({ a: inks.bajra[200], b: inks.bajra[500], c: '#fbfdf0', ...p })
  },
  mango(p = {}) {
    const {
      a = inks.aam[400],
      b = inks.aam[600],
      c = inks.nimbu[300],
      r = inks.mirch[400],
      l = inks.bajra[400],
      m = inks.bajra[700],
    } = p
    const d =
      'M-6 -40C18 -46 42 -26 42 4C42 30 22 44 0 42C-20 40 -28 30 -38 30C-46 30 -48 22 -40 14C-30 4 -34 -32 -6 -40Z'
    return (
      transform(leaf(50, 12, { l, m, k: mix(l, '#ffffff', 0.45), veins: 4 }), 2, -40, { r: 64 }) +
      form(d, a, b, {
        dx: -6,
        dy: -5,
        inside:
          fillPath(
            'M-6 -44C24 -48 50 -20 46 8C30 -6 8 -18 -22 -20C-18 -32 -14 -40 -6 -44Z',
            r,
            'opacity=".9"',
          ) +
          dots(grain(-30, -26, 70, 34, 70, 11, { bx: 0.6, by: 0.2 }), r, 1.7) +
          fillPath('M-28 10C-26 -2 -24 -12 -18 -18C-16 -8 -18 4 -22 14Z', mix(a, c, 0.8)),
      }) +
      strokePath('M0 -39C0 -44 2 -48 5 -50', m, 3.4)
    )
  },
  rawmango(p = {}) {
    return fruits.mango({
      a: inks.bajra[300],
      b: inks.bajra[500],
      c: inks.bajra[100],
      r: mix(inks.bajra[300], inks.bajra[400], 0.8),
      l: inks.bajra[500],
      m: inks.bajra[700],
      ...p,
    })
  },
  coconut(p = {}) {
    const {
      a = inks.ragi[500],
      b = inks.ragi[700],
      c = '#fffaf0',
      e = inks.straw[200],
      k = inks.ragi[300],
    } = p
    const d = 'M-44 -6C-44 26 -24 44 0 44C24 44 44 26 44 -6Z'
    let f = ''
    const R = random(5)
    for (let i = 0; i < 26; i++) {
      const x = -38 + R() * 74,
        y = 4 + R() * 36
      f += `M${num(x)} ${num(y)}q${num(2 + R() * 2)} 3 ${num(R() * 2)} 7`
    }
    return (
      form(d, a, b, { dx: -8, dy: -4, inside: strokePath(f, k, 1.1) }) +
      ellipse(0, -6, 44, 17, b) +
      ellipse(0, -6.5, 42, 15.4, c) +
      ellipse(0, -4, 32, 10.6, e) +
      fillPath(
        'M-32 -4C-31 -10 -16 -14.6 0 -14.6C16 -14.6 31 -10 32 -4C26 -9 14 -11.4 0 -11.4C-14 -11.4 -26 -9 -32 -4Z',
        mix(e, inks.straw[500], 0.45),
      )
    )
  },
  apple(p = {}) {
    const {
      a = inks.mirch[500],
      b = inks.mirch[700],
      c = '#fffaf0',
      e = inks.straw[200],
      l = LEAF.l,
      m = LEAF.m,
      k = inks.ragi[700],
    } = p
    return (
      transform(leaf(30, 10, { l, m, k: mix(l, '#ffffff', 0.5), veins: 3 }), 3, -36, { r: 52 }) +
      form(
        'M0 -28C12 -40 44 -36 44 -2C44 26 22 46 8 42C4 41 3 40 0 40C-3 40 -4 41 -8 42C-22 46 -44 26 -44 -2C-44 -36 -12 -40 0 -28Z',
        a,
        b,
        { dx: -5, dy: -4 },
      ) +
      fillPath(
        'M0 -24C10 -33 37 -30 37 -2C37 22 19 38 8 35C3 34 -3 34 -8 35C-19 38 -37 22 -37 -2C-37 -30 -10 -33 0 -24Z',
        c,
      ) +
      fillPath('M6 -27C20 -32 37 -26 37 -2C37 22 19 38 8 35C4 34 2 34 0 34C26 26 32 -8 6 -27Z', e) +
      fillPath(
        'M0 -14C9 -8 12 4 8 14C5 20 2 21 0 21C-2 21 -5 20 -8 14C-12 4 -9 -8 0 -14Z',
        mix(e, inks.haldi[300], 0.5),
      ) +
      transform(fillPath('M0 -7C4 -2 4 5 0 7C-4 5 -4 -2 0 -7Z', k), -4, 5, { r: 10 }) +
      transform(fillPath('M0 -7C4 -2 4 5 0 7C-4 5 -4 -2 0 -7Z', k), 4.6, 5, { r: -10 }) +
      strokePath('M0 -28C-1 -36 -3 -41 -8 -46', k, 3.6)
    )
  },
  capsicum(p = {}) {
    const {
      a = inks.mirch[500],
      b = inks.mirch[700],
      c = inks.mirch[300],
      l = inks.bajra[400],
      m = inks.bajra[700],
    } = p
    const d =
      'M0 -26C10 -38 40 -36 40 -4C40 22 24 44 10 42C4 41 4 38 0 38C-4 38 -4 41 -10 42C-24 44 -40 22 -40 -4C-40 -36 -10 -38 0 -26Z'
    return (
      form(d, a, b, {
        dx: -7,
        dy: -4,
        inside:
          strokePath('M0 -24C-3 -4 -2 20 0 36M17 -28C26 -10 22 18 12 36', b, 2) +
          strokePath('M-29 -16C-32 -2 -28 14 -22 24', c, 5),
      }) +
      form(
        'M-18 -26C-14 -32 -6 -31 -4 -30C-5 -38 -7 -42 -12 -46L-5 -50C3 -44 4 -36 4 -30C8 -31 15 -31 18 -25C12 -23 8 -25 6 -22C3 -25 -3 -25 -5 -22C-9 -25 -13 -23 -18 -26Z',
        l,
        m,
        { dx: -3, dy: -2 },
      )
    )
  },
  almond(p = {}) {
    const { a = inks.aam[700], b = inks.ragi[700], c = inks.aam[400] } = p
    return form('M0 -22C12 -10 14 10 0 22C-14 10 -12 -10 0 -22Z', a, b, {
      dx: -3,
      dy: -2,
      inside: strokePath('M-2 -14C-5 -4 -5 6 -2 14M3 -12C5 -4 5 4 3 12', c, 1.1),
    })
  },
  cocoa(p = {}) {
    const {
      a = inks.mirch[600],
      b = inks.mirch[800],
      c = inks.mirch[400],
      e = inks.straw[100],
      f = inks.ragi[500],
    } = p
    const d = 'M-46 26C-44 0 -28 -30 2 -38C20 -42 40 -40 46 -34C48 -14 38 12 18 26C-4 42 -34 42 -46 26Z'
    return form(d, a, b, {
      dx: -5,
      dy: -6,
      inside:
        strokePath(
          'M-42 26C-30 2 -6 -22 44 -34M-46 22C-42 2 -22 -28 40 -38M-34 36C-10 26 22 2 44 -26',
          c,
          2,
        ) +
        fillPath('M-26 22C-16 2 2 -14 24 -22C28 -12 18 6 4 16C-8 24 -20 28 -26 22Z', e) +
        transform(
          [
            [-18, 18],
            [-8, 9],
            [2, 0],
            [12, -9],
          ]
            .map(
              ([x, y]) =>
                ellipse(x, y, 6.4, 5, f, `transform="rotate(-40 ${x} ${y})"`) +
                ellipse(x - 1.4, y - 1.4, 2, 1.4, mix(f, '#ffffff', 0.4)),
            )
            .join(''),
          3,
          1,
        ),
    })
  },
}
