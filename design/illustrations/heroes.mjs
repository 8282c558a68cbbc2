// The two opening scenes.
import { BLENDS, drawPacket } from './blends.mjs'
import { servedBowl } from './containers.mjs'
import { BP, farCrop, furrows, grains, RP } from './crops.mjs'
import { mixedBox, stickBox, stickPack } from './hydration-packs.mjs'
import { inks } from './inks.mjs'
import { leaf } from './leaves.mjs'
import { completeBox, milletPouch } from './millet-packs.mjs'
import { circle, clip, dots, fillPath, grain, num, random, rect, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { glass, ice } from './tableware.mjs'

/* hero, millet: late sun, furrows, the range on a red table */
export function heroMillet(mobile = false) {
  const w = mobile ? 780 : 1440,
    h = mobile ? 740 : 800
  const cx = mobile ? 400 : 1010,
    hy = mobile ? 400 : 548,
    ty = mobile ? 610 : 668
  let o = ''
  const sy = mobile ? 364 : 444
  o += clip(`M0 0H${w}V${hy + 2}H0Z`, circle(cx + 10, sy, mobile ? 318 : 340, inks.gulab[200]))
  o += clip(
    `M0 0H${w}V${hy}H0Z`,
    dots(
      grain(cx - 330, sy - 340, 680, 440, 620, 12, { bx: 1.3, by: 0.3 }).filter(
        ([x, y]) => Math.hypot(x - cx - 10, y - sy) < (mobile ? 314 : 336),
      ),
      inks.gulab[300],
      2.4,
    ),
  )
  // hills
  o +=
    fillPath(
      `M0 ${hy - 14}C${num(w * 0.12)} ${hy - 52} ${num(w * 0.26)} ${hy - 46} ${num(w * 0.4)} ${hy - 14}C${num(w * 0.56)} ${hy - 44} ${num(w * 0.8)} ${hy - 56} ${w} ${hy - 18}V${hy + 4}H0Z`,
      inks.bajra[600],
    ) +
    fillPath(
      `M${num(w * 0.2)} ${hy - 38}C${num(w * 0.28)} ${hy - 44} ${num(w * 0.34)} ${hy - 34} ${num(w * 0.4)} ${hy - 14}H${num(w * 0.26)}C${num(w * 0.26)} ${hy - 26} ${num(w * 0.24)} ${hy - 34} ${num(w * 0.2)} ${hy - 38}Z`,
      inks.bajra[700],
    )
  o +=
    rect(0, hy, w, h - hy, inks.haldi[500]) +
    furrows(w, h, hy, cx, [inks.bajra[500], inks.haldi[500], inks.bajra[400], inks.haldi[600]], 0.06, 30)
  o += farCrop(0, w, hy + 8, 26, 4, inks.bajra[300], inks.bajra[700])
  // table
  o +=
    rect(0, ty, w, h - ty, inks.mirch[500]) +
    rect(0, ty, w, 9, inks.mirch[400]) +
    dots(grain(0, ty + 14, w, h - ty, 420, 31, { bx: 0.5, by: 0.8 }), inks.mirch[600], 2.6)
  const X = mobile ? -610 : 0
  // tall ears behind the packs
  const e = (s, x, y, k, r = 0) => (o += transform(s, x + X, y, { k, r }))
  e(plant.ragi(RP, { stalk: 240, leaves: true }), 672, ty - 246, 1.3, -9)
  e(plant.bajra(BP, { stalk: 230, len: 118 }), 742, ty - 280, 1.28, -3)
  e(plant.ragi(RP, { stalk: 240 }), 1330, ty - 262, 1.32, 7)
  e(plant.bajra(BP, { stalk: 230, len: 118 }), 1262, ty - 290, 1.28, 3)
  e(plant.bajra(BP, { stalk: 230, len: 110 }), 1396, ty - 206, 1.2, 10)
  // packs
  const p = (s, x, y, k, r = 0) => (o += transform(s, x + X, y, { k, r }))
  p(milletPouch('ragi'), 766, ty + 30, 1.02)
  p(milletPouch('bajra'), 1280, ty + 28, 1.0)
  p(completeBox(), 1022, ty + 60, 1.1)
  p(drawPacket(BLENDS[4]), 1348, ty + 70, 0.68, 6)
  p(drawPacket(BLENDS[0]), 1276, ty + 82, 0.7, -4)
  p(servedBowl({ base: inks.straw[100], dark: inks.straw[300], rim: '#fffdf8' }), 776, ty + 104, 0.84)
  if (!mobile) {
    o +=
      transform(plant.chilli(), 596, ty + 74, { k: 0.86, r: -16 }) +
      transform(plant.staranise(), 664, ty + 56, { k: 0.42 }) +
      transform(plant.staranise(), 520, ty + 92, { k: 0.5, r: 20 })
  }
  o += grains(mobile ? 60 : 560, ty + 70, mobile ? 660 : 860, 52, mobile ? 40 : 60, 8, [
    inks.haldi[400],
    inks.haldi[200],
    inks.haldi[600],
  ])
  return { w, h, svg: o }
}

/* hero, hydration: one glass, four flavours, rings of water */
export function heroHydra(mobile = false) {
  const w = mobile ? 780 : 1440,
    h = mobile ? 760 : 760,
    cx = mobile ? 390 : 960,
    ty = mobile ? 520 : 500
  let o = ''
  const X = mobile ? -570 : 0
  o += circle(cx + 40, ty - 170, mobile ? 230 : 250, inks.nimbu[300])
  o += dots(
    grain(cx - 170, ty - 400, 420, 420, 420, 5, { bx: 1.4, by: 0.3 }).filter(
      ([x, y]) => Math.hypot(x - cx - 40, y - ty + 170) < (mobile ? 226 : 246),
    ),
    inks.nimbu[500],
    2.2,
  )
  o += rect(0, ty, w, h - ty, inks.lake[300])
  o += clip(
    `M0 ${ty}H${w}V${h}H0Z`,
    Array.from(
      { length: 9 },
      (_, i) =>
        `<ellipse cx="${cx}" cy="${ty + 120}" rx="${150 + i * 110}" ry="${36 + i * 27}" fill="none" stroke="${i % 2 ? inks.lake[200] : inks.lake[400]}" stroke-width="${i % 2 ? 10 : 5}"/>`,
    ).join(''),
  )
  o += rect(0, ty, w, 4, inks.lake[400])
  const p = (s, x, y, k, r = 0) => (o += transform(s, x + X, y, { k, r }))
  p(mixedBox(), 732, ty + 74, 0.98)
  p(stickBox('unflavoured'), 1236, ty + 92, 1.1)
  const ex =
    ice(-16, -150, 17, 18) +
    ice(22, -158, 15, -12) +
    ice(-2, -122, 14, 40) +
    transform(plant.lime({ a: inks.mint[200], b: inks.mint[500], c: '#ffffff' }), 24, -84, { k: 0.54 }) +
    transform(leaf(40, 13, { l: inks.mint[400], m: inks.mint[600], k: inks.mint[100], teeth: 6 }), -28, -50, {
      r: -30,
    }) +
    transform(leaf(36, 12, { l: inks.mint[400], m: inks.mint[600], k: inks.mint[100], teeth: 6 }), -22, -54, {
      r: 34,
      k: 0.9,
    })
  p(
    glass({ w: 144, h: 236, extras: ex, liquid: inks.mint[200], deep: inks.mint[300], level: 0.78 }),
    985,
    ty + 150,
    1.34,
  )
  // a torn stick, pouring
  p(
    transform(
      clip(
        'M-40 -260H40V-16L30 -12L18 -17L6 -11L-8 -17L-22 -11L-40 -16Z',
        stickPack('mint-mojito', { shadow: false }),
      ),
      0,
      0,
    ),
    1010,
    ty - 236,
    0.92,
    28,
  )
  {
    const R = random(6),
      g1 = [],
      g2 = []
    for (let i = 0; i < 46; i++) {
      const t = R()
      ;(i % 3 ? g1 : g2).push([1000 + X - 10 * t * 3 + (R() - 0.5) * (14 + t * 30), ty - 232 + t * 120])
    }
    o += dots(g1, '#ffffff', 5) + dots(g2, inks.mint[400], 4)
  }
  p(stickPack('mango-chilli', { shadow: false }), 640, ty + 186, 0.8, 78)
  p(stickPack('unflavoured', { shadow: false }), 600, ty + 226, 0.8, 84)
  p(plant.lime({ a: inks.mint[200], b: inks.mint[500], c: '#ffffff' }), 1136, ty + 170, 0.72, 0)
  p(transform(plant.mint(), 0, 0, { r: 74 }), 1218, ty + 190, 0.7)
  return { w, h, svg: o }
}
