// Herbs, flowers and the elements, in a box of about 100 units.
import { inks } from './inks.mjs'
import { blade, leaf } from './leaves.mjs'
import { circle, ellipse, fillPath, form, mix, polygon, strokePath, transform } from './pen.mjs'

export const herbs = {
  mint(p = {}) {
    const { a = inks.mint[400], b = inks.mint[600], k = inks.mint[100] } = p
    let o = strokePath('M0 48C1 20 -2 -8 0 -30', b, 3.2)
    for (const [y, s, r] of [
      [36, 0.86, 64],
      [12, 0.78, 58],
      [-10, 0.6, 50],
    ])
      o +=
        transform(leaf(46, 17, { l: a, m: b, k, teeth: 7, veins: 4 }), -1, y, { r: -r, k: s }) +
        transform(leaf(46, 17, { l: a, m: b, k, teeth: 7, veins: 4 }), 1, y - 3, { r: r, k: s })
    o +=
      transform(leaf(40, 13, { l: a, m: b, k, teeth: 6, veins: 3 }), 0, -22, { k: 0.62, r: -14 }) +
      transform(leaf(40, 13, { l: a, m: b, k, teeth: 6, veins: 3 }), 0, -20, { k: 0.5, r: 24 })
    return o
  },
  curry(p = {}) {
    const { a = inks.bajra[500], b = inks.bajra[700], k = inks.bajra[200] } = p
    let o = strokePath('M-4 50C6 18 4 -12 -2 -38', b, 2.6)
    const ys = [40, 27, 14, 1, -12, -24]
    ys.forEach((y, i) => {
      const x = [-1, 1.5, 3, 3.2, 2.4, 0.6][i]
      o +=
        transform(leaf(34 - i * 1.6, 9.6, { l: a, m: b, k, veins: 0 }), x, y, { r: -62 + i * 4 }) +
        transform(leaf(34 - i * 1.6, 9.6, { l: a, m: b, k, veins: 0 }), x, y - 6, { r: 60 - i * 4 })
    })
    return o + transform(leaf(28, 8.5, { l: a, m: b, k, veins: 0 }), -2, -34, { r: -6 })
  },
  basil(p = {}) {
    const { a = inks.bajra[400], b = inks.bajra[600], k = inks.bajra[200] } = p
    return (
      strokePath('M0 46C1 28 0 12 0 -4', b, 3.4) +
      transform(leaf(50, 21, { l: a, m: b, k, veins: 4, fat: 0.4 }), -1, 18, { r: -70, k: 0.8 }) +
      transform(leaf(50, 21, { l: a, m: b, k, veins: 4, fat: 0.4 }), 1, 16, { r: 70, k: 0.8 }) +
      transform(leaf(54, 22, { l: a, m: b, k, veins: 4, fat: 0.4 }), -1, 0, { r: -26, k: 0.88 }) +
      transform(leaf(54, 22, { l: mix(a, '#ffffff', 0.1), m: b, k, veins: 4, fat: 0.4 }), 2, 0, {
        r: 22,
        k: 0.92,
      })
    )
  },
  thyme(p = {}) {
    const { a = inks.bajra[400], b = inks.bajra[600] } = p
    const sprig = (_f) => {
      let o = strokePath('M0 46C4 20 -4 -10 0 -44', b, 2.2)
      for (let i = 0; i < 9; i++) {
        const y = 38 - i * 9.6,
          x = Math.sin(((46 - y) / 90) * Math.PI * 1.3) * 2.4
        o +=
          transform(leaf(15, 5.4, { l: a, m: b }), x, y, { r: -58 + i }) +
          transform(leaf(15, 5.4, { l: a, m: b }), x, y - 3, { r: 58 - i })
      }
      return o + transform(leaf(11, 4.4, { l: a, m: b }), 0, -42)
    }
    return (
      transform(sprig(), -17, 0, { r: -16 }) +
      transform(sprig(), 17, 2, { r: 17 }) +
      transform(sprig(), 0, -4)
    )
  },
  crocus(p = {}) {
    const {
      a = inks.gulab[400],
      b = inks.gulab[600],
      c = inks.gulab[200],
      k = inks.mirch[500],
      l = inks.bajra[400],
      m = inks.bajra[600],
    } = p
    const pet = (f, s) =>
      fillPath('M0 34C-14 14 -18 -14 0 -40Z', f) +
      fillPath('M0 34C14 14 18 -14 0 -40Z', s) +
      strokePath('M0 22V-26', c, 1)
    return (
      blade(0, 50, -30, -4, -8, 4, l, m) +
      blade(0, 50, 32, 0, 8, 4, l, m) +
      transform(pet(mix(a, b, 0.3), b), -2, 2, { r: -34 }) +
      transform(pet(mix(a, b, 0.3), b), 2, 2, { r: 34 }) +
      strokePath('M0 20C-4 -6 -10 -22 -15 -36M0 20C4 -6 10 -22 14 -37M0 18C0 -8 0 -24 0 -44', k, 3.2) +
      transform(pet(a, b), 0, 10, { k: 0.8 }) +
      transform(pet(a, mix(a, b, 0.5)), -6, 14, { r: -22, k: 0.74 }) +
      transform(pet(a, b), 6, 14, { r: 22, k: 0.74 }) +
      strokePath('M0 34C0 42 0 46 0 52', m, 4)
    )
  },
  flame(p = {}) {
    const {
      a = inks.mirch[500],
      b = inks.mirch[700],
      c = inks.haldi[400],
      e = inks.haldi[200],
      k = inks.ragi[700],
    } = p
    return (
      transform(
        fillPath('M-38 -5H34V7H-38Z', k) +
          fillPath('M-38 -5H34V-1H-38Z', mix(k, '#ffffff', 0.18)) +
          ellipse(35, 1, 5, 6, mix(k, inks.straw[400], 0.6)) +
          circle(35, 1, 2.4, k),
        0,
        36,
        { r: 9 },
      ) +
      transform(
        fillPath('M-36 -5H36V7H-36Z', mix(k, '#000000', 0.12)) +
          fillPath('M-36 -5H36V-1H-36Z', mix(k, '#ffffff', 0.14)) +
          ellipse(-36, 1, 5, 6, mix(k, inks.straw[400], 0.6)) +
          circle(-36, 1, 2.4, k),
        0,
        36,
        { r: -9 },
      ) +
      form(
        'M4 -50C8 -34 34 -20 32 8C31 26 16 34 0 34C-18 34 -32 24 -31 6C-30 -8 -22 -12 -20 -26C-12 -22 -8 -16 -7 -8C4 -18 6 -34 4 -50Z',
        a,
        b,
        { dx: -6, dy: -2 },
      ) +
      fillPath(
        'M2 -16C8 -6 19 0 18 15C17 27 9 33 0 33C-11 33 -19 26 -18 15C-17 6 -11 4 -10 -4C-5 -1 -3 4 -3 8C2 2 3 -6 2 -16Z',
        c,
      ) +
      fillPath(
        'M1 8C5 13 9 16 8 23C7 30 4 32 0 32C-5 32 -9 28 -8 22C-7 18 -4 18 -3 14C-1 16 0 18 0 20C2 16 2 12 1 8Z',
        e,
      )
    )
  },
  drop(p = {}) {
    const { a = inks.rain[300], b = inks.rain[500], c = '#ffffff' } = p
    return form(
      'M0 -46C10 -26 34 -8 34 14C34 34 18 46 0 46C-18 46 -34 34 -34 14C-34 -8 -10 -26 0 -46Z',
      a,
      b,
      { dx: -7, dy: -4, inside: strokePath('M-20 14C-20 24 -13 31 -5 33', c, 5) },
    )
  },
  salt(p = {}) {
    const { a = '#ffffff', b = inks.rain[200], c = inks.rain[300] } = p
    const cube = (x, y, s) =>
      polygon(
        [
          [x, y - s],
          [x + s * 0.9, y - s * 0.5],
          [x, y],
          [x - s * 0.9, y - s * 0.5],
        ],
        a,
      ) +
      polygon(
        [
          [x - s * 0.9, y - s * 0.5],
          [x, y],
          [x, y + s],
          [x - s * 0.9, y + s * 0.5],
        ],
        b,
      ) +
      polygon(
        [
          [x + s * 0.9, y - s * 0.5],
          [x, y],
          [x, y + s],
          [x + s * 0.9, y + s * 0.5],
        ],
        c,
      )
    return cube(0, 8, 24) + cube(-28, 24, 13) + cube(28, 26, 15) + cube(20, -26, 11) + cube(-22, -18, 9)
  },
}
