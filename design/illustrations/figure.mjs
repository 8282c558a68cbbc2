// A person at work, from the waist up.
import { inks } from './inks.mjs'
import { circle, clip, darker, fillPath, form, mix, strokePath, transform } from './pen.mjs'
import { SKIN } from './portraits.mjs'

/* waist-up figure for scenes; origin at the waist */
export function figure({
  sari = inks.mirch[500],
  drape = inks.haldi[300],
  skin = 0,
  hair = inks.ragi[900],
  cover = false,
  arms = [
    [-52, -34, -30, 2],
    [50, -36, 30, 2],
  ],
  full = false,
  k = 1,
} = {}) {
  const [S, D] = SKIN[skin]
  let o = ''
  if (!cover) o += circle(15, -118, 11, hair)
  const arm = ([ex, ey, hx, hy], s, c) =>
    strokePath(`M${s * 33} -72L${ex} ${ey}L${hx} ${hy}`, s > 0 ? D : S, 13) +
    strokePath(`M${s * 32} -72L${(s * 33 + ex) / 2} ${(-72 + ey) / 2}`, c, 17) +
    circle(hx, hy, 7, s > 0 ? D : S)
  o += arm(arms[1], 1, darker(sari, 0.4))
  if (full)
    o += form('M-33 -4C-38 40 -44 84 -46 112Q0 122 46 112C44 84 38 40 33 -4Z', sari, darker(sari, 0.36), {
      dx: -12,
      dy: 0,
      inside:
        strokePath(
          'M-6 4C-8 40 -12 80 -14 116M8 4C10 40 12 80 12 118M-20 10C-24 50 -28 84 -30 114',
          darker(sari, 0.3),
          2,
        ) + fillPath('M-60 98Q0 112 60 98V124H-60Z', drape, 'opacity=".9"'),
    })
  o +=
    fillPath('M-8 -98H9V-80H-8Z', D) +
    form('M-34 6L-38 -60Q-38 -82 -14 -86L14 -86Q38 -82 38 -60L34 6Z', sari, darker(sari, 0.36), {
      dx: -9,
      dy: -2,
    })
  o += clip(
    'M-34 6L-38 -60Q-38 -82 -14 -86L14 -86Q38 -82 38 -60L34 6Z',
    fillPath('M-34 -84L-12 -86C0 -50 20 -26 44 -14V10H8C-12 -16 -28 -46 -34 -84Z', drape) +
      strokePath('M-12 -86C0 -50 20 -26 44 -14', darker(drape, 0.4), 3),
  )
  if (cover)
    o += form(
      'M-41 -50C-38 -82 -31 -100 -28 -122C-25 -146 -12 -156 3 -156C20 -156 31 -144 32 -120C34 -100 40 -82 42 -50C30 -60 16 -72 2 -74C-14 -72 -28 -62 -41 -50Z',
      drape,
      darker(drape, 0.36),
      { dx: -7, dy: -2 },
    )
  const hk = cover ? 0.84 : 1
  o += transform(
    form('M-17 -24C-18 -42 -8 -50 2 -50C14 -50 20 -40 19 -24C18 -8 10 4 1 4C-8 4 -16 -8 -17 -24Z', S, D, {
      dx: -6,
      dy: -2,
    }),
    1 - hk,
    -94 - (1 - hk) * 26,
    { k: hk },
  )
  o += cover
    ? strokePath(
        'M-16 -94C-20 -112 -20 -134 2 -140C22 -136 22 -112 18 -94',
        mix(drape, '#ffffff', 0.5),
        2.6,
      ) +
      fillPath(
        'M-15 -116C-14 -132 -6 -138 2 -139C12 -138 18 -130 18 -114C16 -124 10 -130 2 -132C-8 -130 -13 -124 -15 -116Z',
        hair,
      )
    : fillPath(
        'M-20 -114C-24 -138 -10 -150 3 -150C18 -150 26 -138 22 -112C20 -124 14 -132 0 -138C-10 -134 -18 -126 -20 -114Z',
        hair,
      )
  o += circle(-2, cover ? -121 : -123, 1.8, inks.mirch[500])
  o += arm(arms[0], -1, sari)
  return k !== 1 ? transform(o, 0, 0, { k }) : o
}
